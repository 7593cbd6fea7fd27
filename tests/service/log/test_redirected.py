"""An engine that cannot hold the log is refused at start, and what one says of itself later is never damage."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from redis import Redis as SyncRedis
from redis.asyncio import Redis

from service.commands.cli import main
from service.log import durability
from service.log.bundled import bundled_binary
from service.log.durability import Unsupported, check_all_are_followed
from service.log.outcomes import Damaged, OutcomeUnknown, ReadOnly, Unavailable
from service.log.store import LogStore
from service.log.wire import Wire
from service.people.auth import Scope
from service.people.register import People
from service.settings import Settings
from service.sql.database import Records
from tests.support.service.apps import good, running, settings_for
from tests.support.service.engines import Scribe
from tests.support.service.processes import chronik
from tests.support.service.promised import DOCUMENT
from tests.support.service.proxy import proxied

ENGINES = {"Valkey": str(bundled_binary())} | ({"Redis": found} if (found := shutil.which("redis-server")) else {})
"""The engines at hand; without one of the system's, the one that comes along."""
TRIES = 5
"""Somebody else may take a port that was free a moment ago."""


@contextmanager
def engine_of(binary: str, *options: object) -> Iterator[str]:
    """The address of an engine with these options, on free ports."""
    with tempfile.TemporaryDirectory(prefix="chronik-engine-") as data:
        said = ""
        for _ in range(TRIES):
            with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
                port, bus = one.getsockname()[1], other.getsockname()[1]
            where = (
                "--port",
                port,
                "--dir",
                data,
                *(("--cluster-port", bus) if "--cluster-enabled" in options else ()),
            )
            asked = [binary, *map(str, (*where, "--appendonly", "yes", "--appendfsync", "always", *options))]
            with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                try:
                    for line in process.stdout:
                        said += line
                        if "Ready to accept connections" in line:
                            yield f"redis://127.0.0.1:{port}"
                            return
                finally:
                    process.kill()
        raise AssertionError(said)


async def told(url: str) -> str:
    """Why an engine is refused; empty where it is not."""
    store = LogStore(url)
    try:
        await store.durability()
        await store.check_is_ours()
    except Unsupported as refused:
        return str(refused)
    finally:
        await store.close()
    return ""


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_server_that_cannot_hold_the_log_is_refused_in_a_sentence(engine: str) -> None:
    with engine_of(ENGINES[engine]) as url:
        assert await told(url) == ""
        async with Redis.from_url(url) as redis:
            await redis.execute_command("ACL", "SETUSER", "reader", "on", "nopass", "~*", "+@all", "-@write")
            with pytest.raises(Unavailable, match="no permissions to run the 'setrange' command"):
                await told(url.replace("//", "//reader:x@"))
            await redis.config_set("maxmemory", 1)
            assert await told(url) == "", "what is full may still be read"
            await redis.config_set("maxmemory", 0)
            await redis.set("user:17", "Ada")
            assert "(user:17)" in await told(url)
            assert await told(f"{url}/1") == "", "another database of the same server is empty"
            await redis.delete("user:17")
            await redis.replicaof("127.0.0.1", "1")
            assert "replica" in await told(url)


async def test_the_own_keys_are_no_foreign_ones(store: LogStore, store_url: str) -> None:
    await Scribe().write(store, 1)
    assert await told(store_url) == ""


def test_a_cluster_without_replicas_is_refused_by_every_command_that_reads_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("service.commands.rebuild.configure", lambda *_: None)
    with lonely() as url:
        settings = {"CHRONIK_REDIS_URL": url, "CHRONIK_DATA": str(tmp_path)}
        served = chronik("serve", "--port", 0, **settings)
        said = [(served.returncode, served.stdout, served.stderr)]
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        said += [(main([command]), *capsys.readouterr()) for command in ("rebuild", "fsck")]
    for code, out, complaint in said:
        assert (code, out, complaint.count("\n")) == (1, "", 1)
        assert f"The master at {url.removeprefix('redis://')} has no replica" in complaint


NODES = """
07c3 10.0.0.1:6379@16379,one myself,master - 0 1 1 connected 0-8191
a1b2 10.0.0.2:6379@16379 master - 0 1 2 connected 8192-16383
c3d4 10.0.0.3:6379@16379 slave 07c3 0 1 1 connected
e5f6 10.0.0.4:6379@16379 slave a1b2 0 1 2 connected
""".strip()
"""What a server of a cluster says of all."""


class Telling:
    """A server of a cluster that says one thing after another of all of them, and the last one for ever."""

    address = "one:6379"

    def __init__(self, *said: str) -> None:
        self.said = list(said)

    async def read(self, *_: object) -> tuple[bytes]:
        return ((self.said.pop(0) if len(self.said) > 1 else self.said[0]).encode(),)


async def bare(*said: str) -> str:
    """Which master a start is refused for, by what a server says; empty where it is not."""
    try:
        await check_all_are_followed(cast("Wire", Telling(*said)))
    except Unsupported as refusal:
        return str(refusal).split()[3]
    return ""


async def test_a_master_that_has_lost_its_replica_for_now_keeps_nobody_from_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(durability, "SETTLING_SECONDS", 0.5)
    assert await bare(NODES) == ""
    assert await bare(NODES.replace("slave a1b2", "slave 07c3")) == "10.0.0.2:6379"
    assert await bare(NODES.replace("slave 07c3", "slave a1b2")) == "one:6379"
    assert await bare(NODES.replace("slave a1b2", "master,fail -")) == ""
    came_back = NODES.replace("slave a1b2", "master -")
    assert await bare(came_back, came_back, NODES) == "", "it follows as soon as it has heard of the other"
    assert await bare(came_back) == "10.0.0.2:6379", "one that stays without slots follows nobody"


@contextmanager
def lonely() -> Iterator[str]:
    """A cluster of one."""
    with engine_of(next(iter(ENGINES.values())), "--cluster-enabled", "yes") as url, SyncRedis.from_url(url) as redis:
        redis.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16_383)
        while "cluster_state:ok" not in str(redis.execute_command("CLUSTER", "INFO")):
            time.sleep(0.01)
        yield url


def asked(store: LogStore, scribe: Scribe) -> Iterator[Any]:
    """Everything that one may want of a match."""
    yield store.append(scribe.batch())
    yield store.tail(scribe.match, 0)
    yield store.secret(scribe.match)


REFUSALS: dict[str, type[Exception] | tuple[type[Exception], ...]] = {
    "MOVED 3999 127.0.0.1:6381": Unavailable,
    "MOVED 3999 :6381": Unavailable,
    "ASK 3999 127.0.0.1:6381": Unavailable,
    "CROSSSLOT Keys in request don't hash to the same slot": Unavailable,
    "TRYAGAIN Multiple keys request during rehashing of slot": Unavailable,
    "CLUSTERDOWN The cluster is down": Unavailable,
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.": Unavailable,
    "LOADING Redis is loading the dataset in memory": Unavailable,
    "BUSY Redis is busy running a script.": Unavailable,
    "NOAUTH Authentication required.": Unavailable,
    "NOPERM this user has no permissions to access one of the keys used as arguments": Unavailable,
    "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)": Unavailable,
    "SOMETHING that no engine says today": Unavailable,
    "READONLY You can't write against a read only replica.": ReadOnly,
    "OOM command not allowed when used memory > 'maxmemory'.": ReadOnly,
    "MISCONF Errors writing to the AOF file: No space left on device": ReadOnly,
    "NOREPLICAS Not enough good replicas to write.": ReadOnly,
    "ERR upstream failure": (Unavailable, OutcomeUnknown),
    "ERR unknown command": (Unavailable, OutcomeUnknown),
    "WRONGTYPE Operation against a key holding the wrong kind of value": Damaged,
}


async def test_what_an_engine_says_of_itself_is_never_damage(store_url: str, tmp_path: Path) -> None:
    async with proxied(store_url, tmp_path / "s") as (proxy, url):
        store = LogStore(url)
        await store.ping()
        for refusal, expected in REFUSALS.items():
            proxy.refusal = refusal
            for ask in asked(store, Scribe()):
                with pytest.raises(expected):
                    await ask
        await store.close()


async def test_every_address_of_a_match_says_later_where_the_log_is_elsewhere(
    settings: Settings, store_url: str, tmp_path: Path
) -> None:
    records = Records(settings.database_url)
    rita = await People(records).register("Rita", list(Scope))
    await records.close()
    mine = {"authorization": f"Bearer {rita.token}"}
    async with proxied(store_url, tmp_path / "s") as (proxy, url), running(settings_for(url, tmp_path)) as (_, client):
        body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "bot", "level": "random"}]}
        match = good(await client.post("/api/v1/matches", json=body, headers=mine))["id"]
        proxy.refusal = "MOVED 3999 127.0.0.1:6381"
        for method, path in operations():
            where, asked = path.format(match=match, seat=0, undo=1), BODIES.get(path.rpartition("/")[2])
            query = {"at": 1} if (method, path.rpartition("/")[2]) == ("GET", "forks") else None
            answer = await client.request(method, where, headers=mine, json=asked, params=query)
            told = (method, path, answer.text)
            assert (answer.status_code, answer.json()["code"]) == (503, "not-ready"), told
            assert int(answer.headers["retry-after"]) > 0, told
        assert (await client.post("/api/v1/matches", json=body, headers=mine)).status_code == 503
        proxy.refusal = ""
        good(await client.get(f"/api/v1/matches/{match}"))


BODIES = {
    "commands": {"command": {"t": "choose-display", "cards": ["P013", "P045", "P046"]}},
    "extensions": {"seconds": 60},
    "forks": {"at": 1, "seats": [{"t": "mine"}, {"t": "bot", "level": "random"}]},
    "pauses": {"paused": True},
    "rulings": {"points": [1, 0], "places": [1, 2]},
    "seats": {"seat": 1},
    "undo": {"to": 1},
    "votes": {"grant": True},
}


def operations() -> Iterator[tuple[str, str]]:
    """Every operation on a match of Katharina."""
    for path, methods in DOCUMENT["paths"].items():
        if path.startswith(("/api/v1/matches/{match}", "/api/v1/katharina/matches/{match}")):
            for method in methods:
                yield method.upper(), path
