"""Bookkeepers and processes that open tables are killed at any step: no result is missing, doubled or changed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from sqlmodel import select

from chronik.domain.tournament.proof.redecide import prove
from chronik.domain.tournament.record.events import GameAdded
from chronik.domain.tournament.record.state import Progress, Tournament
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.store import LogStore
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.rebuild import rebuild
from chronik.service.sql.database import Records
from chronik.service.tournaments.match_scheduler import MatchScheduler
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.tables import TableRow
from tests.support.service import sealed_lists
from tests.support.service.keepers import (
    CATALOGUE,
    Careless,
    Halved,
    Hasty,
    Mortal,
    Step,
    caught_up,
    keep,
    killed,
    open_some,
)
from tests.support.service.lists_app import WithLists
from tests.support.service.rounds import arrivals, close, load_and_check, matches_of, start_tournament
from tests.support.service.sql import any_postgres, new_database

LONG = bool(os.environ.get("CHRONIK_LONG"))
TIMES = 7 if LONG else 1
"""How often a process is killed at each of the seven steps, on each database: 98 times in a long run."""


class Ground:
    """An engine and a database, as a process of the service finds them."""

    def __init__(self, engine: BundledValkey, database: str) -> None:
        self.engine = engine.url
        self.database = database
        self.store = LogStore(engine.url)
        self.records = Records(database)

    async def matches(self) -> set[str]:
        return {match async for match in self.store.matches()}

    def scheduler(self, games: type[Catalogue] = Catalogue) -> MatchScheduler:
        return MatchScheduler(LiveMatches(self.store, games({}), 100), Tournaments(self.records))


@pytest.fixture(params=["sqlite", "postgres"] if LONG else ["sqlite"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """Yields the address of an empty database, in a short run on SQLite only."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}"
    else:
        with any_postgres() as server:
            async with new_database(server) as url:
                yield url


@pytest.fixture
async def ground(tmp_path: Path, database: str) -> AsyncIterator[Ground]:
    with BundledValkey.start(tmp_path / "data") as engine:
        ground = Ground(engine, database)
        await ground.records.migrate()
        yield ground
        await ground.store.close()
        await ground.records.close()


async def test_results_equal_a_rebuild_after_a_bookkeeper_was_killed_at_every_step(ground: Ground) -> None:
    tournament = await start_tournament(ground.records, TIMES * len(Step) + 1, 21)
    matches = matches_of(tournament)
    waiting = list(matches)
    for step in tuple(Step) * TIMES:
        await close(ground.store, waiting.pop(0))
        await killed(keep, Mortal, ground.database, ground.engine, step)
    await close(ground.store, waiting.pop(0))
    await caught_up(Bookkeeper(ground.store, ground.records, CATALOGUE))
    assert not waiting
    assert (await load_and_check(ground.records, tournament.id)).rounds[0].progress is Progress.CLOSED
    assert set(arrivals(await Tournaments(ground.records).log(tournament.id))) == set(matches)
    rebuilt = await rebuild(ground.store, ground.records, CATALOGUE)
    assert (rebuilt.results.new, rebuilt.results.drifted, rebuilt.parked) == ((), (), 0)
    assert rebuilt.results.same == tuple(sorted(matches))


@pytest.mark.parametrize("control", [Hasty, Halved])
async def test_control_a_bookkeeper_that_acknowledges_too_early_loses_a_result(
    ground: Ground, control: type[Mortal]
) -> None:
    tournament = await start_tournament(ground.records, 2, 22)
    lost, kept = matches_of(tournament)
    await close(ground.store, lost)
    await killed(keep, control, ground.database, ground.engine, Step.AFTER_COMMIT)
    await close(ground.store, kept)
    await caught_up(control(ground.store, ground.records, CATALOGUE))
    assert arrivals(await Tournaments(ground.records).log(tournament.id)) == [kept]
    assert (await rebuild(ground.store, ground.records, CATALOGUE)).results.new == (lost,)


@pytest.mark.parametrize("noted", [False, True], ids=["before it is noted", "between two"])
async def test_other_processes_open_the_tables_that_a_killed_process_left_unopened(ground: Ground, noted: bool) -> None:
    tournament = await start_tournament(ground.records, 6, 23)
    await killed(open_some, MatchScheduler, ground.database, ground.engine, tournament.id, 3, noted)
    before = {match: (await ground.store.tail(match, 0)).batches for match in await ground.matches()}
    assert len(before) == 3
    schedulers = [ground.scheduler(), ground.scheduler()]
    opened = await asyncio.gather(*(one.open_tables(tournament.id) for one in schedulers))
    assert max(opened) == (3 if noted else 4)
    assert await ground.matches() == set(matches_of(tournament))
    for match in matches_of(tournament):
        entries = (await ground.store.tail(match, 0)).batches
        assert entries[: len(before.get(match, ()))] == before.get(match, ())
        assert [_kind(entry) for entry in entries].count("opened") == 1
        assert await ground.store.fsck(match) == ()
    async with ground.records.reading() as session:
        assert all((await session.exec(select(TableRow.opened))).all())


@pytest.mark.parametrize("noted", [False, True] if LONG else [False])
async def test_each_list_is_submitted_once_if_a_process_is_killed_while_it_opens_tables(
    ground: Ground, noted: bool
) -> None:
    tournament = await sealed_lists.start_round(ground.records)
    await killed(open_some, MatchScheduler, ground.database, ground.engine, tournament.id, 1, noted, WithLists)
    (killed_at,) = await ground.matches()
    before = (await ground.store.tail(killed_at, 0)).batches
    schedulers = [ground.scheduler(WithLists), ground.scheduler(WithLists)]
    await asyncio.gather(*(one.open_tables(tournament.id) for one in schedulers))
    assert await ground.matches() == set(matches_of(tournament))
    assert (await ground.store.tail(killed_at, 0)).batches == before
    for table in tournament.rounds[0].tables:
        live = await schedulers[0].matches.find_fresh(table.match)
        assert live is not None
        assert live.match.state.lists == tuple(sealed_lists.BROUGHT[number] for number in table.entrants)
        assert live.match.version == len(msgspec.json.decode(before[0])["e"])
        assert await ground.store.fsck(table.match) == ()


async def test_the_next_game_of_a_table_is_added_and_opened_once_despite_kills(ground: Ground) -> None:
    steps = tuple(Step) * TIMES if LONG else (Step.AFTER_RESULTS, Step.AFTER_COMMIT)
    tournament = await start_tournament(ground.records, len(steps), 25, best_of=3)
    firsts = matches_of(tournament)
    for match, step in zip(firsts, steps, strict=True):
        await close(ground.store, match)
        await killed(keep, Mortal, ground.database, ground.engine, step)
    await caught_up(Bookkeeper(ground.store, ground.records, CATALOGUE))
    log = await Tournaments(ground.records).log(tournament.id)
    added = [(one.e.table, one.e.game) for one in log if isinstance(one.e, GameAdded)]
    assert sorted(added) == [(table, 2) for table in range(1, len(steps) + 1)]
    assert sorted(arrivals(log)) == sorted(firsts)
    found = await load_and_check(ground.records, tournament.id)
    assert prove(tournament.id, log).tournament == found
    await killed(open_some, MatchScheduler, ground.database, ground.engine, tournament.id, 1, False)
    await asyncio.gather(*(one.open_tables(tournament.id) for one in (ground.scheduler(), ground.scheduler())))
    assert await ground.matches() == {*firsts, *matches_of(found)}
    for match in matches_of(found):
        assert [_kind(entry) for entry in (await ground.store.tail(match, 0)).batches] == ["opened"]


async def test_control_a_match_scheduler_that_invents_ids_opens_tables_twice(ground: Ground) -> None:
    tournament: Tournament = await start_tournament(ground.records, 2, 24)
    await killed(open_some, Careless, ground.database, ground.engine, tournament.id, 1, False)
    careless = Careless(LiveMatches(ground.store, CATALOGUE, 10), Tournaments(ground.records))
    await careless.open_tables(tournament.id)
    assert len(await ground.matches()) > 2 * len(matches_of(tournament))


def _kind(entry: bytes) -> str:
    kind: str = msgspec.json.decode(entry)["e"][0]["t"]
    return kind
