"""Objects in a directory and in a bucket: durable once written, and a typed error if the store does not answer."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from chronik.service.cold.objects import Objects, Unreachable
from chronik.service.cold.storage import list_archived_matches, object_name
from chronik.service.log.outcomes import Damaged
from chronik.service.log.store import LogStore
from chronik.service.matches import archivist
from chronik.service.operating.metrics import REGISTRY
from chronik.service.sql.database import Records
from tests.support.service.cold import Cold
from tests.support.service.s3 import BUCKET, CALLER, s3_server, slow_line


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """Returns the address of an S3 server."""
    with s3_server() as url:
        yield url


@pytest.fixture
def at_s3(s3: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns the address of a bucket, with credentials in the environment."""
    for name, value in {**CALLER, "AWS_ENDPOINT_URL": s3}.items():
        monkeypatch.setenv(name, value)
    return s3


async def store_and_read_back(objects: Objects) -> None:
    assert await objects.get("ab/abc") is None
    await objects.put("ab/abc", b"first")
    await objects.put("ab/abc", b"second")
    await objects.put("cd/cde", bytes(1 << 20))
    assert await objects.get("ab/abc") == b"second"
    assert await objects.get("cd/cde") == bytes(1 << 20)
    assert sorted([name async for name in objects.names()]) == ["ab/abc", "cd/cde"]


async def test_a_directory_stores_objects(tmp_path: Path) -> None:
    objects = Objects(tmp_path / "not" / "there")
    assert [name async for name in objects.names()] == []
    await store_and_read_back(objects)


async def test_a_bucket_stores_objects(at_s3: str) -> None:
    await store_and_read_back(Objects("s3://chronik/other"))


async def test_a_file_is_synced_before_its_rename_and_its_folders_after_it(tmp_path: Path) -> None:
    """A crash before the rename leaves no visible file, and a rename lasts only if its directory is synced."""
    done: list[str] = []
    fsync, rename = os.fsync, Path.rename

    def record_sync(descriptor: int) -> None:
        done.append(Path(f"/dev/fd/{descriptor}").resolve().name.partition("#")[0])
        fsync(descriptor)

    def record_rename(self: Path, target: Path) -> Path:
        done.append(f"{target.name} is there")
        return rename(self, target)

    with patch("os.fsync", record_sync), patch.object(Path, "rename", record_rename):
        await Objects(tmp_path / "archives").put("ab/abc", b"content")
    assert done == ["abc", "abc is there", "ab", "archives"]

    with patch.object(Path, "rename", side_effect=OSError), pytest.raises(Unreachable):
        await Objects(tmp_path / "archives").put("cd/cde", b"content")
    assert [name async for name in Objects(tmp_path / "archives").names()] == ["ab/abc"]


async def test_a_full_disk_is_reported_and_leaves_no_partial_file(tmp_path: Path) -> None:
    with patch("os.fsync", side_effect=OSError(28, "No space left on device")), pytest.raises(Unreachable):
        await Objects(tmp_path).put("ab/abc", b"content")
    assert list((tmp_path / "ab").iterdir()) == []  # a partial file would use the little space that is left


@pytest.mark.parametrize("call", ["exists", "mkdir"])
async def test_a_disk_that_hangs_is_unreachable_and_blocks_nothing_else(tmp_path: Path, call: str) -> None:
    objects, answers = Objects(tmp_path / "archives", seconds=0.05), threading.Event()

    def hangs(*_: object, **__: object) -> bool:
        return answers.wait(2)  # a time limit, so that the test ends even if everything waits for it

    async def is_unreachable() -> None:
        with pytest.raises(Unreachable):
            await (objects.get("ab/abc") if call == "exists" else objects.put("ab/abc", b"content"))

    begun = time.monotonic()
    try:
        with patch.object(Path, call, hangs):
            await asyncio.gather(*(is_unreachable() for _ in range(10)))
            await asyncio.to_thread(tmp_path.is_dir)
            assert time.monotonic() - begun < 1.5
    finally:
        answers.set()


async def test_after_a_disk_error_the_archives_are_unreachable(tmp_path: Path) -> None:
    objects = Objects(tmp_path)
    with patch.object(Path, "exists", side_effect=OSError(5, "Input/output error")):
        for asked in (objects.get("ab/abc"), objects.check_exists(), anext(objects.names())):
            with pytest.raises(Unreachable):
                await asked


async def test_only_the_owner_can_read_archive_files(tmp_path: Path) -> None:
    await Objects(tmp_path / "archives").put("ab/abc", b"content")
    assert (tmp_path / "archives").stat().st_mode & 0o077 == 0


async def test_a_slow_bucket_can_be_used_but_a_silent_one_is_unreachable(
    at_s3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Objects(BUCKET).put("ab/abc", b"content")
    async with slow_line(at_s3) as (line, url):
        monkeypatch.setenv("AWS_ENDPOINT_URL", url)
        line.delay = 0.1
        assert await Objects(BUCKET, seconds=5.0).get("ab/abc") == b"content"
        line.delay = 60.0
        begun = time.monotonic()
        with pytest.raises(Unreachable):
            await Objects(BUCKET, seconds=0.2).get("ab/abc")
        assert time.monotonic() - begun < 5
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    for asked in (Objects(BUCKET).get("ab/abc"), Objects(BUCKET).put("ab/abc", b"")):
        with pytest.raises(Unreachable):
            await asked
    with pytest.raises(Unreachable):
        _ = [name async for name in Objects(BUCKET).names()]


async def test_a_bucket_that_refuses_the_key_is_unreachable_and_the_error_does_not_show_the_key(
    at_s3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Objects(BUCKET).put("ab/abc", b"content")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another secret")
    refused = Objects(BUCKET)
    for asked in (refused.get("ab/abc"), refused.put("ab/abc", b""), refused.check_exists()):
        with pytest.raises(Unreachable) as error:
            await asked
        assert "another secret" not in str(error.value)


async def test_a_missing_store_counts_as_unreachable_and_not_as_empty(at_s3: str, tmp_path: Path) -> None:
    for there in (Objects(BUCKET), Objects(tmp_path)):
        await there.check_exists()
    for absent in (Objects("s3://mistyped/archives"), Objects(tmp_path / "not mounted")):
        assert await absent.get("ab/abc") is None
        with pytest.raises(Unreachable):
            await absent.check_exists()


async def test_writing_to_a_store_can_be_checked_before_it_has_files(at_s3: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for takes in (Objects(BUCKET), Objects(tmp_path), Objects(tmp_path / "none" / "made")):
        await takes.check_writable()
    assert os.listdir(tmp_path) == ["file"], "nothing is made, and nothing stays"
    for refuses in (Objects("s3://mistyped/archives"), Objects(tmp_path / "file" / "archives")):
        with pytest.raises(Unreachable) as said:
            await refuses.check_writable()
        assert "mistyped" not in str(said.value)


def failures() -> float:
    """Returns how many steps into cold storage have failed."""
    return REGISTRY.get_sample_value("chronik_archived_matches_total", {"outcome": "failed"}) or 0.0


async def test_matches_are_archived_in_a_bucket_and_damage_there_is_found(
    at_s3: str, store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    cold = Cold(store, sqlite_records, BUCKET)
    with patch.dict(os.environ, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}):
        away = Cold(store, sqlite_records, BUCKET)
        sitting, items = await away.finish_match(50)
        failed = failures()
        with pytest.raises(Unreachable):
            await away.archivist.round()
        assert failures() == failed + 1
    cold.now += 3_600_000
    await cold.archivist.round()
    await cold.archivist.round()
    match = sitting.match.id
    assert (await cold.row(match)).left_at is not None
    tail, secret = await cold.without_cache().read_log(match)
    assert (tail.batches, tail.head, secret) == (tuple(sitting.stored), items[-1].head, sitting.keys.secret)
    assert [one async for one in list_archived_matches(cold.objects)] == [match]
    file = await cold.objects.get(object_name(match))
    assert file is not None
    for altered in (file[:-1], file[:60] + bytes([file[60] ^ 4]) + file[61:], b""):
        await cold.objects.put(object_name(match), altered)
        with pytest.raises(Damaged):
            await cold.without_cache().read_log(match)
    with pytest.raises(Unreachable):
        await away.logs.read_log(match)
