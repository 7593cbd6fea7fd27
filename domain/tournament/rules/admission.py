"""Admission: checks that apply to new commands, but not to commands that a log already contains.

`decide` does not make these checks, because logs of 0.2.0 rc 1 contain lists that would be refused today, and these
logs must still verify.
"""

from __future__ import annotations

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.record.commands import Register, RegisterMany, SealDeck, TournamentCommand
from chronik.domain.tournament.record.state import Tournament


def admit(tournament: Tournament, by: str, command: TournamentCommand) -> None:
    """Refuses a command that `decide` accepts but that may no longer be given."""
    match command:
        case SealDeck():
            _admit_list(tournament, by, command)
        case Register():
            _admit_entropy(tournament, by, command)
        case RegisterMany():
            for one in command.entrants:
                _admit_entropy(tournament, by, one)
        case _:
            pass


def _admit_entropy(tournament: Tournament, by: str, command: Register) -> None:
    """Under rules version 1, refuses entropy that others set for a player, or that would be dropped."""
    if tournament.rules >= 2 or not command.entropy:
        return
    if command.player != by:
        raise Rejected("not-your-entropy")
    known = tournament.entrant_of(by)
    if known is not None and known.entropy != command.entropy.lower():
        raise Rejected("older-rules")


def _admit_list(tournament: Tournament, by: str, command: SealDeck) -> None:
    """Refuses a list from a sender who may meet the entrant, and a list that would replace the player's.

    Commands with several lists are not checked: they contain the built-in lists for bots.
    """
    entrant = tournament.entrants[command.entrant - 1]
    if by == entrant.player or entrant.bot or entrant.guest:
        return
    own = entrant.deck is not None and entrant.deck.by == entrant.player
    if own or tournament.entrant_of(by) is not None:
        raise Rejected("not-your-list", entrant=entrant.number)
