"""A server's file torn inside its last writes: everything acknowledged before survives two restarts.

A server that stored several writes of one script would cut the file between them, write on after the cut, and drop at
its second start what it had acknowledged since. With one write per command there is nothing to cut between.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from chronik.service.log.bundled import bundled_binary
from chronik.service.log.keys import keys
from chronik.service.log.outcomes import Unavailable
from chronik.service.log.store import LogStore
from tests.support.crash.power import growing_log
from tests.support.service.engines import Scribe

SERVERS = {"valkey": str(bundled_binary()), "redis": shutil.which("redis-server") or ""}
STEP = 1 if os.environ.get("CHRONIK_LONG") else 53
"""The distance in bytes between the places at which the last writes are torn."""
SETTINGS = [
    "--port",
    "0",
    "--appendonly",
    "yes",
    "--appendfsync",
    "always",
    "--maxmemory-policy",
    "noeviction",
    "--daemonize",
    "no",
]


@pytest.fixture
def short() -> Iterator[Path]:
    """Yields a directory with a short path, because paths of sockets are limited to some 100 bytes."""
    with tempfile.TemporaryDirectory(prefix="torn-") as name:
        yield Path(name)


@contextmanager
def start_server(binary: str, data: Path) -> Iterator[str]:
    """Runs a server over a directory with Chronik's settings, and yields its address; kills it at the end."""
    socket = data / "s"
    socket.unlink(missing_ok=True)
    command = [binary, *SETTINGS, "--save", "", "--dir", str(data), "--unixsocket", str(socket)]
    with (data / "said").open("ab") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        yield f"unix://{socket}"
    finally:
        process.kill()
        process.wait()


@asynccontextmanager
async def open_store(binary: str, data: Path) -> AsyncIterator[LogStore]:
    """Yields the store in such a server, as soon as it answers."""
    with start_server(binary, data) as url:
        store = LogStore(url)
        async with asyncio.timeout(20):
            while True:
                try:
                    await store.ping()
                    break
                except Unavailable:
                    await asyncio.sleep(0.01)
        yield store
        await store.close()


async def check_torn_at(binary: str, data: Path, at: int, scribe: Scribe) -> None:
    """Truncates the file, starts the server, writes, and restarts it; checks that nothing acknowledged is lost."""
    kept = list(scribe.written)
    os.truncate(growing_log(data), at)
    async with open_store(binary, data) as store:
        tail = await store.tail(scribe.match, 0)
        whole = list(tail.batches)
        assert whole in (kept, kept[:-1]), f"torn at {at}: more than the last batch is gone"
        assert await store.fsck(scribe.match) == ()
        again = Scribe(scribe.match)
        again.version, again.head, again.written = tail.last, tail.head, whole
        await again.write(store, 2, 3)
    async with open_store(binary, data) as store:
        assert list((await store.tail(scribe.match, 0)).batches) == again.written, f"torn at {at}"
        assert await store.fsck(scribe.match) == ()


@pytest.mark.parametrize("server", SERVERS)
async def test_nothing_acknowledged_is_lost_if_the_last_append_is_torn_at_any_byte(server: str, short: Path) -> None:
    binary = SERVERS[server]
    if not binary:
        pytest.skip("there is no redis-server here")
    scribe, whole = Scribe(), short / "whole"
    whole.mkdir()
    async with open_store(binary, whole) as store:
        await scribe.write(store, 3, 2, 4)
    content = growing_log(whole).read_bytes()
    assert b"MULTI" not in content.upper()
    begins = content.rindex(b"*", 0, content.rindex(keys(scribe.match).log.encode()))
    assert content[begins:].count(b"XADD") == 2, "the append, and the hint behind it"
    for at in range(begins, len(content), STEP):
        data = short / "torn"
        shutil.copytree(whole, data, ignore=shutil.ignore_patterns("s"))
        await check_torn_at(binary, data, at, scribe)
        shutil.rmtree(data)


TWO_WRITES = "redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'e', ARGV[2]) return redis.call('SET', KEYS[2], ARGV[1])"


@pytest.mark.parametrize("server", SERVERS)
async def test_control_a_script_with_two_writes_is_stored_as_a_transaction(server: str, short: Path) -> None:
    binary = SERVERS[server]
    if not binary:
        pytest.skip("there is no redis-server here")
    async with open_store(binary, short), Redis(unix_socket_path=str(short / "s")) as plain:
        await plain.eval(TWO_WRITES, 2, "a", "b", "1", "x")
    assert b"MULTI" in growing_log(short).read_bytes()
