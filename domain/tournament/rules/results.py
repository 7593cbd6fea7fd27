"""Results: from the log of a match, as the seats report and confirm them, or as a referee rules; then the next game.

A table is one game, or up to three or five, one after another: `game` names one, and 0 the only one.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.engine.game import Rejected
from domain.engine.result import judge_result
from domain.tournament.record import events
from domain.tournament.record.commands import ConfirmResult, ImportResult, ReportResult, RuleTable
from domain.tournament.record.events import GameAdded, TournamentEvent
from domain.tournament.record.seeds import match_id
from domain.tournament.record.state import STAFF, Phase, Progress, Round, Tournament, after, awaited
from domain.tournament.record.table import Game, Table
from domain.tournament.rules.staff import by_itself, referee, rules

MOST_POINTS = 10_000


def arrive(tournament: Tournament, by: str, wanted: ImportResult) -> tuple[TournamentEvent, ...]:
    """What the log of a game's match says is taken in once."""
    by_itself(by)
    place = tournament.game_of_match(wanted.match)
    if place is None or place[2].closed:
        return ()
    return (
        events.ResultArrived(wanted.match, wanted.version, wanted.head, wanted.reason, wanted.points, wanted.places),
    )


def report(tournament: Tournament, by: str, wanted: ReportResult) -> tuple[TournamentEvent, ...]:
    """An entrant reports how its game ended; the others confirm. Another report stands instead until all have.

    For guests, who have no token, the staff speaks.
    """
    table = _playing(tournament, wanted.round, wanted.table)
    game, named = _game(table, wanted.game)
    entrant = _speaker(tournament, by, game)
    if game.match:
        raise Rejected("played-here", match=game.match)
    if game.result is not None or table.result is not None:
        raise Rejected("result-stands")
    points, places = wanted.points, wanted.places
    _fitting(points, places, len(table.entrants), one_winner=tournament.one_winner)
    if game.reported is not None and (game.reported.points, game.reported.places) == (points, places):
        if entrant in game.confirmed:
            return ()
        return (events.ResultConfirmed(wanted.round, wanted.table, entrant, named),)
    return (events.ResultReported(wanted.round, wanted.table, entrant, points, places, named),)


def confirm(tournament: Tournament, by: str, wanted: ConfirmResult) -> tuple[TournamentEvent, ...]:
    """An entrant confirms the result that another one has reported, or the staff does for guests."""
    table = _playing(tournament, wanted.round, wanted.table)
    game, named = _game(table, wanted.game)
    entrant = _speaker(tournament, by, game)
    if game.reported is None:
        raise Rejected("nothing-reported")
    if entrant in game.confirmed:
        return ()
    if game.result is not None or table.result is not None:
        raise Rejected("result-stands")
    return (events.ResultConfirmed(wanted.round, wanted.table, entrant, named),)


def rule(tournament: Tournament, by: str, wanted: RuleTable) -> tuple[TournamentEvent, ...]:
    """A referee says how a game or a table ended, or corrects it, even after the end of the tournament.

    Nobody does so where they sit. In a round that is closed a correction must leave every table with its result.
    """
    referee(tournament, by)
    if tournament.phase is Phase.CANCELLED:
        raise Rejected("tournament-over")
    table = _playing(tournament, wanted.round, wanted.table)
    own = tournament.entrant_of(by)
    if own is not None and own.number in table.entrants:
        raise Rejected("own-table")
    whole = table.best_of > 1 and not wanted.game
    before, named = (table, 0) if whole else _game(table, wanted.game)
    one_winner = tournament.one_winner
    _fitting(wanted.points, wanted.places, len(table.entrants), one_winner=one_winner)
    corrects = before.result.entry if before.result else 0
    ruled = events.ResultRuled(wanted.round, wanted.table, wanted.points, wanted.places, wanted.cause, corrects, named)
    found = after(tournament, (ruled,)).rounds[wanted.round - 1]
    if found.progress is Progress.CLOSED and not found.done:
        raise Rejected("undecided", round=found.number)
    return (ruled,)


def games_to_add(tournament: Tournament, one: Round) -> Iterator[GameAdded]:
    """The games that can begin in a round: the next one of each table whose games have brought nobody the majority."""
    for table in one.tables:
        if table.waiting:
            game = len(table.games) + 1
            match = match_id(tournament.id, one.number, one.attempt, table.number, game)
            yield GameAdded(one.number, table.number, game, "" if tournament.planned.elsewhere else match)


def _playing(tournament: Tournament, round_number: int, table_number: int) -> Table:
    found = tournament.round(round_number)
    if found is None or not 0 < table_number <= len(found.tables):
        raise Rejected("no-such-table")
    if found.progress is Progress.PAIRED:
        raise Rejected("round-not-started", round=round_number)
    return found.tables[table_number - 1]


def _game(table: Table, number: int) -> tuple[Game, int]:
    """The game with a number, and what events call it: 0 where it is the only one there can be."""
    found = table.game(number or (1 if table.best_of == 1 else 0))
    if found is None:
        raise Rejected("no-such-game", games=len(table.games))
    return found, found.number if table.best_of > 1 else 0


def _speaker(tournament: Tournament, by: str, game: Game) -> int:
    """The caller's number at a table; 0 is the staff, where guests sit and the caller does not."""
    own = tournament.entrant_of(by)
    if own is not None and own.number in game.entrants:
        return own.number
    if STAFF in awaited(tournament, game) and rules(tournament, by):
        return STAFF
    raise Rejected("not-your-table")


def _fitting(points: tuple[int, ...], places: tuple[int, ...], seats: int, *, one_winner: bool) -> None:
    """Refuses a result with which no match of the game could end."""
    judge_result(points, places, seats, one_winner=one_winner)
    if not all(0 <= one <= MOST_POINTS for one in points):
        raise Rejected("result-points", most=MOST_POINTS)
