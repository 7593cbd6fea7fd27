"""Concerns: whether a command is about the caller's own entrant or about other entrants."""

from __future__ import annotations

from chronik.domain.tournament.record import commands
from chronik.domain.tournament.record.commands import TournamentCommand
from chronik.domain.tournament.record.state import Tournament


def concerns_own_entrant(tournament: Tournament, by: str, command: TournamentCommand) -> bool:
    """Returns whether a command is about the caller's own entrant, so that a token with the scope to play suffices."""
    match command:
        case commands.Register():
            return command.player == by and not command.bot and not command.guest
        case (
            commands.CheckIn() | commands.Withdraw() | commands.SetClub() | commands.SealDeck() | commands.AddEntropy()
        ):
            entrant = tournament.entrant(command.entrant)
            return entrant is not None and entrant.player == by and not entrant.guest
        case commands.ReportResult() | commands.ConfirmResult():
            entrant, played = tournament.entrant_of(by), tournament.round(command.round)
            table = played.table_of(entrant.number) if played and entrant else None
            return table is not None and table.number == command.table
        case _:
            return False
