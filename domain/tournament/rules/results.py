"""Results: imported from a match's log, reported and confirmed by the seats, or decided by a referee.

After a result the next game of the table may follow: a table has one game, or up to three or five, one after another. A
command's `game` is the number of one of several games, or 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.result import judge_result
from chronik.domain.tournament.record import events
from chronik.domain.tournament.record.commands import ConfirmResult, ImportResult, ReportResult, RuleTable
from chronik.domain.tournament.record.events import GameAdded, TournamentEvent
from chronik.domain.tournament.record.seeds import match_id
from chronik.domain.tournament.record.state import (
    STAFF,
    Phase,
    Progress,
    Round,
    Tournament,
    apply_events,
    confirmations_needed,
)
from chronik.domain.tournament.record.table import Game, Table
from chronik.domain.tournament.rules.staff import is_staff, require_service, require_staff

MOST_POINTS = 10_000
"""The maximum number of points that a seat may have in a result that was reported or decided by a referee."""


def import_result(tournament: Tournament, by: str, wanted: ImportResult) -> tuple[TournamentEvent, ...]:
    """Imports the result of a game from the log of its match, once."""
    require_service(by)
    place = tournament.game_of_match(wanted.match)
    if place is None or place[2].closed:
        return ()
    return (
        events.ResultArrived(wanted.match, wanted.version, wanted.head, wanted.reason, wanted.points, wanted.places),
    )


def report(tournament: Tournament, by: str, wanted: ReportResult) -> tuple[TournamentEvent, ...]:
    """Reports the result of an entrant's game, which the opponents confirm.

    Until all have confirmed, a new report replaces it. The staff reports and confirms for guests, who have no token.
    """
    table = _require_started_table(tournament, wanted.round, wanted.table)
    game, named = _require_game(table, wanted.game)
    entrant = _require_reporter(tournament, by, game)
    if game.match:
        raise Rejected("played-here", match=game.match)
    if game.result is not None or table.result is not None:
        raise Rejected("result-stands")
    points, places = wanted.points, wanted.places
    _check_result(points, places, len(table.entrants), one_winner=tournament.one_winner)
    if game.reported is not None and (game.reported.points, game.reported.places) == (points, places):
        if entrant in game.confirmed:
            return ()
        return (events.ResultConfirmed(wanted.round, wanted.table, entrant, named),)
    return (events.ResultReported(wanted.round, wanted.table, entrant, points, places, named),)


def confirm(tournament: Tournament, by: str, wanted: ConfirmResult) -> tuple[TournamentEvent, ...]:
    """Confirms the result that another entrant reported. The staff confirms for guests."""
    table = _require_started_table(tournament, wanted.round, wanted.table)
    game, named = _require_game(table, wanted.game)
    entrant = _require_reporter(tournament, by, game)
    if game.reported is None:
        raise Rejected("nothing-reported")
    if entrant in game.confirmed:
        return ()
    if game.result is not None or table.result is not None:
        raise Rejected("result-stands")
    return (events.ResultConfirmed(wanted.round, wanted.table, entrant, named),)


def rule(tournament: Tournament, by: str, wanted: RuleTable) -> tuple[TournamentEvent, ...]:
    """Decides or corrects the result of a game or a table as a referee, even after the end of the tournament.

    A referee may not rule on a table at which they sit. A correction in a closed round must leave every table with a
    result.
    """
    require_staff(tournament, by)
    if tournament.phase is Phase.CANCELLED:
        raise Rejected("tournament-over")
    table = _require_started_table(tournament, wanted.round, wanted.table)
    caller = tournament.entrant_of(by)
    if caller is not None and caller.number in table.entrants:
        raise Rejected("own-table")
    whole = table.best_of > 1 and not wanted.game
    before, named = (table, 0) if whole else _require_game(table, wanted.game)
    one_winner = tournament.one_winner
    _check_result(wanted.points, wanted.places, len(table.entrants), one_winner=one_winner)
    corrects = before.result.entry if before.result else 0
    ruled = events.ResultRuled(wanted.round, wanted.table, wanted.points, wanted.places, wanted.cause, corrects, named)
    found = apply_events(tournament, (ruled,)).rounds[wanted.round - 1]
    if found.progress is Progress.CLOSED and not found.done:
        raise Rejected("undecided", round=found.number)
    return (ruled,)


def games_to_add(tournament: Tournament, one: Round) -> Iterator[GameAdded]:
    """Yields the games of a round that can begin: the next game of each table that is still undecided."""
    for table in one.tables:
        if table.awaits_game:
            game = len(table.games) + 1
            match = match_id(tournament.id, one.number, one.attempt, table.number, game)
            yield GameAdded(one.number, table.number, game, "" if tournament.planned.elsewhere else match)


def _require_started_table(tournament: Tournament, round_number: int, table_number: int) -> Table:
    found = tournament.round(round_number)
    if found is None or not 0 < table_number <= len(found.tables):
        raise Rejected("no-such-table")
    if found.progress is Progress.PAIRED:
        raise Rejected("round-not-started", round=round_number)
    return found.tables[table_number - 1]


def _require_game(table: Table, number: int) -> tuple[Game, int]:
    """Returns the game with this number, and its number in events, which is 0 if the table can have only one game."""
    found = table.game(number or (1 if table.best_of == 1 else 0))
    if found is None:
        raise Rejected("no-such-game", games=len(table.games))
    return found, found.number if table.best_of > 1 else 0


def _require_reporter(tournament: Tournament, by: str, game: Game) -> int:
    """Returns the caller's entrant number at a table, or `STAFF` if the staff may report there.

    Raises `Rejected` otherwise.
    """
    caller = tournament.entrant_of(by)
    if caller is not None and caller.number in game.entrants:
        return caller.number
    if STAFF in confirmations_needed(tournament, game) and is_staff(tournament, by):
        return STAFF
    raise Rejected("not-your-table")


def _check_result(points: tuple[int, ...], places: tuple[int, ...], seats: int, *, one_winner: bool) -> None:
    """Refuses a result that no match of the game could have."""
    judge_result(points, places, seats, one_winner=one_winner)
    if not all(0 <= one <= MOST_POINTS for one in points):
        raise Rejected("result-points", most=MOST_POINTS)
