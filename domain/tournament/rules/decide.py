"""Deciding: from a tournament and a command to the events that it brings. Only here and in the rules is judged."""

from __future__ import annotations

from typing import assert_never

from domain.tournament.record import commands
from domain.tournament.record.commands import TournamentCommand
from domain.tournament.record.events import TournamentEvent
from domain.tournament.record.seeds import Seeds
from domain.tournament.record.state import Tournament, after
from domain.tournament.rules import entrants, planning, results, rounds, staff


def decide(tournament: Tournament, by: str, command: TournamentCommand, secret: Seeds) -> tuple[TournamentEvent, ...]:
    """The events of a command, and what follows from them by itself; none where all is so already.

    `by` is the player who gives it, empty is Chronik. Raises `Rejected`.
    """
    brought = _brought(tournament, by, command, secret)
    return (*brought, *rounds.consequences(after(tournament, brought))) if brought else ()


def _brought(  # noqa: C901  one case per command
    tournament: Tournament, by: str, command: TournamentCommand, secret: Seeds
) -> tuple[TournamentEvent, ...]:
    match command:
        case commands.CreateTournament():
            return planning.create(tournament, command)
        case commands.Appoint():
            return staff.appoint(tournament, by, command)
        case commands.OpenRegistration():
            return entrants.open_registration(tournament, by)
        case commands.CloseRegistration():
            return entrants.close_registration(tournament, by)
        case commands.Register():
            return entrants.register(tournament, by, command)
        case commands.RegisterMany():
            return entrants.register_many(tournament, by, command)
        case commands.RenameGuest():
            return entrants.rename_guest(tournament, by, command)
        case commands.CheckIn():
            return entrants.check_in(tournament, by, command)
        case commands.Withdraw():
            return entrants.withdraw(tournament, by, command)
        case commands.BringBack():
            return entrants.bring_back(tournament, by, command)
        case commands.MarkAbsent():
            return entrants.mark_absent(tournament, by, command)
        case commands.Disqualify():
            return entrants.disqualify(tournament, by, command)
        case commands.Penalise():
            return entrants.penalise(tournament, by, command)
        case commands.Forbid():
            return entrants.forbid(tournament, by, command)
        case commands.SealDeck():
            return entrants.seal_deck(tournament, by, command)
        case commands.SealDecks():
            return entrants.seal_decks(tournament, by, command)
        case commands.PairRound():
            return rounds.pair(tournament, by, command, secret)
        case commands.StartRound():
            return rounds.start(tournament, by, command)
        case commands.ImportResult():
            return results.arrive(tournament, by, command)
        case commands.ReportResult():
            return results.report(tournament, by, command)
        case commands.ConfirmResult():
            return results.confirm(tournament, by, command)
        case commands.RuleTable():
            return results.rule(tournament, by, command)
        case commands.InspectMatch():
            return staff.inspect(tournament, by, command)
        case commands.InspectDeck():
            return staff.inspect_deck(tournament, by, command)
        case commands.Finish():
            return rounds.finish(tournament, by, secret)
        case commands.Cancel():
            return rounds.cancel(tournament, by)
        case commands.PublishSecret():
            return rounds.publish(tournament, by, command)
        case _:
            assert_never(command)
