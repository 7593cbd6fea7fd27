"""Results: from the log of a match, as the seats report and confirm them, or as a referee rules."""

from __future__ import annotations

from domain.engine.game import Rejected
from domain.engine.result import judge_result
from domain.tournament.record import events
from domain.tournament.record.commands import ConfirmResult, ImportResult, ReportResult, RuleTable
from domain.tournament.record.events import TournamentEvent
from domain.tournament.record.state import STAFF, Phase, Progress, Table, Tournament, awaited
from domain.tournament.rules.staff import by_itself, referee, rules

MOST_POINTS = 10_000


def arrive(tournament: Tournament, by: str, wanted: ImportResult) -> tuple[TournamentEvent, ...]:
    """What the log of a table's match says is taken in once."""
    by_itself(by)
    place = tournament.table_of_match(wanted.match)
    if place is None or place[1].closed:
        return ()
    return (
        events.ResultArrived(wanted.match, wanted.version, wanted.head, wanted.reason, wanted.points, wanted.places),
    )


def report(tournament: Tournament, by: str, wanted: ReportResult) -> tuple[TournamentEvent, ...]:
    """An entrant reports how its table ended; the others confirm. Another report stands instead until all have.

    For guests, who have no token, the staff speaks.
    """
    table = _playing(tournament, wanted.round, wanted.table)
    entrant = _speaker(tournament, by, table)
    if table.match:
        raise Rejected("played-here", match=table.match)
    if table.result is not None:
        raise Rejected("result-stands")
    points, places = wanted.points, wanted.places
    _fitting(tournament, table, points, places)
    if table.reported is not None and (table.reported.points, table.reported.places) == (points, places):
        if entrant in table.confirmed:
            return ()
        return (events.ResultConfirmed(wanted.round, wanted.table, entrant),)
    return (events.ResultReported(wanted.round, wanted.table, entrant, points, places),)


def confirm(tournament: Tournament, by: str, wanted: ConfirmResult) -> tuple[TournamentEvent, ...]:
    """An entrant confirms the result that another one has reported, or the staff does for guests."""
    table = _playing(tournament, wanted.round, wanted.table)
    entrant = _speaker(tournament, by, table)
    if table.reported is None:
        raise Rejected("nothing-reported")
    if entrant in table.confirmed:
        return ()
    if table.result is not None:
        raise Rejected("result-stands")
    return (events.ResultConfirmed(wanted.round, wanted.table, entrant),)


def rule(tournament: Tournament, by: str, wanted: RuleTable) -> tuple[TournamentEvent, ...]:
    """A referee says how a table ended, or corrects it, even after the end of the tournament; not where they sit."""
    referee(tournament, by)
    if tournament.phase is Phase.CANCELLED:
        raise Rejected("tournament-over")
    table = _playing(tournament, wanted.round, wanted.table)
    own = tournament.entrant_of(by)
    if own is not None and own.number in table.entrants:
        raise Rejected("own-table")
    _fitting(tournament, table, wanted.points, wanted.places)
    corrects = table.result.entry if table.result else 0
    return (events.ResultRuled(wanted.round, wanted.table, wanted.points, wanted.places, wanted.cause, corrects),)


def _playing(tournament: Tournament, round_number: int, table_number: int) -> Table:
    found = tournament.round(round_number)
    if found is None or not 0 < table_number <= len(found.tables):
        raise Rejected("no-such-table")
    if found.progress is Progress.PAIRED:
        raise Rejected("round-not-started", round=round_number)
    return found.tables[table_number - 1]


def _speaker(tournament: Tournament, by: str, table: Table) -> int:
    """The caller's number at a table; 0 is the staff, where guests sit and the caller does not."""
    own = tournament.entrant_of(by)
    if own is not None and own.number in table.entrants:
        return own.number
    if STAFF in awaited(tournament, table) and rules(tournament, by):
        return STAFF
    raise Rejected("not-your-table")


def _fitting(tournament: Tournament, table: Table, points: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Refuses a result with which no match of the game could end at this table."""
    judge_result(points, places, len(table.entrants), one_winner=tournament.one_winner)
    if not all(0 <= one <= MOST_POINTS for one in points):
        raise Rejected("result-points", most=MOST_POINTS)
