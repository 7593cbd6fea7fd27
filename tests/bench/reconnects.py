"""Feeds that all reconnect at once to a service that has just started, while matches are played (P15)."""

from __future__ import annotations

import asyncio
import random
import resource
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import cast

import redis
import uvloop
from msgspec import Struct
from msgspec.structs import astuple, replace

from chronik.service.log.store import SCRIPT
from tests.bench.append import append
from tests.bench.load import Load, Order, Sitting
from tests.bench.matches import several
from tests.bench.measure import YARDSTICK
from tests.bench.servers import API, Service, engine_of, service
from tests.bench.table import Row, alone, at_least, at_most

FEEDS = 5_000
MATCHES = 150
"""The number of watched matches of each game."""
SECONDS = 10.0
ROUNDS = 3
CROWD = 1_000
"""The number of spectators, each of whom watches several matches."""
PLAYED, PACE = 6.0, 400
"""How many seconds the matches of Katharina have been played, and the commands per second in all of them."""
LOGS = 6
MISSED = 12
"""The largest number of entries that a feed has missed."""
TABLES, TABLE_PACE = 60, 60
"""The matches that are played meanwhile, and the commands per second in all of them."""
FILES = 12_000
LIMITS = {"CHRONIK_STREAMS_ACCOUNT": "10000", "CHRONIK_STREAMS_ADDRESS": "10000"}


class Return(Struct, frozen=True):
    """One feed that reconnects: its match, its token, the version after which it resumes, and the one it must reach."""

    port: int
    path: str
    token: str
    after: int
    until: int


class Storm(Struct, frozen=True):
    """The result of one storm: the share of feeds taken in (%), the seconds until the last one, p99 of the commands
    meanwhile (ms), and the seconds of CPU. The anchor is the speed of the machine just before.
    """

    share: float
    last: float
    slowest: float
    cpu: float
    anchor: float


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P15."""
    if "P15" not in goals:
        return
    with allowed(FILES), tempfile.TemporaryDirectory() as data:
        storms = list(reconnects(Path(data)))
    what = f"{FEEDS:,} feeds at once, after a restart"
    share, last, slowest, cpu, anchor = zip(*map(astuple, storms), strict=True)
    yield alone("P15", f"{what}: taken in within {SECONDS:g} s", "%", share, at_least(99, "%"), anchor)
    yield alone("P15", f"{what}: the last one", "s", last, at_most(SECONDS, "s"), anchor)
    yield alone("P15", f"{what}: commands meanwhile, p99", "ms", slowest, at_most(250, "ms"), anchor)
    yield alone("P15", f"{what}: CPU of the service", "s", cpu, None, anchor)


def reconnects(data: Path) -> Iterator[Storm]:
    """Yields one storm after another, each on a service that was just started over the same log."""
    load = Load()
    try:
        with service(data, **LIMITS) as ours:
            feeds = tuple(watched(load, ours, engine_of(ours.data)))
        for _ in range(ROUNDS):
            with service(data, **LIMITS) as ours:
                yield storm(load, ours, feeds)
    finally:
        load.close()


def watched(load: Load, ours: Service, engine: str) -> Iterator[Return]:
    """Yields the feeds of the matches: of Katharina both seats and many spectators, of Cities & Knights spectators."""
    sittings = seated(ours, MATCHES)
    load.run(Order(sittings, PLAYED, pace=PACE))
    crowd = [str(ours.http.post("/players", json={"name": f"Eve {n}"}).json()["token"]) for n in range(CROWD)]
    played = [(sitting.path.replace("/commands", "/feed"), sitting.tokens) for sitting in sittings]
    played += [(f"{API}/cities_knights/matches/{match}/feed", ()) for match in halves(engine)]
    versions = [ours.call("GET", f"/matches/{path.split('/')[-2]}", 0)["version"] for path, _ in played]
    luck = random.Random(15)
    for number in range(FEEDS):
        round_, place = divmod(number, len(played))
        (path, seats), version = played[place], versions[place]
        token = seats[round_] if round_ < len(seats) else crowd[number % CROWD]
        yield Return(0, path, token, version - luck.randrange(MISSED + 1), version)


def halves(engine: str) -> Iterator[str]:
    """Yields the ids of matches of Cities & Knights that are played to the middle."""
    client = redis.Redis.from_url(engine)
    script = client.script_load(SCRIPT)
    whole = several("cities_knights", LOGS)
    for number in range(MATCHES):
        match, identity = whole[number % LOGS], secrets.token_hex(16)
        append(client, script, replace(match, steps=match.steps[: len(match.steps) // 2]), identity)
        yield identity
    client.close()


def seated(ours: Service, count: int) -> tuple[Sitting, ...]:
    with ThreadPoolExecutor(8) as threads:
        return tuple(threads.map(lambda _: ours.sitting(), range(count)))


def storm(load: Load, ours: Service, feeds: Sequence[Return]) -> Storm:
    """Connects all feeds at once in random order from a separate process, while matches are played."""
    tables = seated(ours, TABLES)
    coming = [replace(feed, port=ours.port) for feed in feeds]
    random.Random(16).shuffle(coming)
    context = get_context("spawn")
    pipe, theirs = context.Pipe()
    process = context.Process(target=_come_back, args=(theirs, coming), daemon=True)
    process.start()
    pipe.recv()
    anchor = unhindered()
    with ThreadPoolExecutor(1) as threads:
        played = threads.submit(load.run, Order(tables, SECONDS, pace=TABLE_PACE))
        began = ours.cpu()
        pipe.send("now")
        times: list[float] = pipe.recv()
        cpu = ours.cpu() - began
        process.join()
        last = max(times, default=SECONDS)
        meanwhile = played.result().latencies[: int(TABLE_PACE * last)]
    return Storm(100 * len(times) / len(feeds), last, quantiles(meanwhile, n=100)[98], cpu, anchor)


def unhindered() -> float:
    """Returns the current speed of plain Python by the wall clock: other processes count."""
    began = time.perf_counter()
    YARDSTICK()
    return 1 / (time.perf_counter() - began)


def _come_back(pipe: Connection, feeds: Sequence[Return]) -> None:
    pipe.send("ready")
    pipe.recv()
    pipe.send(uvloop.run(_all_back(feeds)))


async def _all_back(feeds: Sequence[Return]) -> list[float]:
    """Returns the seconds after which each accepted feed had all that it had missed."""
    loop, began = asyncio.get_running_loop(), time.perf_counter()
    back = [Feed(feed, loop.create_future()) for feed in feeds]
    coming = [asyncio.ensure_future(loop.create_connection(one.made, "127.0.0.1", one.feed.port)) for one in back]
    await asyncio.wait([one.taken for one in back], timeout=SECONDS)
    for one in coming:
        one.cancel()
    times = [at - began for one in back if one.taken.done() and (at := one.taken.result()) is not None]
    return [taken for taken in times if taken <= SECONDS]


class Feed(asyncio.Protocol):
    """One feed that reconnects, and the moment at which it had everything, or None if it was refused."""

    def __init__(self, feed: Return, taken: asyncio.Future[float | None]) -> None:
        self.feed = feed
        self.taken = taken
        self._received = b""
        self._last = b"\nid: %d\n" % feed.until if feed.after < feed.until else b"retry: "

    def made(self) -> Feed:
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        said = (
            f"GET {self.feed.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {self.feed.token}\r\n"
            f"accept: text/event-stream\r\nlast-event-id: {self.feed.after}\r\n\r\n"
        )
        cast("asyncio.Transport", transport).write(said.encode())

    def data_received(self, data: bytes) -> None:
        self._received += data
        if self.taken.done():
            return
        if not self._received.startswith(b"HTTP/1.1 200"):
            self.taken.set_result(None)
        elif self._last in self._received:
            self.taken.set_result(time.perf_counter())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.taken.done():
            self.taken.set_result(None)


@contextmanager
def allowed(files: int) -> Iterator[None]:
    """Allows as many open files as needed, for this process and those that it starts meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(files, hard)), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
