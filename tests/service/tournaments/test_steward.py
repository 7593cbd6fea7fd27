"""Tables that are ruled while the steward opens them: no match runs on that nobody needs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, Literal

import pytest

from domain.engine.match.events import Cause
from domain.tournament.record.commands import RuleTable
from domain.tournament.record.state import Tournament, opened_games
from domain.tournament.record.table import Game
from service.log.store import LogStore
from service.matches.catalogue import Rules
from service.matches.live import LiveMatches
from service.sql.database import Records
from service.tournaments.steward import Opening, Steward
from service.tournaments.store import Tournaments
from service.workers.bookkeeper import Bookkeeper
from tests.support.service.keepers import CATALOGUE, caught_up
from tests.support.service.rounds import ORGANISER, matches_of, sound, started


class Moment(Enum):
    """When a table is ruled: the ruling has found no match, and is recorded at this moment."""

    RECORD_READ = "once the steward has read the record"
    OPENED = "once the match is open"
    NOTED = "once it is noted"


class Slow(Steward):
    """A steward whom a ruling overtakes, once."""

    ruled: Callable[[], Awaitable[object]] | None = None
    at: Moment

    async def reached(self, moment: Moment) -> None:
        if self.ruled is not None and moment is self.at:
            rule, self.ruled = self.ruled, None
            await rule()

    async def _prepared(self, rules: Rules, tournament: Tournament) -> Opening:
        prepared = await super()._prepared(rules, tournament)
        await self.reached(Moment.RECORD_READ)
        return prepared

    async def _open_match(self, opening: Opening, game: Game) -> None:
        await super()._open_match(opening, game)
        await self.reached(Moment.OPENED)

    async def _noted(self, tournament: str, match: str) -> Game | None:
        ruled = await super()._noted(tournament, match)
        await self.reached(Moment.NOTED)
        return ruled


@pytest.mark.parametrize("moment", Moment, ids=[one.value for one in Moment])
@pytest.mark.parametrize(
    ("best_of", "game", "ending"),
    [(1, 0, "ruled"), (3, 0, "called-off"), (3, 1, "ruled")],
    ids=["a table", "a table of three", "its first game"],
)
async def test_a_match_that_is_ruled_while_it_opens_is_closed(
    own_store: LogStore, sqlite_records: Records, moment: Moment, best_of: Literal[1, 3], game: int, ending: str
) -> None:
    tournament, tournaments = await started(sqlite_records, 2, 41, best_of=best_of), Tournaments(sqlite_records)
    matches = LiveMatches(own_store, CATALOGUE, 10)
    steward, (first, second) = Slow(matches, tournaments), matches_of(tournament)
    ruling = RuleTable(1, 1, (3, 1), (1, 2), Cause.OTHER, game)
    steward.at, steward.ruled = moment, lambda: tournaments.submit(tournament.id, ORGANISER, ruling)
    await steward.open_tables(tournament.id)
    while await steward.open_tables(tournament.id):
        pass
    ruled, other = await matches.fresh(first), await matches.fresh(second)
    assert ruled is not None
    assert ruled.match.closed is not None
    assert ruled.match.closed.reason.value == ending
    assert other is not None
    assert other.match.closed is None
    await caught_up(Bookkeeper(own_store, sqlite_records, CATALOGUE))
    found = await sound(sqlite_records, tournament.id)
    assert [one.number for _, table, one in opened_games(found) if table.number == 1 and not one.closed] == (
        [2] if game else []
    )


@pytest.mark.parametrize("ticks", range(6))
@pytest.mark.parametrize("cancelled_first", [True, False])
async def test_it_ends_though_it_is_called_at_the_same_moment(ticks: int, cancelled_first: bool) -> None:
    nothing: Any = None
    steward = Steward(nothing, nothing)
    running = asyncio.create_task(steward.run())
    await asyncio.sleep(0.01)
    steps = (running.cancel, steward.call) if cancelled_first else (steward.call, running.cancel)
    steps[0]()
    for _ in range(ticks):
        await asyncio.sleep(0)
    steps[1]()
    await asyncio.wait((running,), timeout=2)
    assert running.cancelled()
