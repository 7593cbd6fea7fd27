"""Engines that cannot hold the log are refused at the start, and later state errors are never taken for damage."""

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

from chronik.service.cli.cli import main
from chronik.service.identity.auth import Scope
from chronik.service.identity.register import People
from chronik.service.log import durability
from chronik.service.log.bundled import bundled_binary
from chronik.service.log.durability import Unsupported, check_all_are_followed
from chronik.service.log.outcomes import Damaged, OutcomeUnknown, ReadOnly, Unavailable
from chronik.service.log.store import LogStore
from chronik.service.log.wire import Wire
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from tests.service.log.proxy import start_proxy
from tests.support.service.apps import good, running, settings_for
from tests.support.service.engines import Scribe
from tests.support.service.processes import chronik
from tests.support.service.promised import DOCUMENT

ENGINES = {"Valkey": str(bundled_binary())} | ({"Redis": found} if (found := shutil.which("redis-server")) else {})
"""The available engines: the bundled one, and Redis if it is installed."""
TRIES = 5
"""Another process may take a port that was free a moment ago."""


@contextmanager
def engine_of(binary: str, *options: object) -> Iterator[str]:
    """Yields the address of an engine with these options, on free ports."""
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


async def refusal_of(url: str) -> str:
    """Returns why an engine is refused, or "" if it is not."""
    store = LogStore(url)
    try:
        await durability.durability(await store.servers())
        await durability.check_is_ours(await store.servers())
    except Unsupported as refused:
        return str(refused)
    finally:
        await store.close()
    return ""


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_server_that_cannot_hold_the_log_is_refused_in_a_sentence(engine: str) -> None:
    with engine_of(ENGINES[engine]) as url:
        assert await refusal_of(url) == ""
        async with Redis.from_url(url) as redis:
            await redis.execute_command("ACL", "SETUSER", "reader", "on", "nopass", "~*", "+@all", "-@write")
            with pytest.raises(Unavailable, match="no permissions to run the 'setrange' command"):
                await refusal_of(url.replace("//", "//reader:x@"))
            await redis.config_set("maxmemory", 1)
            assert await refusal_of(url) == "", "what is full may still be read"
            await redis.config_set("maxmemory", 0)
            await redis.set("user:17", "Ada")
            assert "(user:17)" in await refusal_of(url)
            assert await refusal_of(f"{url}/1") == "", "another database of the same server is empty"
            await redis.delete("user:17")
            await redis.replicaof("127.0.0.1", "1")
            assert "replica" in await refusal_of(url)


async def test_keys_written_by_chronik_do_not_count_as_foreign(store: LogStore, store_url: str) -> None:
    await Scribe().write(store, 1)
    assert await refusal_of(store_url) == ""


def test_a_cluster_without_replicas_is_refused_by_every_command_that_reads_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("chronik.service.cli.rebuild.configure", lambda *_: None)
    with single_node_cluster() as url:
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
"""The report of a server about all servers of its cluster."""


class ScriptedServer:
    """A server of a cluster that reports one table after another, and the last one for ever."""

    address = "one:6379"

    def __init__(self, *said: str) -> None:
        self.said = list(said)

    async def read(self, *_: object) -> tuple[bytes]:
        return ((self.said.pop(0) if len(self.said) > 1 else self.said[0]).encode(),)


async def master_without_replica(*said: str) -> str:
    """Returns the master for which a start is refused, by a server's reports, or ""."""
    try:
        await check_all_are_followed(cast("Wire", ScriptedServer(*said)))
    except Unsupported as refusal:
        return str(refusal).split()[3]
    return ""


async def test_a_master_that_lost_its_replica_for_a_moment_does_not_prevent_a_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(durability, "SETTLING_SECONDS", 0.5)
    assert await master_without_replica(NODES) == ""
    assert await master_without_replica(NODES.replace("slave a1b2", "slave 07c3")) == "10.0.0.2:6379"
    assert await master_without_replica(NODES.replace("slave 07c3", "slave a1b2")) == "one:6379"
    assert await master_without_replica(NODES.replace("slave a1b2", "master,fail -")) == ""
    came_back = NODES.replace("slave a1b2", "master -")
    assert await master_without_replica(came_back, came_back, NODES) == "", (
        "it follows as soon as it has heard of the other"
    )
    assert await master_without_replica(came_back) == "10.0.0.2:6379", "one that stays without slots follows nobody"


@contextmanager
def single_node_cluster() -> Iterator[str]:
    """Yields a cluster of one server."""
    with engine_of(next(iter(ENGINES.values())), "--cluster-enabled", "yes") as url, SyncRedis.from_url(url) as redis:
        redis.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16_383)
        while "cluster_state:ok" not in str(redis.execute_command("CLUSTER", "INFO")):
            time.sleep(0.01)
        yield url


def all_reads_of(store: LogStore, scribe: Scribe) -> Iterator[Any]:
    """Returns every read of a match."""
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


async def test_an_error_about_an_engines_state_is_never_taken_for_damage(store_url: str, tmp_path: Path) -> None:
    async with start_proxy(store_url, tmp_path / "s") as (proxy, url):
        store = LogStore(url)
        await store.ping()
        for refusal, expected in REFUSALS.items():
            proxy.refusal = refusal
            for ask in all_reads_of(store, Scribe()):
                with pytest.raises(expected):
                    await ask
        await store.close()


async def test_every_route_for_a_match_answers_not_ready_while_its_log_is_elsewhere(
    settings: Settings, store_url: str, tmp_path: Path
) -> None:
    records = Records(settings.database_url)
    rita = await People(records).register("Rita", list(Scope))
    await records.close()
    mine = {"authorization": f"Bearer {rita.token}"}
    async with (
        start_proxy(store_url, tmp_path / "s") as (proxy, url),
        running(settings_for(url, tmp_path)) as (_, client),
    ):
        body = {"game": "katharina", "seats": [{"t": "mine"}, {"t": "bot", "level": "random"}]}
        match = good(await client.post("/api/v1/matches", json=body, headers=mine))["id"]
        proxy.refusal = "MOVED 3999 127.0.0.1:6381"
        for method, path in operations():
            where, asked = (
                path.format(match=match, seat=0, undo=1, version=1, offer=1),
                BODIES.get(path.rpartition("/")[2]),
            )
            query = {"at": 1} if (method, path.rpartition("/")[2]) == ("GET", "forks") else None
            answer = await client.request(method, where, headers=mine, json=asked, params=query)
            told = (method, path, answer.text)
            assert (answer.status_code, answer.json()["code"]) == (503, "not-ready"), told
            assert int(answer.headers["retry-after"]) > 0, told
        assert (await client.post("/api/v1/matches", json=body, headers=mine)).status_code == 503
        proxy.refusal = ""
        good(await client.get(f"/api/v1/matches/{match}"))


BODIES = {
    "answers": {"grant": True},
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
    """Yields every operation on a match of Katharina."""
    for path, methods in DOCUMENT["paths"].items():
        if path.startswith(("/api/v1/matches/{match}", "/api/v1/katharina/matches/{match}")):
            for method in methods:
                yield method.upper(), path
