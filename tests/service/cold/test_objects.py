"""Objects in a directory and in a bucket: safe once written, and a typed failure where nobody answers."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from service.cold.objects import Objects, Unreachable
from service.cold.storage import archived_matches, name_of
from service.log.outcomes import Damaged
from service.log.store import LogStore
from service.observing.metrics import ARCHIVED
from service.sql.database import Records
from service.workers import archivist
from tests.support.service.cold import Cold
from tests.support.service.s3 import BUCKET, CALLER, s3_server, slow_line


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The address of an S3 server."""
    with s3_server() as url:
        yield url


@pytest.fixture
def at_s3(s3: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same, as the environment says it to whoever opens the bucket."""
    for name, value in {**CALLER, "AWS_ENDPOINT_URL": s3}.items():
        monkeypatch.setenv(name, value)
    return s3


async def there_and_back(objects: Objects) -> None:
    assert await objects.get("ab/abc") is None
    await objects.put("ab/abc", b"first")
    await objects.put("ab/abc", b"second")
    await objects.put("cd/cde", bytes(1 << 20))
    assert await objects.get("ab/abc") == b"second"
    assert await objects.get("cd/cde") == bytes(1 << 20)
    assert sorted([name async for name in objects.names()]) == ["ab/abc", "cd/cde"]


async def test_objects_in_a_directory(tmp_path: Path) -> None:
    objects = Objects(tmp_path / "not" / "there")
    assert [name async for name in objects.names()] == []
    await there_and_back(objects)


async def test_objects_in_a_bucket(at_s3: str) -> None:
    await there_and_back(Objects("s3://chronik/other"))


async def test_a_file_is_on_the_disk_before_it_is_there_and_its_names_are_after(tmp_path: Path) -> None:
    """Whoever dies before the rename leaves nothing to be seen; and a rename is not kept that no directory has."""
    done: list[str] = []
    fsync, rename = os.fsync, Path.rename

    def synced(descriptor: int) -> None:
        done.append(Path(f"/dev/fd/{descriptor}").resolve().name.partition("#")[0])
        fsync(descriptor)

    def renamed(self: Path, target: Path) -> Path:
        done.append(f"{target.name} is there")
        return rename(self, target)

    with patch("os.fsync", synced), patch.object(Path, "rename", renamed):
        await Objects(tmp_path / "archives").put("ab/abc", b"content")
    assert done == ["abc", "abc is there", "ab", "archives"]

    with patch.object(Path, "rename", side_effect=OSError), pytest.raises(Unreachable):
        await Objects(tmp_path / "archives").put("cd/cde", b"content")
    assert [name async for name in Objects(tmp_path / "archives").names()] == ["ab/abc"]


async def test_a_full_disk_is_said_and_nothing_of_the_file_stays(tmp_path: Path) -> None:
    with patch("os.fsync", side_effect=OSError(28, "No space left on device")), pytest.raises(Unreachable):
        await Objects(tmp_path).put("ab/abc", b"content")
    assert list((tmp_path / "ab").iterdir()) == []  # a piece would take what little there is


@pytest.mark.parametrize("call", ["exists", "mkdir"])
async def test_a_disk_that_does_not_answer_is_unreachable_and_holds_up_nothing_else(tmp_path: Path, call: str) -> None:
    objects, answers = Objects(tmp_path / "archives", patience=0.05), threading.Event()

    def hangs(*_: object, **__: object) -> bool:
        return answers.wait(2)  # not for ever, so that the test ends where all waits for it

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


async def test_an_error_of_the_disk_is_that_the_archives_cannot_be_reached(tmp_path: Path) -> None:
    objects = Objects(tmp_path)
    with patch.object(Path, "exists", side_effect=OSError(5, "Input/output error")):
        for asked in (objects.get("ab/abc"), objects.check_is_there(), anext(objects.names())):
            with pytest.raises(Unreachable):
                await asked


async def test_archives_are_for_their_owner_alone(tmp_path: Path) -> None:
    await Objects(tmp_path / "archives").put("ab/abc", b"content")
    assert (tmp_path / "archives").stat().st_mode & 0o077 == 0


async def test_a_bucket_that_is_slow_answers_and_one_that_is_silent_is_unreachable(
    at_s3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Objects(BUCKET).put("ab/abc", b"content")
    async with slow_line(at_s3) as (line, url):
        monkeypatch.setenv("AWS_ENDPOINT_URL", url)
        line.delay = 0.1
        assert await Objects(BUCKET, patience=5.0).get("ab/abc") == b"content"
        line.delay = 60.0
        begun = time.monotonic()
        with pytest.raises(Unreachable):
            await Objects(BUCKET, patience=0.2).get("ab/abc")
        assert time.monotonic() - begun < 5
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    for asked in (Objects(BUCKET).get("ab/abc"), Objects(BUCKET).put("ab/abc", b"")):
        with pytest.raises(Unreachable):
            await asked
    with pytest.raises(Unreachable):
        _ = [name async for name in Objects(BUCKET).names()]


async def test_a_bucket_that_refuses_our_key_is_unreachable_and_the_key_is_not_told(
    at_s3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Objects(BUCKET).put("ab/abc", b"content")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another secret")
    refused = Objects(BUCKET)
    for asked in (refused.get("ab/abc"), refused.put("ab/abc", b""), refused.check_is_there()):
        with pytest.raises(Unreachable) as error:
            await asked
        assert "another secret" not in str(error.value)


async def test_a_place_that_is_not_there_is_no_place_without_objects(at_s3: str, tmp_path: Path) -> None:
    for there in (Objects(BUCKET), Objects(tmp_path)):
        await there.check_is_there()
    for absent in (Objects("s3://mistyped/archives"), Objects(tmp_path / "not mounted")):
        assert await absent.get("ab/abc") is None
        with pytest.raises(Unreachable):
            await absent.check_is_there()


async def test_whether_a_place_takes_files_is_known_before_there_are_any(at_s3: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for takes in (Objects(BUCKET), Objects(tmp_path), Objects(tmp_path / "none" / "made")):
        await takes.check_takes_files()
    assert os.listdir(tmp_path) == ["file"], "nothing is made, and nothing stays"
    for refuses in (Objects("s3://mistyped/archives"), Objects(tmp_path / "file" / "archives")):
        with pytest.raises(Unreachable) as said:
            await refuses.check_takes_files()
        assert "mistyped" not in str(said.value)


async def test_matches_go_into_a_bucket_and_damage_there_is_found(
    at_s3: str, store: LogStore, sqlite_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archivist, "YIELD", 0.0)
    cold = Cold(store, sqlite_records, BUCKET)
    with patch.dict(os.environ, {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}):
        away = Cold(store, sqlite_records, BUCKET)
        sitting, items = await away.ended(50)
        failed = ARCHIVED.labels("failed")._value.get()
        with pytest.raises(Unreachable):
            await away.archivist.round()
        assert ARCHIVED.labels("failed")._value.get() == failed + 1
    cold.now += 3_600_000
    await cold.archivist.round()
    await cold.archivist.round()
    match = sitting.match.id
    assert (await cold.row(match)).left_at is not None
    tail, secret = await cold.forgetful().whole(match)
    assert (tail.batches, tail.head, secret) == (tuple(sitting.stored), items[-1].head, sitting.keys.secret)
    assert [one async for one in archived_matches(cold.objects)] == [match]
    file = await cold.objects.get(name_of(match))
    assert file is not None
    for altered in (file[:-1], file[:60] + bytes([file[60] ^ 4]) + file[61:], b""):
        await cold.objects.put(name_of(match), altered)
        with pytest.raises(Damaged):
            await cold.forgetful().whole(match)
    with pytest.raises(Unreachable):
        await away.logs.whole(match)
