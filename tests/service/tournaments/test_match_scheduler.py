"""Tables that are ruled while the match scheduler opens them: no unneeded match keeps running."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, Literal

import pytest

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import RuleTable
from chronik.domain.tournament.record.state import Tournament, list_started_matches
from chronik.domain.tournament.record.table import Game
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.live import LiveMatches
from chronik.service.sql.database import Records
from chronik.service.tournaments.match_scheduler import MatchScheduler, Opening
from chronik.service.tournaments.store import Tournaments
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.rounds import ORGANISER, load_and_check, matches_of, start_tournament


class Moment(Enum):
    """The moment at which a table is ruled, while its match does not exist yet."""

    RECORD_READ = "after the match scheduler has read the tournament"
    OPENED = "once the match is open"
    NOTED = "once it is noted"


class Slow(MatchScheduler):
    """A match scheduler that a ruling overtakes once."""

    ruled: Callable[[], Awaitable[object]] | None = None
    at: Moment

    async def rule_at(self, moment: Moment) -> None:
        if self.ruled is not None and moment is self.at:
            rule, self.ruled = self.ruled, None
            await rule()

    async def _prepare(self, rules: Rules, tournament: Tournament) -> Opening:
        prepared = await super()._prepare(rules, tournament)
        await self.rule_at(Moment.RECORD_READ)
        return prepared

    async def _open_match(self, opening: Opening, game: Game) -> None:
        await super()._open_match(opening, game)
        await self.rule_at(Moment.OPENED)

    async def _mark_opened_unless_ruled(self, tournament: str, match: str) -> Game | None:
        ruled = await super()._mark_opened_unless_ruled(tournament, match)
        await self.rule_at(Moment.NOTED)
        return ruled


@pytest.mark.parametrize("moment", Moment, ids=[one.value for one in Moment])
@pytest.mark.parametrize(
    ("best_of", "game", "ending"),
    [(1, 0, "ruled"), (3, 0, "called-off"), (3, 1, "ruled")],
    ids=["a table", "a table of three", "its first game"],
)
async def test_a_match_whose_table_is_ruled_while_it_opens_is_closed(
    own_store: LogStore, sqlite_records: Records, moment: Moment, best_of: Literal[1, 3], game: int, ending: str
) -> None:
    tournament, tournaments = (
        await start_tournament(sqlite_records, 2, 41, best_of=best_of),
        Tournaments(sqlite_records),
    )
    matches = LiveMatches(own_store, CATALOGUE, 10)
    scheduler, (first, second) = Slow(matches, tournaments), matches_of(tournament)
    ruling = RuleTable(1, 1, (3, 1), (1, 2), Cause.OTHER, game)
    scheduler.at, scheduler.ruled = moment, lambda: tournaments.submit(tournament.id, ORGANISER, ruling)
    await scheduler.open_tables(tournament.id)
    while await scheduler.open_tables(tournament.id):
        pass
    ruled, other = await matches.find_fresh(first), await matches.find_fresh(second)
    assert ruled is not None
    assert ruled.match.closed is not None
    assert ruled.match.closed.reason.value == ending
    assert other is not None
    assert other.match.closed is None
    await caught_up(Bookkeeper(own_store, sqlite_records, CATALOGUE))
    found = await load_and_check(sqlite_records, tournament.id)
    assert [one.number for _, table, one in list_started_matches(found) if table.number == 1 and not one.closed] == (
        [2] if game else []
    )


@pytest.mark.parametrize("ticks", range(6))
@pytest.mark.parametrize("cancelled_first", [True, False])
async def test_the_match_scheduler_stops_even_if_it_is_woken_at_the_same_moment(
    ticks: int, cancelled_first: bool
) -> None:
    nothing: Any = None
    scheduler = MatchScheduler(nothing, nothing)
    running = asyncio.create_task(scheduler.run())
    await asyncio.sleep(0.01)
    steps = (running.cancel, scheduler.wake) if cancelled_first else (scheduler.wake, running.cancel)
    steps[0]()
    for _ in range(ticks):
        await asyncio.sleep(0)
    steps[1]()
    await asyncio.wait((running,), timeout=2)
    assert running.cancelled()
