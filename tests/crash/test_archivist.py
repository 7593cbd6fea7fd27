"""An archivist is killed at each of its steps: no match is lost, and none is stored twice."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from chronik.service.cold.archive_rows import CLAIM_MS
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.store import LogStore
from chronik.service.matches import archivist
from chronik.service.sql.database import Records, open_records
from tests.support.service.cold import Cold, Step, archive_until
from tests.support.service.keepers import killed
from tests.support.service.sql import any_postgres, new_database

LONG = bool(os.environ.get("CHRONIK_LONG"))
TIMES = 5 if LONG else 1
"""How often a process is killed at each of the eight steps, on each database: 80 times in a long run."""


@pytest.fixture(params=["sqlite", "postgres"] if LONG else ["sqlite"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of an empty database, in a short run on SQLite only."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'chronik.db'}"
    else:
        with any_postgres() as server:
            async with new_database(server) as url:
                yield url


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[BundledValkey]:
    """A bundled engine."""
    with BundledValkey.start(tmp_path / "engine") as engine:
        yield engine


async def test_an_archivist_killed_at_any_step_neither_loses_nor_doubles_a_match(
    engine: BundledValkey, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    async with open_records(database):
        pass
    store, records = LogStore(engine.url), Records(database)
    cold = Cold(store, records, tmp_path / "archives")
    ended = [await cold.finish_match(seed) for seed in range(2)]
    try:
        for turn, step in enumerate(step for step in Step for _ in range(TIMES)):
            ended.append(await cold.finish_match(10 + turn))
            await killed(archive_until, step, database, engine.url, tmp_path / "archives", cold.now)
            for sitting, items in ended:
                tail, secret = await cold.without_cache().read_log(sitting.match.id)
                assert [(one.version, one.batch, one.head) for one in tail.items] == [one[:3] for one in items]
                assert secret == sitting.keys.secret
            cold.now += CLAIM_MS
        while await cold.archivist.round():
            cold.now += CLAIM_MS
        assert [match async for match in store.matches()] == []
        whole = [path.name for path in (tmp_path / "archives").rglob("*") if path.is_file() and "#" not in path.name]
        assert sorted(whole) == sorted(f"{sitting.match.id}.chronik" for sitting, _ in ended)
        for sitting, items in ended:
            tail, _ = await cold.without_cache().read_log(sitting.match.id)
            assert tail.batches == tuple(item.batch for item in items)
            assert (await cold.row(sitting.match.id)).left_at is not None
    finally:
        await store.close()
        await records.close()
