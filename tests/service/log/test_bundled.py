"""The bundled Valkey: the failures it survives, and the sentences with which it refuses a directory."""

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from chronik.service.log import bundled as embedded
from chronik.service.log import data_directory
from chronik.service.log.bundled import BundledValkey, BundledValkeyError
from chronik.service.log.data_directory import FORM, Marker
from chronik.service.log.outcomes import Conflict, OutcomeUnknown, ReadOnly, Unavailable
from chronik.service.log.store import Append, LogStore
from tests.support.service.apps import until as eventually
from tests.support.service.engines import Scribe

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs a call that only Linux has")


def incremental_log(data: Path) -> Path:
    (path,) = data.glob("appendonlydir/*.incr.aof")
    return path


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def wait_for_exit(engine: BundledValkey, pid: int) -> bool:
    return engine.pid != pid or bool(engine.trouble)


def write_batches(scribes: Sequence[Scribe], entries: int) -> bool:
    return sum(scribe.version for scribe in scribes) > entries


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] == "Z")


async def write_until(store: LogStore, scribe: Scribe, done: Callable[[], bool]) -> int:
    """Writes like a service that repeats unanswered requests; returns the number of acknowledged batches."""
    count = 0
    while not done():
        batch = scribe.batch(3)
        while True:
            try:
                await scribe.append(store, batch)
                break
            except Conflict:  # the append without an answer was done
                assert (await store.tail(scribe.match, scribe.version)).items[0].mark == batch.mark
                scribe.landed(batch)
                break
            except (OutcomeUnknown, Unavailable):
                await asyncio.sleep(0.01)
        count += 1
    return count


async def count_lost(store: LogStore, scribes: list[Scribe]) -> int:
    """Returns how many acknowledged entries are not where they were acknowledged."""
    missing = 0
    for scribe in scribes:
        there = (await store.tail(scribe.match, 0)).batches
        missing += sum(n >= len(there) or there[n] != entry for n, entry in enumerate(scribe.written))
    return missing


async def test_data_survive_a_stop_of_valkey(tmp_path: Path) -> None:
    data, scribe = tmp_path / "data", Scribe()
    for _ in range(3):
        with BundledValkey.start(data) as engine:
            store = LogStore(engine.url)
            await scribe.write(store, 2)
            assert await count_lost(store, [scribe]) == 0
            await store.close()
    assert not is_running(engine.pid)
    engine.stop()


def test_only_the_owner_can_read_the_files_of_valkey_in_any_directory(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o755)
    with BundledValkey.start(tmp_path / "open"):
        written = [tmp_path / "open" / "appendonlydir", incremental_log(tmp_path / "open")]
    assert [path.stat().st_mode & 0o077 for path in written] == [0, 0]


async def test_nothing_acknowledged_is_lost_if_valkey_is_killed_under_load(engine: BundledValkey) -> None:
    store, scribes = LogStore(engine.url), [Scribe() for _ in range(8)]
    stopped = False
    writers = [asyncio.create_task(write_until(store, scribe, lambda: stopped)) for scribe in scribes]
    for _ in range(2):
        await asyncio.sleep(0.3)
        acknowledged = sum(scribe.version for scribe in scribes)
        pid = engine.pid
        os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(wait_until, partial(wait_for_exit, engine, pid))
        await asyncio.to_thread(wait_until, partial(write_batches, scribes, acknowledged + 100))
    stopped = True
    batches = sum(await asyncio.gather(*writers))
    assert batches > 100
    assert await count_lost(store, scribes) == 0
    for scribe in scribes:
        assert await store.fsck(scribe.match) == ()
    await store.close()


async def test_control_a_truncated_log_has_lost_entries(tmp_path: Path) -> None:
    scribes = [Scribe() for _ in range(4)]
    with BundledValkey.start(tmp_path) as engine:
        store, log = LogStore(engine.url), incremental_log(tmp_path)
        await asyncio.gather(*(write_until(store, scribe, lambda: log.stat().st_size > 10_000) for scribe in scribes))
        assert await count_lost(store, scribes) == 0
        await store.close()
    os.truncate(log, log.stat().st_size - 5_000)
    with BundledValkey.start(tmp_path) as engine:
        store = LogStore(engine.url)
        assert await count_lost(store, scribes) > 0
        await store.close()


SERVICE = """
import asyncio, sys
from pathlib import Path
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.store import LogStore
from tests.support.service.engines import Scribe

async def serve(data):
    engine = BundledValkey.start(Path(data))
    print(engine.pid, engine.directory.socket.parent, flush=True)
    store, scribe = LogStore(engine.url), Scribe("a match")
    while True:
        await scribe.write(store, 2)
        print(scribe.version, flush=True)

asyncio.run(serve(sys.argv[1]))
"""


@contextmanager
def service(data: Path) -> Iterator[tuple[subprocess.Popen[str], int, Path]]:
    """Runs another process that writes to a match and prints each acknowledgement; yields its engine's pid and socket
    directory.
    """
    with subprocess.Popen([sys.executable, "-c", SERVICE, str(data)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            pid, home = process.stdout.readline().split()
            yield process, int(pid), Path(home)
        finally:
            process.kill()


async def test_valkey_ends_with_a_killed_service_and_keeps_everything_acknowledged(tmp_path: Path) -> None:
    with service(tmp_path) as (process, pid, home):
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(200)]
        process.kill()
        acknowledged = max(int(line) for line in [*lines, *process.stdout] if line.endswith("\n"))
    with BundledValkey.start(tmp_path) as engine:
        assert not is_running(pid)
        assert not home.exists()
        store = LogStore(engine.url)
        assert (await store.tail("a match", 0)).last >= acknowledged > 200
        assert await store.fsck("a match") == ()
        await store.close()


def test_a_second_service_on_the_same_directory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_directory, "LIVE_OWNER_SECONDS", 0.1)
    with service(tmp_path) as (process, pid, _):
        with pytest.raises(BundledValkeyError, match=rf"in use by another Chronik \(process {process.pid}\)"):
            BundledValkey.start(tmp_path)
        assert is_running(pid)
    BundledValkey.start(tmp_path).stop()


def test_a_start_waits_for_a_valkey_that_outlives_its_service(tmp_path: Path) -> None:
    with service(tmp_path) as (process, pid, _):
        process.kill()
        wait_until(lambda: not is_running(pid))
    with (tmp_path / "lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        outliving = subprocess.Popen(["sleep", "0.5"], pass_fds=[lock.fileno()])
    with BundledValkey.start(tmp_path):
        assert outliving.poll() is not None or not is_running(outliving.pid)
    assert outliving.wait(60) == 0


def test_ctrl_c_reaches_the_service_and_not_valkey(tmp_path: Path) -> None:
    with BundledValkey.start(tmp_path) as engine:
        assert os.getpgid(engine.pid) == engine.pid


def test_valkey_survives_the_thread_that_started_it(tmp_path: Path) -> None:
    engines: list[BundledValkey] = []
    thread = threading.Thread(target=lambda: engines.append(BundledValkey.start(tmp_path)))
    thread.start()
    thread.join(60)
    (engine,) = engines
    pid = engine.pid
    time.sleep(0.2)
    assert is_running(pid)
    assert engine.pid == pid
    engine.stop()


def test_a_watcher_process_ends_valkey_on_systems_without_prctl() -> None:
    starter = "import subprocess, sys; from chronik.service.log.bundled import watch_over\n"
    starter += "p = subprocess.Popen(['sleep', '60'])\n"
    starter += "w = watch_over(p.pid); print(p.pid, flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", starter], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        assert is_running(pid)
        process.kill()
        wait_until(lambda: not is_running(pid))


def test_the_socket_has_a_short_path_even_for_a_deep_data_directory(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 30) / ("er" * 60)
    with BundledValkey.start(deep) as engine:
        assert len(str(engine.directory.socket)) < 100
        assert engine.directory.socket.parent.stat().st_mode & 0o777 == 0o700
        assert deep.stat().st_mode & 0o777 == 0o700
    assert not engine.directory.socket.parent.exists()


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        (Marker("redis", "7.0.0"), "was written by redis 7.0.0; the bundled Valkey is valkey"),
        (Marker("valkey", "99.0.1"), "was written by valkey 99.0.1, which is newer than the bundled"),
        (b"{", "engine.json cannot be read"),
        (b'{"engine":"valkey","version":"new"}', "engine.json cannot be read"),
    ],
)
def test_a_data_directory_of_another_server_is_refused(tmp_path: Path, marker: Marker | bytes, words: str) -> None:
    content = marker if isinstance(marker, bytes) else msgspec.json.encode(marker)
    (tmp_path / "engine.json").write_bytes(content)
    with pytest.raises(BundledValkeyError, match=words):
        BundledValkey.start(tmp_path)
    assert (tmp_path / "engine.json").read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["engine.json", "lock"]


def test_a_data_directory_without_a_marker_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dump.rdb").write_bytes(b"REDIS0011")
    with pytest.raises(BundledValkeyError, match=r"holds data of another server \(dump.rdb"):
        BundledValkey.start(tmp_path)


def test_matches_from_chronik_0_1_are_refused_and_left_unchanged(tmp_path: Path) -> None:
    content = b'{"engine":"valkey","version":"8.1.4"}'
    (tmp_path / "engine.json").write_bytes(content)
    with pytest.raises(BundledValkeyError) as refused:
        BundledValkey.start(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path} holds matches of Chronik 0.1. "
        "Finish them and export what you want to keep with 0.1, and start again with another directory."
    )
    assert (tmp_path / "engine.json").read_bytes() == content


def test_data_from_an_older_valkey_are_opened_and_marked_with_the_new_version(tmp_path: Path) -> None:
    (tmp_path / "engine.json").write_bytes(msgspec.json.encode(Marker("valkey", "8.1.4", FORM)))
    with BundledValkey.start(tmp_path) as engine:
        bundled = embedded.bundled_version(engine.binary)
    assert msgspec.json.decode((tmp_path / "engine.json").read_bytes(), type=Marker) == Marker("valkey", bundled, FORM)


def test_a_directory_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    with pytest.raises(BundledValkeyError, match="cannot be written"):
        BundledValkey.start(tmp_path / "file" / "data")


async def test_a_truncated_last_write_is_dropped_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    scribe = Scribe()
    with BundledValkey.start(tmp_path) as engine:
        store = LogStore(engine.url)
        await scribe.write(store, 3, 3)
        await store.close()
    path = incremental_log(tmp_path)
    os.truncate(path, path.read_bytes().rindex(scribe.head) + 20)
    with BundledValkey.start(tmp_path) as engine:
        store = LogStore(engine.url)
        assert (await store.tail(scribe.match, 0)).last == 3
        assert await store.fsck(scribe.match) == ()
        await store.close()
    assert "ended in the middle of a write" in caplog.text


async def test_a_damaged_log_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    with BundledValkey.start(tmp_path) as engine:
        store = LogStore(engine.url)
        for _ in range(20):
            await Scribe().write(store, 3)
        await store.close()
    path = incremental_log(tmp_path)
    content = path.read_bytes()
    middle = content.index(b"\r\n$4\r\nXADD", len(content) // 2)
    broken = content[:middle] + b"\r\nX4" + content[middle + 4 :]
    path.write_bytes(broken)
    for _ in range(2):
        with pytest.raises(BundledValkeyError, match="is damaged and was not changed"):
            BundledValkey.start(tmp_path)
        assert path.read_bytes() == broken
    path.write_bytes(content)
    BundledValkey.start(tmp_path).stop()


async def fill(store: LogStore, scribe: Scribe) -> Append:
    """Writes until the engine stops answering; returns the batch with the unknown outcome."""
    while True:
        batch = scribe.batch(3)
        try:
            await scribe.append(store, batch)
        except (OutcomeUnknown, Unavailable):
            return batch


async def wait_for_reply(store: LogStore, wanted: str) -> None:
    """Returns when a write gets the expected reply: the code of a refusal, or none."""

    async def asked() -> bool:
        try:
            await store.check_writable()
        except Unavailable:
            return False
        except ReadOnly as refused:
            return refused.code == wanted and await is_loaded(store)
        return not wanted

    await eventually(asked)


async def is_loaded(store: LogStore) -> bool:
    """Returns whether matches can be read; a Valkey that just ended or started may still refuse a write with a code."""
    try:
        await store.tail("0" * 32, 0)
    except Unavailable:
        return False
    return True


@LINUX
async def test_on_a_full_disk_valkey_can_be_read_and_takes_writes_again_once_space_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    free = threading.Event()
    monkeypatch.setattr(embedded, "has_space", lambda _: free.is_set())
    monkeypatch.setattr(embedded, "SOONEST", 0.05)
    scribe = Scribe()
    with BundledValkey.start(tmp_path) as engine:
        store = LogStore(engine.url)
        room = incremental_log(tmp_path).stat().st_size + 20_000
        resource.prlimit(engine.pid, resource.RLIMIT_FSIZE, (room, room))
        batch = await fill(store, scribe)
        await wait_for_reply(store, "NOREPLICAS")
        assert (engine.full, engine.trouble) == (True, "")
        assert scribe.version > 50
        assert await count_lost(store, [scribe]) == 0
        with pytest.raises(ReadOnly):
            await store.append(batch)
        free.set()
        await wait_for_reply(store, "")
        await asyncio.to_thread(wait_until, lambda: not engine.full)
        try:
            await store.append(batch)
        except Conflict:  # it was not the write that did not fit
            assert (await store.tail(scribe.match, scribe.version)).batches == (batch.batch,)
        assert await store.fsck(scribe.match) == ()
        await store.close()


@LINUX
@pytest.mark.parametrize("how", ["killed", "full"])
async def test_if_valkey_is_killed_while_enabling_writes_it_takes_them_after_its_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    import resource

    monkeypatch.setattr(embedded, "has_space", lambda _: True)
    monkeypatch.setattr(embedded, "SOONEST", 0.05)

    class Dying(Redis):
        """A connection that dies once it has answered the command to accept writes."""

        def config_set(self, *asked: Any, **named: Any) -> Any:
            told, pid = super().config_set(*asked, **named), engine.pid
            monkeypatch.setattr(embedded, "Redis", Redis)
            if how == "killed":
                os.kill(pid, signal.SIGKILL)
            else:
                room = incremental_log(tmp_path).stat().st_size
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (room, room))
                self.set_retry(Retry(NoBackoff(), 0))
                with pytest.raises(RedisError):
                    self.set("one", bytes(100))
            with suppress(AssertionError):  # long enough for a restart, if there were one
                wait_until(lambda: engine.pid != pid, 1)
            return told

    with BundledValkey.start(tmp_path) as engine:
        engine.full = True
        monkeypatch.setattr(embedded, "Redis", Dying)
        assert await asyncio.to_thread(engine.enable_writes)
        store = LogStore(engine.url)
        await wait_for_reply(store, "")
        await asyncio.to_thread(wait_until, lambda: not engine.full)
        await store.close()


def test_a_valkey_that_keeps_dying_is_not_started_again(engine: BundledValkey) -> None:
    for _ in range(embedded.DEATHS):
        pid = engine.pid
        os.kill(pid, signal.SIGKILL)
        wait_until(partial(wait_for_exit, engine, pid))
    wait_until(lambda: bool(engine.trouble))
    assert "died 3 times" in engine.trouble
    time.sleep(0.1)
    assert not is_running(engine.pid)
