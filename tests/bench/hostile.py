"""Feeds by the thousand and hundreds of hostile callers, while others play (G9)."""

from __future__ import annotations

import asyncio
import random
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import cast

import uvloop
from msgspec import Struct

from tests.bench.load import Sitting, Table
from tests.bench.reconnects import FILES, LIMITS, allowed, seated, unhindered
from tests.bench.servers import service
from tests.bench.table import Row, alone, at_most

FEEDS = 5_000
HOSTILE = {
    "slow heads": 150,
    "slow bodies": 150,
    "idle": 150,
    "oversize": 70,
    "never reading": 40,
    "connect loops": 40,
}
"""Who comes to spoil it; each comes back when they are closed."""
TABLES, PACE = 40, 10
"""Matches in which somebody plays meanwhile, all of them watched, and commands a second in all of them."""
SECONDS = 45.0
"""So long; nobody who is slow may stay for more than 30 of them."""
DRIP = 1.0
CALM = 10.0
"""So many seconds all feeds have to come in before it begins."""


class Order(Struct, frozen=True):
    """Where to go: a port, and the feeds of the matches that are played."""

    port: int
    feeds: tuple[str, ...]
    count: int
    hostile: dict[str, int]
    seconds: float


class Seen(Struct, frozen=True):
    """What the others saw: how many feeds came in, when frames arrived by match, and how long each kind could stay."""

    feeds: int
    arrivals: list[list[float]]
    stayed: dict[str, list[float]]


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """G9."""
    if "G9" not in goals:
        return
    with allowed(FILES), tempfile.TemporaryDirectory() as data, service(Path(data), **LIMITS) as ours:
        sittings = seated(ours, TABLES)
        anchor = (unhindered(),)
        played, seen = spoilt(sittings, Order(ours.port, paths(sittings), FEEDS, HOSTILE, SECONDS))
        memory = peak(ours.process)
    what = f"{FEEDS:,} feeds, {sum(HOSTILE.values())} hostile callers"
    commands = [took for _, _, took in played]
    fans = fanned_out(played, seen)
    yield alone("G9", f"{what}: feeds that came in", "", (seen.feeds,), None, anchor)
    yield alone("G9", f"{what}: command, p99", "ms", (quantiles(commands, n=100)[98],), at_most(250, "ms"), anchor)
    yield alone("G9", f"{what}: command to frame, p99", "ms", (quantiles(fans, n=100)[98],), at_most(300, "ms"), anchor)
    yield alone("G9", f"{what}: memory of the service, peak", "MiB", (memory,), at_most(600, "MiB"), anchor)
    for kind, times in seen.stayed.items():
        yield alone("G9", f"{kind}: the longest one stayed", "s", (max(times, default=0.0),), at_most(30, "s"), anchor)


def paths(sittings: Sequence[Sitting]) -> tuple[str, ...]:
    return tuple(sitting.path.replace("/commands", "/feed") for sitting in sittings)


def peak(process: int) -> float:
    """The most memory that a process has had, in MiB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


Played = list[tuple[int, float, float]]
"""Of each command its match, the moment at which it was sent, and the milliseconds until its answer."""


def fanned_out(played: Played, seen: Seen) -> list[float]:
    """Of each command the milliseconds until each feed of its match had got something of it."""
    found: list[float] = []
    for match, sent, _ in played:
        arrived = [at for at in seen.arrivals[match] if sent <= at < sent + 1.5]
        found += [(at - sent) * 1000 for at in arrived]
    return found


def spoilt(sittings: Sequence[Sitting], order: Order) -> tuple[Played, Seen]:
    """Plays while the others do what they do, in a process of their own."""
    context = get_context("spawn")
    pipe, theirs = context.Pipe()
    process = context.Process(target=_spoil, args=(theirs, order), daemon=True)
    process.start()
    pipe.recv()
    played = uvloop.run(_play(sittings, order.seconds))
    seen = cast("Seen", pipe.recv())
    process.join()
    return played, seen


async def _play(sittings: Sequence[Sitting], seconds: float) -> Played:
    """Commands at fixed moments, each match in its turn."""
    tables = [Table(sitting) for sitting in sittings]
    played: Played = []
    began = time.perf_counter()

    async def step(number: int) -> None:
        match = number % len(tables)
        sent = time.perf_counter()
        await tables[match].step()
        played.append((match, sent, (time.perf_counter() - sent) * 1000))

    for table in tables:
        await table.connect()
    tasks: list[asyncio.Task[None]] = []
    for number in range(int(seconds * PACE)):
        await asyncio.sleep(max(0.0, began + number / PACE - time.perf_counter()))
        if not tables[number % len(tables)].over:
            tasks.append(asyncio.create_task(step(number)))
    await asyncio.gather(*tasks)
    return played


def _spoil(pipe: Connection, order: Order) -> None:
    uvloop.run(_all(pipe, order))


async def _all(pipe: Connection, order: Order) -> None:
    arrivals: list[list[float]] = [[] for _ in order.feeds]
    loop = asyncio.get_running_loop()
    feeds = [
        Watching(order.feeds[number % len(order.feeds)], arrivals[number % len(order.feeds)])
        for number in range(order.count)
    ]
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
    pipe.send(Seen(sum(one.came.is_set() for one in feeds), arrivals, stayed))


class Watching(asyncio.Protocol):
    """A spectator's feed, which notes when something arrives."""

    def __init__(self, path: str, arrivals: list[float]) -> None:
        self.came = asyncio.Event()
        self._path = path
        self._arrivals = arrivals

    def made(self) -> Watching:
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        said = f"GET {self._path}?as=spectator HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n"
        cast("asyncio.Transport", transport).write(said.encode())

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 200"):
            self.came.set()
        if b"event: frame" in data:
            self._arrivals.append(time.perf_counter())


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Kind = Callable[[Line, Order], Awaitable[None]]


async def _again(kind: Kind, order: Order, end: float, stayed: list[float] | None) -> None:
    """One hostile caller, who comes back whenever they are closed; how long they could stay each time."""
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
    """Ends when the service holds the connection no longer: the reset waits behind what is not read."""
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
    """The ports of the callers whose connections a process still holds, as the system says every 2 seconds."""
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
