"""Admission: what is refused to whoever asks for it now, and stands where a log holds it already.

Deciding does not ask here: logs of 0.2.0 rc 1 hold lists that would be refused today, and are proved as they are.
"""

from __future__ import annotations

from domain.engine.game import Rejected
from domain.tournament.record.commands import SealDeck, TournamentCommand
from domain.tournament.record.state import Tournament


def admit(tournament: Tournament, by: str, command: TournamentCommand) -> None:
    """Refuses a command that `decide` has accepted, and that nobody may give any more.

    Nobody hands in a list for somebody whom they may meet, nor in place of one that its player has sealed. Several
    lists at once are those of the house, for bots.
    """
    if not isinstance(command, SealDeck):
        return
    entrant = tournament.entrants[command.entrant - 1]
    if by == entrant.player or entrant.bot or entrant.guest:
        return
    own = entrant.deck is not None and entrant.deck.by == entrant.player
    if own or tournament.entrant_of(by) is not None:
        raise Rejected("not-your-list", entrant=entrant.number)
