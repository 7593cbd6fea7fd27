"""The archivist: despite crashes at any moment, no match is lost, doubled, or removed from the log too early."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from redis import Redis
from sqlalchemy import text
from sqlmodel import delete
from structlog.testing import capture_logs

from chronik.domain.engine.match.commands import CallOff
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.proof.archive import unpack
from chronik.domain.engine.proof.verification import verify
from chronik.domain.log.signature import NO_SIGNER
from chronik.service.cold.archive_rows import CLAIM_MS, LONGEST_MS, ArchiveRow, archive_from_row, claim
from chronik.service.cold.objects import Unreachable
from chronik.service.cold.storage import object_name
from chronik.service.cold.unregistered import register_archives
from chronik.service.log.keys import Item, keys
from chronik.service.log.outcomes import NotLoaded
from chronik.service.log.store import REMOVE, LogStore
from chronik.service.matches import archivist
from chronik.service.matches.archives import find_or_build_archive
from chronik.service.matches.catalogue import game_loader
from chronik.service.matches.integrity import find_archive_flaws
from chronik.service.sql.database import CheckpointRow, MatchRow, Records, open_records
from chronik.service.sql.parked import all_parked
from tests.support.engine.edits import file_by_later_version, opened_later
from tests.support.engine.signers import EVE, keyring
from tests.support.engine.sittings import Sitting
from tests.support.service.cold import CATALOGUE, GRACE_SECONDS, Cold, Crash, Step
from tests.support.service.stored import items_of, plant, put, send

HASTY = b"return redis.call('UNLINK', KEYS[1], KEYS[2])"
"""The control: a removal without a comparison."""


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)


@pytest.fixture
def cold(store: LogStore, sqlite_records: Records, tmp_path: Path) -> Cold:
    return Cold(store, sqlite_records, tmp_path / "archives")


async def keys_of(store: LogStore, match: str) -> int:
    """Returns how many keys of a match the log's server has."""
    at = keys(match)
    (found,) = await send(store, ("EXISTS", at.log, at.secret))
    return int(found)


async def rounds(cold: Cold, count: int) -> None:
    """Runs rounds of the archivist, each when no match is claimed any more."""
    for _ in range(count):
        await cold.archivist.round()
        cold.now += CLAIM_MS


async def read_whole(cold: Cold, sitting: Sitting, items: list[Item]) -> None:
    """Checks that a match is read as it was played, by a process without a cache."""
    tail, secret = await cold.without_cache().read_log(sitting.match.id)
    assert [(one.version, one.batch, one.head) for one in tail.items] == [one[:3] for one in items]
    assert (tail.last, tail.head, secret) == (items[-1].version, items[-1].head, sitting.keys.secret)


async def test_a_finished_match_is_archived_and_leaves_the_log_after_a_week(
    store: LogStore, records: Records, tmp_path: Path
) -> None:
    cold = Cold(store, records, tmp_path / "archives")
    cold.now = 0
    sitting, items = await cold.finish_match(1)
    match = sitting.match.id
    row = await cold.row(match)
    assert (row.version, row.head, row.archived_at) == (items[-1].version, items[-1].head.hex(), None)

    cold.now = row.closed_at
    assert await cold.archivist.round() == 1
    row = await cold.row(match)
    assert row.archived_at == cold.now
    file = cold.file(match).read_bytes()
    assert row.size == len(file)
    assert verify(unpack(file), game_loader(CATALOGUE)).ok
    await read_whole(cold, sitting, items)

    cold.now = row.closed_at + int(GRACE_SECONDS * 1000)
    assert await cold.archivist.round() == 0
    assert await keys_of(store, match) == 2
    cold.now += 1
    assert await cold.archivist.round() == 1
    assert await keys_of(store, match) == 0  # P8: it uses no memory of the server
    assert (await cold.row(match)).left_at == cold.now
    await read_whole(cold, sitting, items)
    cold.now += 10 * CLAIM_MS
    assert await cold.archivist.round() == 0
    assert [path.name for path in cold.file(match).parent.iterdir()] == [f"{match}.chronik"]


@pytest.mark.parametrize("step", Step)
async def test_a_crash_between_two_steps_neither_loses_nor_doubles_a_match(cold: Cold, step: Step) -> None:
    sitting, items = await cold.finish_match(2)
    match = sitting.match.id
    cold.archivist.at = step
    with pytest.raises(Crash):
        await rounds(cold, 3)
    await read_whole(cold, sitting, items)
    cold.archivist = cold.new_archivist()
    await rounds(cold, 3)
    await read_whole(cold, sitting, items)
    row = await cold.row(match)
    assert row.left_at is not None
    assert await keys_of(cold.store, match) == 0
    assert cold.file(match).stat().st_size == row.size


async def test_a_match_of_a_later_version_waits_for_that_version_and_does_not_count_as_damaged(cold: Cold) -> None:
    sitting, (first, *items) = await cold.finish_match(4)
    match, file = sitting.match.id, file_by_later_version(sitting.archive())
    await plant(cold.store, match, [first._replace(batch=opened_later(first.batch)), *items])
    async with cold.records.session() as session:
        for kind in (MatchRow, CheckpointRow):
            await session.exec(delete(kind))
    with capture_logs() as told:
        await rounds(cold, 2)
        await cold.books.catch_up([match])
    assert (await cold.row(match)).archived_at is None
    assert {(line["log_level"], line["event"]) for line in told} == {("info", "a match waits for a newer version")}
    async with cold.records.reading() as session:
        assert await all_parked(session) == [match]

    # The later version has archived it, and it has left the log.
    cold.file(match).parent.mkdir(parents=True)
    cold.file(match).write_bytes(file)
    noted = archive_from_row(await cold.row(match))
    with pytest.raises(NotLoaded), capture_logs() as told:
        await cold.storage.read_again(noted)
    (flaw,) = await find_archive_flaws(cold.objects, match, game_loader(CATALOGUE), noted, decide=True)
    assert not flaw.damage
    async with cold.records.session() as session:
        await session.exec(delete(ArchiveRow))
    with capture_logs() as told:
        await register_archives(cold.storage, ())
    assert [line["log_level"] for line in told] == ["info"]
    assert cold.file(match).read_bytes() == file


@pytest.mark.parametrize(("script", "stays"), [(REMOVE, True), (HASTY, False)])
async def test_a_log_that_changes_before_its_removal_is_kept(
    cold: Cold, store_url: str, script: bytes, stays: bool
) -> None:
    sitting, items = await cold.finish_match(3)
    await cold.archivist.round()
    last = items[-1].version + 1

    def grow() -> None:
        with Redis.from_url(store_url) as engine:
            engine.xadd(keys(sitting.match.id).log, {"b": b"{}", "h": bytes(32), "k": bytes(24)}, f"{last}-0")

    cold.archivist.at, cold.archivist.does = Step.COMPARED, grow
    with patch("chronik.service.log.store.REMOVE", script):
        await cold.archivist.round()
    assert ((await cold.store.tail(sitting.match.id, 0)).last == last) is stays
    assert ((await cold.row(sitting.match.id)).left_at is None) is stays


async def test_concurrent_archivists_handle_each_match_once(cold: Cold) -> None:
    ended = [await cold.finish_match(seed) for seed in range(10, 16)]
    workers, written = [cold.new_archivist() for _ in range(3)], list[str]()
    put = cold.objects.put

    async def noting(name: str, file: bytes) -> None:
        written.append(name)
        await put(name, file)

    with capture_logs() as said, patch.object(cold.objects, "put", noting):
        for _ in range(2):
            await asyncio.gather(*(worker.round() for worker in workers))
    assert sorted(written) == sorted(object_name(sitting.match.id) for sitting, _ in ended)
    assert said == []
    for sitting, items in ended:
        assert (await cold.row(sitting.match.id)).left_at is not None
        await read_whole(cold, sitting, items)


async def test_an_archive_that_ends_differently_is_never_overwritten(cold: Cold, tmp_path: Path) -> None:
    """A backup was restored and played on, with the same bucket: its matches have the same ids."""
    sitting, items = await cold.archive_match(50)
    match, file = sitting.match.id, cold.file(sitting.match.id).read_bytes()
    played_on = Sitting(50, 2).play(upto=len(items) // 2)
    played_on.do(CallOff("e" * 32), by=Author.REFEREE)
    others = items_of(match, sitting.keys.secret, played_on.stored)
    async with open_records(f"sqlite+aiosqlite:///{tmp_path}/restored.db") as records:
        restored = Cold(cold.store, records, cold.where)
        await put(cold.store, match, others, sitting.keys.secret)
        await restored.books.catch_up([match])
        with capture_logs() as said:
            await rounds(restored, 3)
        assert ["a different end" in str(line["exc_info"]) for line in said] == [True, True]
        assert (await restored.row(match)).archived_at is None
        assert (await restored.without_cache().read_log(match))[0].last == others[-1].version
    assert cold.file(match).read_bytes() == file


async def test_a_corrupt_archive_is_not_registered_and_is_written_again(cold: Cold) -> None:
    sitting, items = await cold.finish_match(51)
    put = cold.objects.put

    async def cut_off(name: str, file: bytes) -> None:
        await put(name, file[:-1])

    with capture_logs(), patch.object(cold.objects, "put", cut_off):
        await rounds(cold, 1)
    row = await cold.row(sitting.match.id)
    assert (row.archived_at, row.tries) == (None, 1)
    cold.now += LONGEST_MS
    await rounds(cold, 2)
    assert (await cold.row(sitting.match.id)).left_at is not None
    await read_whole(cold, sitting, items)


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:-9])])
async def test_an_archive_that_is_corrupted_while_its_log_exists_is_written_again(
    cold: Cold, harm: Callable[[Path], object]
) -> None:
    sitting, items = await cold.finish_match(52)
    row = await cold.row(sitting.match.id)
    cold.now = row.closed_at
    await cold.archivist.round()
    harm(cold.file(sitting.match.id))
    cold.now += int(GRACE_SECONDS * 1000) + CLAIM_MS
    with capture_logs() as said:
        await rounds(cold, 1)
    assert [line["event"] for line in said] == ["a match cannot be archived"]
    await read_whole(cold, sitting, items)
    await rounds(cold, 2)
    assert (await cold.row(sitting.match.id)).left_at is not None
    await read_whole(cold, sitting, items)


async def test_an_unreachable_archive_does_not_delay_other_matches(cold: Cold) -> None:
    ended = [(await cold.finish_match(seed))[0].match.id for seed in range(53, 58)]
    rows = sorted([await cold.row(match) for match in ended], key=lambda row: row.closed_at)
    put, forbidden = cold.objects.put, object_name(rows[0].match)

    async def refusing(name: str, file: bytes) -> None:
        if name == forbidden:
            raise Unreachable("the archives cannot be reached (PermissionDeniedError)")
        await put(name, file)

    with capture_logs() as said, patch.object(cold.objects, "put", refusing), pytest.raises(Unreachable):
        await rounds(cold, 1)
    assert [line["match"] for line in said] == [rows[0].match]
    archived = [(await cold.row(row.match)).archived_at is not None for row in rows]
    assert archived == [False, True, True, True, True]


async def test_matches_leave_the_log_while_many_wait_to_be_archived(cold: Cold) -> None:
    for seed in (60, 61):
        await cold.finish_match(seed)
    await cold.archivist.round()
    cold.now += int(GRACE_SECONDS * 1000) + CLAIM_MS
    for seed in (62, 63, 64):
        await cold.finish_match(seed)
    claimed = await claim(cold.records, cold.now, cold.now - 1, 4)
    assert [row.archived_at is None for row in claimed] == [True, False, True, False]


async def test_a_slow_bucket_does_not_delay_later_rounds(cold: Cold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archivist, "YIELD", 9.0)
    await cold.finish_match(65)
    get = cold.objects.get

    async def late(name: str) -> bytes | None:
        await asyncio.sleep(0.5)
        return await get(name)

    begun = asyncio.get_running_loop().time()
    with patch.object(cold.objects, "get", late):
        await cold.archivist.round()
    assert cold.storage.cpu.seconds > 0
    assert asyncio.get_running_loop().time() - begun < 9 * 1.0


async def test_an_unreachable_store_ends_a_round(cold: Cold) -> None:
    for seed in range(53, 58):
        await cold.finish_match(seed)
    away = patch.object(cold.objects, "get", side_effect=Unreachable("away"))
    with capture_logs() as said, away as asked, pytest.raises(Unreachable):
        await cold.archivist.round()
    assert (asked.call_count, len(said)) == (2, 2)


async def test_a_store_that_is_unreachable_at_start_is_logged_once_and_work_continues(
    cold: Cold, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "archives").write_bytes(b"no directory")
    begun = asyncio.Event()

    async def round_() -> int:
        begun.set()
        return 0

    monkeypatch.setattr(cold.archivist, "round", round_)
    with capture_logs() as said:
        running = asyncio.create_task(cold.archivist.run())
        await begun.wait()
        running.cancel()
    assert [(line["log_level"], line["event"].partition(":")[0]) for line in said] == [
        ("warning", "the archives cannot be reached")
    ]


@pytest.mark.parametrize(("ahead", "archived"), [(30 * LONGEST_MS, 1), (CLAIM_MS, 0)])  # the second is the control
async def test_a_process_with_a_wrong_clock_does_not_delay_a_match(cold: Cold, ahead: int, archived: int) -> None:
    await cold.finish_match(22)
    assert len(await claim(cold.records, cold.now + ahead, 0, 10)) == 1
    assert await cold.archivist.round() == archived


async def test_a_damaged_log_is_not_archived_and_is_retried_less_and_less_often(cold: Cold) -> None:
    sitting, items = await cold.finish_match(20)
    good, _ = await cold.finish_match(21)
    altered = items[3]._replace(batch=items[3].batch.replace(b'"at":1', b'"at":2'))
    await plant(cold.store, sitting.match.id, [*items[:3], altered, *items[4:]])
    with capture_logs() as said:
        await cold.archivist.round()
        first = await cold.row(sitting.match.id)
        cold.now += CLAIM_MS
        await cold.archivist.round()
    second = await cold.row(sitting.match.id)
    assert [line["match"] for line in said] == [sitting.match.id] * 2
    assert (first.tries, second.tries, second.archived_at) == (1, 2, None)
    assert second.try_at - first.try_at > CLAIM_MS
    assert (await cold.row(good.match.id)).left_at is not None
    assert not cold.file(sitting.match.id).exists()


async def test_a_restored_log_does_not_replace_its_archive_and_is_removed_again(cold: Cold) -> None:
    for seed, upto in ((30, None), (31, 12)):
        sitting, items = await cold.archive_match(seed)
        match = sitting.match.id
        with capture_logs():
            await put(cold.store, match, items[:upto], sitting.keys.secret)
            await read_whole(cold, sitting, items)
            assert (await cold.logs.tail(match, items[-1].version)).last == items[-1].version
        cold.now += CLAIM_MS
        assert await cold.archivist.round() == 0  # nothing has been read yet
        assert await cold.archivist.rescan_logs() == 1
        assert await cold.archivist.round() == 1
        assert await keys_of(cold.store, match) == 0
        await read_whole(cold, sitting, items)


async def test_an_archive_from_before_there_was_a_key_is_signed_on_download(cold: Cold) -> None:
    sitting, _ = await cold.archive_match(42)
    match, stored = sitting.match.id, cold.file(sitting.match.id).read_bytes()
    signed = await find_or_build_archive(cold.logs, sitting.rules, match, EVE)
    assert verify(unpack(signed), game_loader(CATALOGUE), keyring=keyring(EVE)).ok
    assert await find_or_build_archive(cold.logs, sitting.rules, match, NO_SIGNER) == stored
    cold.file(match).write_bytes(signed)  # a signed archive stays unchanged
    assert await find_or_build_archive(cold.without_cache(), sitting.rules, match, NO_SIGNER) == signed


async def test_a_match_that_an_earlier_version_finished_is_found(cold: Cold) -> None:
    sitting, items = await cold.finish_match(45)
    async with cold.records.session() as session:
        await session.exec(delete(ArchiveRow))
    assert await cold.archivist.round() == 0
    assert await cold.archivist.rescan_logs() == 1
    await rounds(cold, 2)
    assert (await cold.row(sitting.match.id)).left_at is not None
    await read_whole(cold, sitting, items)


async def test_an_older_database_finds_the_archive_of_a_match_that_has_left_the_log(cold: Cold) -> None:
    sitting, items = await cold.archive_match(40)
    async with cold.records.session() as session:
        await session.exec(text("UPDATE archives SET archived_at = NULL, left_at = NULL"))  # type: ignore[call-overload]
    cold.now += CLAIM_MS
    await cold.archivist.round()
    await read_whole(cold, sitting, items)


@pytest.mark.parametrize("waiting", ["archived_at IS NULL", "archived_at IS NOT NULL AND left_at IS NULL"])
async def test_a_search_skips_work_that_is_finished(sqlite_records: Records, waiting: str) -> None:
    plan = f"EXPLAIN QUERY PLAN SELECT * FROM archives WHERE {waiting} AND closed_at < 5 ORDER BY closed_at LIMIT 9"
    async with sqlite_records.reading() as session:
        rows = (await session.exec(text(plan))).all()  # type: ignore[call-overload]
    assert "USING INDEX ix_archives_to_" in str(rows)
