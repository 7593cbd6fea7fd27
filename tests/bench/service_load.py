"""The service under load beside a minimal handler and boardgame.io's server (P4, P5)."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from tests.bench.load import Load, Order, Sitting
from tests.bench.measure import Compared, by_turns, compared
from tests.bench.servers import Peer, Service, board_game_load, peer, service
from tests.bench.table import Row, against, alone, at_least, at_most

CONNECTIONS = 32
SECONDS = 1.2
PACED_SECONDS = 1.5
SETTLE_SECONDS = 1.0
"""Seconds after the openings until the lobby is up to date and the service is idle."""
IDLE_MATCHES = 4
SYNCS = 200
PEER = "minimal Litestar handler"

Server = Service | Peer


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P4 and P5."""
    if not goals & {"P4", "P5"}:
        return
    with (
        tempfile.TemporaryDirectory() as data,
        service(Path(data) / "service") as ours,
        peer(Path(data) / "peer") as theirs,
        closing(Load()) as load,
    ):
        yield from loaded(goals, load, ours, theirs)


def loaded(goals: frozenset[str], load: Load, ours: Service, theirs: Peer) -> Iterator[Row]:
    """Compares both with the minimal handler."""
    speed = compared(partial(hurried, load, ours), partial(hurried, load, theirs))
    if "P4" in goals:
        what = f"service, {CONNECTIONS} connections"
        yield against("P4", what, PEER, "commands/s", speed, at_least(0.6))
        with board_game_load(CONNECTIONS) as moves:
            found = compared(partial(hurried, load, ours), partial(moves, SECONDS))
        yield against("P4", what, "boardgame.io's server", "commands/s", found, at_least(1))
    if "P5" in goals:
        found = compared(partial(idle, load, ours), partial(idle, load, theirs))
        yield against("P5", "one command, idle service, p50", PEER, "ms", found, at_most(1.5))
        yield from half_loaded(load, ours, theirs, median(speed.ours) / 2)


def half_loaded(load: Load, ours: Service, theirs: Peer, pace: float) -> Iterator[Row]:
    """Yields the p99 of both at half of our maximum; the peer's p50 there is the anchor, for a p99 is never calm."""
    own, others = Paced(load, ours, pace), Paced(load, theirs, pace)
    works = (own.slowest, others.slowest, others.usual, partial(synced, ours.data))
    slow, theirs_slow, theirs_usual, disk = by_turns(works, anchors=(2,))
    found = Compared(slow, theirs_slow, theirs_usual)
    yield against("P5", "p99 at half load", PEER, "ms", found, at_most(2))
    yield alone("P5", "fsync of the disk between those, p99", "ms", disk, None)


def opened(server: Server, count: int) -> tuple[Sitting, ...]:
    """Opens a number of matches, several at a time, and waits until the server is idle."""
    with ThreadPoolExecutor(8) as threads:
        sittings = tuple(threads.map(lambda _: server.sitting(), range(count)))
    time.sleep(SETTLE_SECONDS)
    return sittings


def hurried(load: Load, server: Server) -> float:
    """Returns commands per second with all connections busy; no match has to be opened meanwhile."""
    sittings = opened(server, CONNECTIONS * 2)
    return load.run(Order(sittings, SECONDS, connections=CONNECTIONS)).rate


def idle(load: Load, server: Server) -> float:
    """Returns the median of the milliseconds per command, one command at a time."""
    return median(load.run(Order(opened(server, IDLE_MATCHES), 5.0)).latencies)


class Paced:
    """Commands at a steady pace."""

    def __init__(self, load: Load, server: Server, pace: float) -> None:
        self._load, self._server, self._pace = load, server, pace
        self._latencies: list[float] = []

    def slowest(self) -> float:
        """Returns the 99th percentile of the milliseconds per command."""
        sittings = opened(self._server, int(self._pace * PACED_SECONDS / 25))
        self._latencies = self._load.run(Order(sittings, PACED_SECONDS, pace=self._pace)).latencies
        return quantiles(self._latencies, n=100)[98]

    def usual(self) -> float:
        """Returns the median of the same commands."""
        return median(self._latencies)


def synced(directory: Path) -> float:
    """Returns the 99th percentile of the milliseconds in which small writes are on disk."""
    took: list[float] = []
    with tempfile.TemporaryFile(dir=directory) as file:
        for _ in range(SYNCS):
            began = time.perf_counter()
            os.write(file.fileno(), bytes(300))
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    return quantiles(took, n=100)[98]
