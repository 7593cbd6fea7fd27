"""Thousands of feeds and hundreds of hostile callers while matches are played (G9).

`python -m tests.bench.hostile` is the control: a service that lets a body take ten minutes. It ends with 1 if the
table shows the failure, as it has to.
"""

from __future__ import annotations

import asyncio
import random
import re
import socket
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from operator import itemgetter
from pathlib import Path
from statistics import quantiles
from typing import cast

import uvloop
from msgspec import Struct, field
from rich.console import Console

from tests.bench.load import Sitting, Table
from tests.bench.reconnects import FILES, LIMITS, allowed, seated, unhindered
from tests.bench.servers import service
from tests.bench.table import Row, alone, at_least, at_most, shown
from tests.support.service.forks import CONTEXT

HOSTILE = {
    "slow heads": 150,
    "slow bodies": 150,
    "idle": 150,
    "oversize": 70,
    "never reading": 40,
    "connect loops": 40,
}
"""The hostile callers; each of them reconnects when it is closed."""
PACE = 10
"""Commands per second in all matches."""
DRIP = 1.0
CALM = 10.0
"""Seconds for all feeds to connect before play begins."""
ID, ID_BYTES = re.compile(rb"\nid: (\d+)\n"), 24
"""The line of an event with its version; so many bytes are kept in case it is split."""
LATE = 1.5
"""Seconds after which a frame is late."""
UNGUARDED = {"CHRONIK_BODY_SECONDS": "600"}
"""The control: a body may take ten minutes, so slow senders stay to the end."""


class Siege(Struct, frozen=True):
    """The numbers of feeds, played matches and hostile callers, the duration, and the longest stay of a slow caller."""

    feeds: int = 5_000
    matches: int = 40
    hostile: dict[str, int] = field(default_factory=HOSTILE.copy)
    seconds: float = 45.0
    longest: float = 30.0


class Sent(Struct, frozen=True):
    """A command: its match, when it was sent, the milliseconds until its answer, and the version that it led to."""

    match: int
    at: float
    took: float
    version: int


Arrivals = list[tuple[float, int]]
"""The moments at which a feed reached versions."""


class Order(Struct, frozen=True):
    """An order to the other process: a port, the feeds of the played matches, and the hostile callers."""

    port: int
    feeds: tuple[str, ...]
    count: int
    hostile: dict[str, int]
    seconds: float


class Seen(Struct, frozen=True):
    """What the other process saw: the number of connected feeds, the progress of each feed of each match, and how long
    each kind of caller could stay.
    """

    feeds: int
    arrivals: list[list[Arrivals]]
    stayed: dict[str, list[float]]


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of G9."""
    if "G9" in goals:
        yield from measured(Siege())


def measured(siege: Siege, **settings: str) -> Iterator[Row]:
    """Measures a service during a siege."""
    with allowed(FILES), tempfile.TemporaryDirectory() as data, service(Path(data), **LIMITS, **settings) as ours:
        sittings = seated(ours, siege.matches)
        anchor = (unhindered(),)
        order = Order(ours.port, paths(sittings), siege.feeds, siege.hostile, siege.seconds)
        played, seen = spoilt(sittings, order)
        memory = peak(ours.process)
    what = f"{siege.feeds:,} feeds, {sum(siege.hostile.values())} hostile callers"
    commands = quantiles([one.took for one in played], n=100)[98]
    yield alone("G9", f"{what}: command, p99", "ms", (commands,), at_most(250, "ms"), anchor)
    yield from watched(what, siege, played, seen, anchor)
    yield alone("G9", f"{what}: memory of the service, peak", "MiB", (memory,), at_most(600, "MiB"), anchor)
    for kind, times in seen.stayed.items():
        longest = max(times, default=0.0)
        yield alone("G9", f"{kind}: the longest one stayed", "s", (longest,), at_most(siege.longest, "s"), anchor)


def watched(what: str, siege: Siege, played: Sequence[Sent], seen: Seen, anchor: tuple[float, ...]) -> Iterator[Row]:
    """Yields the rows about feeds. A frame that never came counts as long as the whole siege."""
    waits = fanned_out(played, seen)
    in_time = sum(wait is not None and wait <= 1000 * LATE for wait in waits)
    came, frames = 100 * seen.feeds / siege.feeds, 100 * in_time / len(waits)
    slowest = quantiles([1000 * siege.seconds if wait is None else wait for wait in waits], n=100)[98]
    yield alone("G9", f"{what}: feeds that came in", "%", (came,), at_least(99, "%"), anchor)
    yield alone("G9", f"{what}: frames that came within {LATE:g} s", "%", (frames,), at_least(99, "%"), anchor)
    yield alone("G9", f"{what}: command to frame, p99", "ms", (slowest,), at_most(300, "ms"), anchor)


def fanned_out(played: Sequence[Sent], seen: Seen) -> list[float | None]:
    """Returns for each command and each feed of its match the milliseconds until that version arrived, if ever."""
    found: list[float | None] = []
    for one in played:
        for feed in seen.arrivals[one.match]:
            place = bisect_left(feed, one.version, key=itemgetter(1))
            found.append(None if place == len(feed) else (feed[place][0] - one.at) * 1000)
    return found


def paths(sittings: Sequence[Sitting]) -> tuple[str, ...]:
    return tuple(sitting.path.replace("/commands", "/feed") for sitting in sittings)


def peak(process: int) -> float:
    """Returns the peak memory of a process, in MiB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def spoilt(sittings: Sequence[Sitting], order: Order) -> tuple[list[Sent], Seen]:
    """Plays during the siege, which another process carries out."""
    pipe, theirs = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_spoil, args=(theirs, order), daemon=True)
    process.start()
    pipe.recv()
    played = uvloop.run(_play(sittings, order.seconds))
    seen = cast("Seen", pipe.recv())
    process.join()
    return played, seen


async def _play(sittings: Sequence[Sitting], seconds: float) -> list[Sent]:
    """Plays commands at fixed moments, each match in its turn; the time that a command waits for its turn counts."""
    tables = [Table(sitting) for sitting in sittings]
    free = [asyncio.Lock() for _ in tables]
    played: list[Sent] = []
    began = time.perf_counter()

    async def step(number: int) -> None:
        match = number % len(tables)
        sent = time.perf_counter()
        async with free[match]:
            if tables[match].over:
                return
            await tables[match].step()
            took = (time.perf_counter() - sent) * 1000
            played.append(Sent(match, sent, took, tables[match].version))

    for table in tables:
        await table.connect()
    tasks: list[asyncio.Task[None]] = []
    for number in range(int(seconds * PACE)):
        await asyncio.sleep(max(0.0, began + number / PACE - time.perf_counter()))
        tasks.append(asyncio.create_task(step(number)))
    await asyncio.gather(*tasks)
    for table in tables:
        table.transport.close()
    await asyncio.gather(*(table.lost.wait() for table in tables))
    return played


def _spoil(pipe: Connection, order: Order) -> None:
    uvloop.run(_all(pipe, order))


async def _all(pipe: Connection, order: Order) -> None:
    loop = asyncio.get_running_loop()
    feeds = [Watching(order.feeds[number % len(order.feeds)]) for number in range(order.count)]
    coming = [asyncio.ensure_future(loop.create_connection(one.made, "127.0.0.1", order.port)) for one in feeds]
    await asyncio.wait(coming, timeout=CALM)
    await asyncio.wait([asyncio.ensure_future(one.came.wait()) for one in feeds], timeout=CALM)
    stayed: dict[str, list[float]] = {kind: [] for kind in order.hostile if kind in SLOW}
    end = loop.time() + order.seconds
    spoilers = [
        asyncio.create_task(_again(KINDS[kind], order, end, stayed.get(kind)))
        for kind, count in order.hostile.items()
        for _ in range(count)
    ]
    pipe.send("now")
    await asyncio.wait(spoilers)
    await asyncio.sleep(LATE)
    arrivals = [[one.arrivals for one in feeds[match :: len(order.feeds)]] for match in range(len(order.feeds))]
    pipe.send(Seen(sum(one.came.is_set() for one in feeds), arrivals, stayed))


class Watching(asyncio.Protocol):
    """A spectator's feed, which records when it reaches each version."""

    def __init__(self, path: str) -> None:
        self.came = asyncio.Event()
        self.arrivals: Arrivals = []
        self._path = path
        self._cut = b""

    def made(self) -> Watching:
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        said = f"GET {self._path}?as=spectator HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n"
        cast("asyncio.Transport", transport).write(said.encode())

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 200"):
            self.came.set()
        received = self._cut + data
        if found := ID.findall(received):
            self.arrivals.append((time.perf_counter(), int(found[-1])))
        self._cut = received[received.rfind(b"\n") :][:ID_BYTES]


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Kind = Callable[[Line, Order], Awaitable[None]]


async def _again(kind: Kind, order: Order, end: float, stayed: list[float] | None) -> None:
    """Runs one hostile caller, which reconnects whenever it is closed, and records how long each stay was."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(random.random())
    while (began := loop.time()) < end:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout_at(end):
                line = await _line(order.port)
                try:
                    await kind(line, order)
                finally:
                    line[1].transport.abort()
        if stayed is not None and loop.time() - began > 0.5:
            stayed.append(loop.time() - began)
        await asyncio.sleep(0.1)


async def _line(port: int) -> Line:
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    own.setblocking(False)
    await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", port))
    return await asyncio.open_connection(sock=own, limit=1024)


async def _dripping(line: Line, said: bytes) -> None:
    reader, writer = line
    writer.write(said)
    closed = asyncio.create_task(reader.read())
    try:
        while not closed.done():
            writer.write(b"a")
            await asyncio.wait([closed], timeout=DRIP)
    finally:
        closed.cancel()


async def _slow_head(line: Line, order: Order) -> None:
    await _dripping(line, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")


async def _slow_body(line: Line, order: Order) -> None:
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    await _dripping(line, head + b"Content-Length: 60000\r\n\r\n")


async def _idle(line: Line, order: Order) -> None:
    await line[0].read()


async def _oversize(line: Line, order: Order) -> None:
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    more = b"X: " + bytes(70_000) if random.random() < 0.5 else b"Content-Length: 10000000\r\n\r\n" + bytes(200_000)
    line[1].write(head + more.replace(b"\0", b"a"))
    await line[1].drain()
    await line[0].read()
    await asyncio.sleep(1)


async def _never_reading(line: Line, order: Order) -> None:
    """Ends when the service no longer holds the connection: the reset is queued behind unread data."""
    writer = line[1]
    feed = f"GET {order.feeds[0]}?as=spectator HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20 + feed)
    cast("asyncio.ReadTransport", writer.transport).pause_reading()
    _, own = writer.get_extra_info("sockname")
    await asyncio.sleep(DRIP)
    while own in held(order.port, int(time.monotonic() / 2)):  # noqa: ASYNC110  the system tells nobody
        await asyncio.sleep(DRIP)


@lru_cache(maxsize=1)
def held(port: int, _: int) -> frozenset[int]:
    """Returns the ports of callers whose connections a process still holds, read at most every 2 seconds."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ours = f":{port:04X}"
    return frozenset(int(row[2][-4:], 16) for row in rows if row[1].endswith(ours) and row[9] != "0")


async def _connect_loop(line: Line, order: Order) -> None:
    return


SLOW = ("slow heads", "slow bodies", "idle", "never reading")
KINDS: dict[str, Kind] = {
    "slow heads": _slow_head,
    "slow bodies": _slow_body,
    "idle": _idle,
    "oversize": _oversize,
    "never reading": _never_reading,
    "connect loops": _connect_loop,
}


def main() -> int:
    """Measures a service without the guard."""
    found = list(measured(Siege(), **UNGUARDED))
    shown(found, Console(width=None if sys.stdout.isatty() else 180))
    return int(any(row.verdict == "no" for row in found))


if __name__ == "__main__":
    sys.exit(main())
