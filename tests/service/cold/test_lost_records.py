"""Archive rows are restored by `chronik rebuild` and by a service with an older database; `chronik fsck` reads both
places.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import delete, select

from chronik.service.cli.cli import main
from chronik.service.cold.archive_rows import ArchiveRow
from chronik.service.cold.objects import Objects, Unreachable
from chronik.service.log import retry
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore, Tail
from chronik.service.matches import archivist
from chronik.service.matches.rebuild import rebuild
from chronik.service.sql.database import CheckpointRow, MatchRow, PositionRow, Records
from tests.support.service.cold import CATALOGUE, Cold


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)


async def table(records: Records) -> list[dict[str, Any]]:
    async with records.reading() as session:
        return [row.model_dump() for row in (await session.exec(select(MatchRow).order_by(MatchRow.id))).all()]


async def delete_rows(records: Records, *more: Any) -> None:
    """Deletes rows, as in a new or older database."""
    async with records.session() as session:
        for kind in (MatchRow, CheckpointRow, PositionRow, *more):
            await session.exec(delete(kind))


@pytest.mark.parametrize("lost", [(), (ArchiveRow,)])
async def test_a_rebuild_reads_the_log_and_cold_storage(
    own_store: LogStore, sqlite_records: Records, tmp_path: Path, lost: tuple[Any, ...]
) -> None:
    cold = Cold(own_store, sqlite_records, tmp_path / "archives")
    left, _ = await cold.archive_match(1)
    in_grace, _ = await cold.finish_match(2)
    before = await table(sqlite_records)
    await delete_rows(sqlite_records, *lost)
    done = await rebuild(own_store, sqlite_records, CATALOGUE, cold.storage)
    assert (done.matches, done.parked) == (2, 0)
    assert await table(sqlite_records) == before
    assert (await cold.row(left.match.id)).left_at is not None
    assert (await cold.row(in_grace.match.id)).left_at is None
    cold.file(left.match.id).unlink()
    remembering_nothing = Cold(own_store, sqlite_records, tmp_path / "archives").storage
    assert (await rebuild(own_store, sqlite_records, CATALOGUE, remembering_nothing)).parked == 1


async def test_a_service_with_an_older_database_registers_unknown_archives(
    own_store: LogStore, sqlite_records: Records, tmp_path: Path
) -> None:
    cold = Cold(own_store, sqlite_records, tmp_path / "archives")
    await cold.archive_match(3)
    before = await table(sqlite_records)
    await delete_rows(sqlite_records, ArchiveRow)
    await cold.books.close_gaps()
    assert await table(sqlite_records) == before


async def test_fsck_checks_both_the_log_and_cold_storage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    with BundledValkey.start(data) as engine:
        store, records = LogStore(engine.url), Records(f"sqlite+aiosqlite:///{data / 'chronik.db'}")
        try:
            await records.migrate()
            cold = Cold(store, records, data / "archives")
            one, _ = await cold.archive_match(4)
            other, _ = await cold.archive_match(5)
            in_grace, _ = await cold.finish_match(6)
        finally:
            await store.close()
            await records.close()
    return_code = await asyncio.to_thread(main, ["fsck", "--data", str(data), "--decide"])
    assert (return_code, capsys.readouterr().out.splitlines()[-1]) == (0, "3 matches: all good")
    file = cold.file(one.match.id)
    content = bytearray(file.read_bytes())
    content[-3] ^= 1
    file.write_bytes(content)
    cold.file(other.match.id).unlink()
    with closing(sqlite3.connect(data / "chronik.db", isolation_level=None)) as database:
        database.execute("UPDATE matches SET id = ? WHERE id = ?", ("e" * 32, in_grace.match.id))
    return_code = await asyncio.to_thread(main, ["fsck", "--data", str(data)])
    said = capsys.readouterr().out
    assert (return_code, said.splitlines()[-1]) == (1, "4 matches: 3 damaged")
    assert f"{'e' * 32}: It is in the database, but has neither a log nor an archive" in said
    assert f"{one.match.id}: Its archive is invalid" in said
    assert f"{other.match.id}: Its archive is missing" in said


async def test_a_full_read_waits_for_a_late_replica(
    own_store: LogStore, sqlite_records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "PAUSE", 0.0)
    cold = Cold(own_store, sqlite_records, tmp_path / "archives")
    await cold.finish_match(8)
    whole = LogStore.read_log
    late: Iterator[bool] = iter((True, True))

    async def read(store: LogStore, match: str) -> tuple[Tail, bytes | None]:
        if next(late, False):
            raise Unavailable("no second server has confirmed what was read")
        return await whole(store, match)

    monkeypatch.setattr(LogStore, "read_log", read)
    done = await rebuild(own_store, sqlite_records, CATALOGUE, cold.storage)
    assert (done.matches, done.parked) == (1, 0)
    monkeypatch.setattr(retry, "SECONDS", 0.1)
    late = repeat(True)  # control: a replica that never catches up
    with pytest.raises(Unavailable):
        await rebuild(own_store, sqlite_records, CATALOGUE, cold.storage)


async def test_fsck_follows_a_match_that_leaves_the_log_after_it_was_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    with BundledValkey.start(data) as engine:
        store, records = LogStore(engine.url), Records(f"sqlite+aiosqlite:///{data / 'chronik.db'}")
        try:
            await records.migrate()
            left, _ = await Cold(store, records, data / "archives").archive_match(7)
        finally:
            await store.close()
            await records.close()
    listed = [left.match.id]

    async def matches(_: LogStore) -> AsyncIterator[str]:
        for match in listed:
            yield match

    get, away = Objects.get, iter((True, True))

    async def late(objects: Objects, name: str) -> bytes | None:
        if next(away, False):
            raise Unreachable("the archives cannot be reached")
        return await get(objects, name)

    monkeypatch.setattr(retry, "PAUSE", 0.0)
    monkeypatch.setattr(Objects, "get", late)
    monkeypatch.setattr(LogStore, "matches", matches)
    return_code = await asyncio.to_thread(main, ["fsck", "--data", str(data)])
    assert (return_code, capsys.readouterr().out) == (0, "1 matches: all good\n")
    listed.append("0" * 32)  # control: a match that does not exist
    return_code = await asyncio.to_thread(main, ["fsck", "--data", str(data)])
    said = capsys.readouterr().out.splitlines()
    assert (return_code, said) == (1, [f"{listed[1]}: Its archive is missing.", "2 matches: 1 damaged"])
