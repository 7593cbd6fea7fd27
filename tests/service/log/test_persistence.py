"""A log's server with weakened durability settings: the service notices it, reports it and records nothing."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog.testing
from redis.asyncio import Redis

from chronik.service.log.bundled import BundledValkey, bundled_binary
from chronik.service.log.free_space import FreeSpace
from chronik.service.log.outcomes import ReadOnly
from chronik.service.log.persistence import Persistence
from chronik.service.log.persistence_watch import check_persistence
from chronik.service.log.store import Append, LogStore
from tests.support.service.apps import settings_for, until
from tests.support.service.engines import Scribe
from tests.support.service.tables import GAME, good, refused, serving

WEAK = [("appendonly", "no"), ("appendfsync", "everysec"), ("maxmemory-policy", "allkeys-lru")]
SEATS = {"game": GAME, "seats": [{"t": "mine"}, {"t": "open"}]}


@pytest.fixture
async def watched_store(engine: BundledValkey) -> AsyncIterator[LogStore]:
    """Yields a store that watches the persistence of a separate engine."""
    store = LogStore(engine.url, persistence=Persistence())
    yield store
    await store.close()


def weakness(store: LogStore) -> str:
    assert store.persistence is not None
    return store.persistence.weakness


async def has_rewritten(redis: Redis) -> bool:
    """Returns whether the log's server, which cannot be stopped meanwhile, has rewritten its file."""
    told = await redis.info("persistence")
    return not told["aof_rewrite_in_progress"] and not told["aof_rewrite_scheduled"]


@pytest.mark.parametrize(("setting", "value"), WEAK)
async def test_the_check_notices_a_persistence_setting_that_becomes_weak(
    engine: BundledValkey, watched_store: LogStore, setting: str, value: str
) -> None:
    await check_persistence(watched_store)
    assert weakness(watched_store) == ""
    async with Redis.from_url(engine.url) as redis:
        before = (await redis.config_get(setting))[setting]
        await redis.config_set(setting, value)
        with structlog.testing.capture_logs() as lines:
            await check_persistence(watched_store)
            await check_persistence(watched_store)
        assert f"{setting} is {value}" in weakness(watched_store)
        assert [line["log_level"] for line in lines] == ["error"]
        await redis.config_set(setting, str(before))
        await until(lambda: has_rewritten(redis))
    await check_persistence(watched_store)
    assert weakness(watched_store) == ""


async def test_a_setting_that_the_server_no_longer_reports_keeps_its_last_value(
    engine: BundledValkey, watched_store: LogStore
) -> None:
    await check_persistence(watched_store)
    async with Redis.from_url(engine.url) as redis:
        await redis.execute_command("ACL", "SETUSER", "default", "-config")
        await check_persistence(watched_store)
        assert weakness(watched_store) == ""
        await redis.execute_command("ACL", "SETUSER", "default", "+config")
        await redis.config_set("appendfsync", "no")
        await check_persistence(watched_store)
        told = weakness(watched_store)
        assert "appendfsync is no" in told
        await redis.execute_command("ACL", "SETUSER", "default", "-config")
        await check_persistence(watched_store)
        assert weakness(watched_store) == told


class RestartableServer:
    """A server at one socket that can be started with and without persistence."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.socket = folder, folder / "s"
        self.url = f"unix://{self.socket}"

    def start(self, appendonly: str) -> None:
        self.folder.mkdir(exist_ok=True)
        where = ("--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder), "--save", "")
        how = ("--appendonly", appendonly, "--appendfsync", "always")
        self.process = subprocess.Popen(
            [str(bundled_binary()), *where, *how], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def stop(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.socket.unlink(missing_ok=True)


@pytest.fixture
def restarted(tmp_path: Path) -> Iterator[RestartableServer]:
    server = RestartableServer(tmp_path / "r")
    server.start("yes")
    yield server
    server.stop()


async def wait_until_ready(store: LogStore) -> bool:
    try:
        await store.ping()
    except Exception:
        return False
    return True


async def test_appends_fail_on_a_server_restarted_without_persistence(restarted: RestartableServer) -> None:
    """The settings are read on each new connection, before any append uses it."""
    store = LogStore(restarted.url, persistence=Persistence())
    control = LogStore(restarted.url)
    try:
        await until(lambda: wait_until_ready(store))
        scribe = Scribe()
        await scribe.write(store, 1)
        free_space = FreeSpace(store.persistence)
        free_space.check()
        restarted.stop()
        restarted.start("no")
        await until(lambda: wait_until_ready(control))
        await Scribe().write(control, 1)  # the control acknowledges what the next kill will lose
        await until(lambda: wait_until_ready(store))
        assert "appendonly is no" in weakness(store)
        with pytest.raises(ReadOnly):
            free_space.check()
    finally:
        await store.close()
        await control.close()


async def test_a_service_with_weak_settings_is_read_only_until_they_are_strong_again(
    engine: BundledValkey, tmp_path: Path
) -> None:
    async with serving(settings_for(engine.url, tmp_path)) as house, Redis.from_url(engine.url) as redis:
        ann = await house.person("Ann")
        match = await ann.open("mine", "open")
        await redis.config_set("appendfsync", "everysec")
        await check_persistence(house.store)
        refused(await ann.post("/matches", SEATS), 503, "read-only")
        refused(await house.nobody().post("/players", {"name": "Ben"}), 503, "read-only")
        good(await ann.get(f"/matches/{match}"))
        health = good(await house.client.get("/health/ready"))
        assert health["status"] == "read-only"
        assert "appendfsync is everysec" in health["reason"]
        assert "chronik_weak_durability 1.0" in (await house.client.get("/metrics")).text
        await redis.config_set("appendfsync", "always")
        await check_persistence(house.store)
        good(await ann.post("/matches", SEATS))
        assert good(await house.client.get("/health/ready")) == {"status": "ok"}


async def test_an_append_over_a_connection_with_weak_settings_is_not_acknowledged(
    engine: BundledValkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(engine.url, tmp_path)) as house, Redis.from_url(engine.url) as redis:
        ann, append = await house.person("Ann"), house.store.append

        async def weaken_then_append(batch: Append) -> None:
            await redis.config_set("appendonly", "no")
            await check_persistence(house.store)
            await append(batch)

        monkeypatch.setattr(house.store, "append", weaken_then_append)
        refused(await ann.post("/matches", SEATS), 503, "outcome-unknown")


async def test_a_service_that_accepts_weak_durability_keeps_recording(engine: BundledValkey, tmp_path: Path) -> None:
    async with Redis.from_url(engine.url) as redis:
        await redis.config_set("appendfsync", "everysec")
    async with serving(settings_for(engine.url, tmp_path, weak_durability=True)) as house:
        await check_persistence(house.store)
        good(await (await house.person("Ann")).post("/matches", SEATS))
        assert good(await house.client.get("/health/ready")) == {"status": "ok"}
