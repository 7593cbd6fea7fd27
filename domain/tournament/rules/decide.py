"""Deciding: turns a tournament and a command into events. Commands are judged only here and in the rules."""

from __future__ import annotations

from typing import assert_never

from chronik.domain.tournament.record import commands
from chronik.domain.tournament.record.commands import TournamentCommand
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.log import Entry, build_batch
from chronik.domain.tournament.record.seeds import Seeds
from chronik.domain.tournament.record.state import Tournament, apply_events, fold
from chronik.domain.tournament.rules import entrants, planning, results, rounds, staff


def decide(tournament: Tournament, by: str, command: TournamentCommand, secret: Seeds) -> tuple[TournamentEvent, ...]:
    """Returns the events of a command and their automatic consequences, or no events if the command changes nothing.

    `by` is the player who gives the command, or empty for Chronik itself. Raises `Rejected`.
    """
    decided = _decide_command(tournament, by, command, secret)
    return (*decided, *rounds.follow_up(apply_events(tournament, decided))) if decided else ()


def record_commands(
    tournament: Tournament, at: int, by: str, secret: Seeds, *commands: TournamentCommand
) -> tuple[Tournament, tuple[Entry, ...]]:
    """Returns the tournament after commands given at `at` (ms since 1970), and their entries. Raises `Rejected`."""
    recorded: tuple[Entry, ...] = ()
    for command in commands:
        entries = build_batch(tournament.version, at, by, command, decide(tournament, by, command, secret))
        tournament, recorded = fold(tournament, entries), (*recorded, *entries)
    return tournament, recorded


def _decide_command(  # noqa: C901  one case per command
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
        case commands.AddEntropy():
            return entrants.add_entropy(tournament, by, command)
        case commands.SetClub():
            return entrants.set_club(tournament, by, command)
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
        case commands.StrikeGames():
            return entrants.strike_games(tournament, by, command)
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
            return results.import_result(tournament, by, command)
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
