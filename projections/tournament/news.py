"""News of a tournament for its followers: rounds, tables, results, rulings and the end, one log entry at a time.

Entrants are given only by number, as in the log. The entrants of a result are listed by seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta, Struct

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record import events
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Phase, Round, Tournament, fold
from chronik.domain.tournament.record.table import Game, Outcome, Table

MatchId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class NewsTable(Struct, frozen=True):
    """A table of a paired round, with its entrants by seat."""

    table: int
    group: int
    entrants: tuple[int, ...]


class NewsRoundPaired(Struct, frozen=True, tag="round-paired", tag_field="t"):
    """A round was paired. Until it starts, it may be paired again with the next `attempt`."""

    version: int
    round: int
    stage: int
    attempt: int
    tables: tuple[NewsTable, ...]
    byes: tuple[int, ...]


class NewsTableStarted(Struct, frozen=True, tag="table-started", tag_field="t"):
    """A game of a table can begin. `match` is null if the game is played elsewhere."""

    version: int
    round: int
    table: int
    game: int
    entrants: tuple[int, ...]
    match: MatchId | None


class NewsResult(Struct, frozen=True, tag="result", tag_field="t"):
    """A game got its first result, from its match or from its players.

    `decided` says whether the table now has a result too.
    """

    version: int
    round: int
    table: int
    game: int
    entrants: tuple[int, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    decided: bool


class NewsRuling(Struct, frozen=True, tag="ruling", tag_field="t"):
    """A referee decided the result of a game, or of the whole table (`game` 0).

    `corrects` is the entry whose result this ruling replaces, or null.
    """

    version: int
    round: int
    table: int
    game: int
    entrants: tuple[int, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    cause: Cause
    corrects: int | None


class NewsPenalty(Struct, frozen=True, tag="penalty", tag_field="t"):
    """A referee deducted hundredths of a point from an entrant. A negative number means that points were given back."""

    version: int
    entrant: int
    hundredths: int
    cause: Cause


class NewsRoundClosed(Struct, frozen=True, tag="round-closed", tag_field="t"):
    """Every table of a round has its result."""

    version: int
    round: int


class NewsStandings(Struct, frozen=True, tag="standings-changed", tag_field="t"):
    """The standings changed. `standings` is the address of the standings after this entry."""

    version: int
    stage: int
    standings: str


class NewsEnded(Struct, frozen=True, tag="ended", tag_field="t"):
    """The tournament is over, or was called off. Results may still be corrected."""

    version: int
    phase: Phase


News = (
    NewsRoundPaired
    | NewsTableStarted
    | NewsResult
    | NewsRuling
    | NewsPenalty
    | NewsRoundClosed
    | NewsStandings
    | NewsEnded
)


def list_news(before: Tournament, entries: Iterable[Entry], standings: str) -> Iterator[News]:
    """Yields the news in the entries that follow a state of a tournament. `standings` is the address of its standings.

    Each item has the number of its entry. Every change to the standings adds an item.
    """
    for entry in entries:
        after = fold(before, (entry,))
        found = tuple(_news_of_entry(before, after, entry))
        yield from found
        if _changes_standings(before, after, entry, found):
            yield NewsStandings(entry.n, len(after.stages) - 1, f"{standings}?as_of={entry.n}")
        before = after


def _changes_standings(before: Tournament, after: Tournament, entry: Entry, found: tuple[News, ...]) -> bool:
    """Returns whether an entry changes the standings. When a round starts, its byes count."""
    if not after.stages:
        return False
    recounting = events.RoundStarted | events.Disqualified | events.StageStarted | events.LotDrawn | events.GamesStruck
    if isinstance(entry.e, recounting) or (isinstance(entry.e, events.Returned) and before.struck != after.struck):
        return True
    return any(
        isinstance(one, NewsRuling | NewsPenalty) or (isinstance(one, NewsResult) and one.decided) for one in found
    )


def _news_of_entry(  # noqa: C901  one case per event
    before: Tournament, after: Tournament, entry: Entry
) -> Iterator[News]:
    event = entry.e
    match event:
        case events.RoundPaired():
            tables = tuple(NewsTable(one.table, one.group, one.entrants) for one in event.tables)
            yield NewsRoundPaired(entry.n, event.round, event.stage, event.attempt, tables, event.byes)
        case events.RoundStarted():
            one = after.rounds[event.round - 1]
            yield from (_table_started(entry.n, one, table, game) for table in one.tables for game in table.games)
        case events.GameAdded():
            table = after.rounds[event.round - 1].tables[event.table - 1]
            yield _table_started(entry.n, after.rounds[event.round - 1], table, table.games[event.game - 1])
        case events.ResultArrived():
            place = before.game_of_match(event.match)
            if place is not None:
                yield from _result(before, after, entry.n, place[0].number, place[1].number, place[2].number)
        case events.ResultReported() | events.ResultConfirmed():
            yield from _result(before, after, entry.n, event.round, event.table, event.game or 1)
        case events.ResultRuled():
            yield _ruling(after, entry.n, event)
        case events.Penalised():
            yield NewsPenalty(entry.n, event.entrant, event.hundredths, event.cause)
        case events.RoundClosed():
            yield NewsRoundClosed(entry.n, event.round)
        case events.Finished() | events.Cancelled():
            yield NewsEnded(entry.n, after.phase)
        case _:
            return


def _table_started(n: int, one: Round, table: Table, game: Game) -> NewsTableStarted:
    return NewsTableStarted(n, one.number, table.number, game.number, game.entrants, game.match or None)


def _result(
    before: Tournament, after: Tournament, n: int, round_number: int, table_number: int, game_number: int
) -> Iterator[NewsResult]:
    """Yields the result of a game that had no result before."""
    table = after.rounds[round_number - 1].tables[table_number - 1]
    game = table.games[game_number - 1]
    known = before.rounds[round_number - 1].tables[table_number - 1].games[game_number - 1].result
    found: Outcome | None = game.result
    if found is not None and known is None:
        at = (round_number, table_number, game_number)
        yield NewsResult(n, *at, game.entrants, found.points, found.places, table.result is not None)


def _ruling(after: Tournament, n: int, event: events.ResultRuled) -> NewsRuling:
    table = after.rounds[event.round - 1].tables[event.table - 1]
    game = event.game or (1 if table.best_of == 1 else 0)
    entrants = table.games[game - 1].entrants if game else table.entrants
    at = (event.round, event.table, game)
    return NewsRuling(n, *at, entrants, event.points, event.places, event.cause, event.corrects or None)
