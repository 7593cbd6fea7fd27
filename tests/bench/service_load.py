"""The service under load beside a minimal handler (P4, P5), and how a command gets slower as its log grows (P6)."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from domain.engine.match.commands import Pause, Resume
from domain.engine.match.log import Author
from service.log.data_directory import Note
from service.log.store import LogStore
from service.matches.catalogue import Catalogue
from service.matches.live import LiveMatches
from service.matches.play import Submission, new_key, play
from tests.bench.load import Load, Order, Sitting
from tests.bench.measure import compared, paired, spread
from tests.bench.servers import Service, peer, service
from tests.bench.table import Row, against, alone, at_least, at_most

CONNECTIONS = 32
SECONDS = 1.2
HURRIED_ROUNDS = 9
IDLE_ROUNDS = 9
PACED_ROUNDS = 3
PACED_SECONDS = 2.0
GROWTH_ROUNDS = 9
SETTLE_SECONDS = 1.0
"""After matches were opened, so long until the lobby's books of them are kept, and the service is idle."""
IDLE_MATCHES = 4
SHORT, LONG = 100, 10_000
"""A seat may replace its choice 50 times, so that many commands fit between two versions that hardly differ."""


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """P4, P5 and what P6 says of commands."""
    if not goals & {"P4", "P5", "P6"}:
        return
    with tempfile.TemporaryDirectory() as data, service(Path(data) / "service") as ours:
        load = Load()
        try:
            if goals & {"P4", "P5"}:
                with peer(Path(data) / "peer") as theirs:
                    yield from loaded(goals, load, ours, theirs)
        finally:
            load.close()
        if "P6" in goals:
            yield from grown(ours, Path(data) / "service")
    if "P6" in goals:
        with tempfile.TemporaryDirectory() as data, service(Path(data), CHRONIK_CACHED_MATCHES="1") as ours:
            yield cold(ours, Path(data))


def loaded(goals: frozenset[str], load: Load, ours: Any, theirs: Any) -> Iterator[Row]:
    """P4 and P5, both against the minimal handler."""
    speed = compared(lambda: hurried(load, ours), lambda: hurried(load, theirs), HURRIED_ROUNDS)
    if "P4" in goals:
        what = f"service, {CONNECTIONS} connections"
        yield against("P4", what, "minimal Litestar handler", "commands/s", speed, at_least(0.6))
    if "P5" in goals:
        found = compared(lambda: idle(load, ours), lambda: idle(load, theirs), IDLE_ROUNDS)
        yield against("P5", "one command, idle service, p50", "minimal Litestar handler", "ms", found, at_most(2))
        slowest = spread([paced(load, ours, speed.ours / 2) for _ in range(PACED_ROUNDS)])
        yield alone("P5", "p99 at half load", "ms", slowest, PACED_ROUNDS, at_most(5, "ms"))


def opened(server: Any, count: int) -> tuple[Sitting, ...]:
    """So many matches, opened several at a time, on a server that has come to rest."""
    with ThreadPoolExecutor(8) as threads:
        sittings = tuple(threads.map(lambda _: server.sitting(), range(count)))
    time.sleep(SETTLE_SECONDS)
    return sittings


def hurried(load: Load, server: Any) -> float:
    """Commands a second with all connections busy; there are enough matches that none has to be opened meanwhile."""
    sittings = opened(server, CONNECTIONS * 2)
    return load.run(Order(sittings, SECONDS, connections=CONNECTIONS)).rate


def idle(load: Load, server: Any) -> float:
    """The milliseconds that half of the commands of some matches take less than, one at a time."""
    return median(load.run(Order(opened(server, IDLE_MATCHES), 5.0)).latencies)


def paced(load: Load, server: Any, pace: float) -> float:
    """The milliseconds that 99 of 100 commands take less than at a steady pace."""
    sittings = opened(server, int(pace * PACED_SECONDS / 25))
    return quantiles(load.run(Order(sittings, PACED_SECONDS, pace=pace)).latencies, n=100)[98]


def grown(ours: Service, data: Path) -> Iterator[Row]:
    """P6: the same command on a long log and on a short one."""
    short, long = ours.sitting(), ours.sitting()
    asyncio.run(lengthen(engine_of(data), {short: SHORT, long: LONG}))
    commands = {sitting: Replacing(ours, sitting) for sitting in (short, long)}
    found = compared(commands[long].time, commands[short].time, GROWTH_ROUNDS)
    yield against("P6", f"command p50 at {LONG:,} events, warm", f"at {SHORT} events", "ms", found, at_most(1.1))


def cold(ours: Service, data: Path) -> Row:
    """P6: a command on a match that has to be read from its log, and the next one on it."""
    sittings = [ours.sitting() for _ in range(6)]
    asyncio.run(lengthen(engine_of(data), dict.fromkeys(sittings, SHORT)))
    commands = [Replacing(ours, sitting) for sitting in sittings]
    pairs: list[tuple[float, float]] = []
    for _ in range(GROWTH_ROUNDS):
        times = [(one.once(), one.once()) for one in commands]
        pairs.append((median(first for first, _ in times), median(second for _, second in times)))
    return against("P6", f"command, cold, {SHORT} events", "warm", "ms", paired(pairs), at_most(3))


def engine_of(data: Path) -> str:
    """The address of the engine over a data directory."""
    return f"unix://{msgspec.json.decode((data / 'lock').read_bytes(), type=Note).home}/s"


async def lengthen(url: str, matches: dict[Sitting, int]) -> None:
    """Has a referee stop matches and let them go on until each is so long."""
    store = LogStore(url)
    cache = LiveMatches(store, Catalogue({}), len(matches))
    for sitting, length in matches.items():
        live = await cache.find(sitting.path.split("/")[-2])
        assert live is not None
        while live.match.version < length:
            for command in (Pause("0" * 32), Resume("0" * 32)):
                await play(cache, live, Submission(command=command, key=new_key(), fingerprint="", by=Author.REFEREE))
    await store.close()


class Replacing:
    """A seat that chooses its display again and again."""

    PER_ROUND = 5

    def __init__(self, ours: Service, sitting: Sitting) -> None:
        self._ours = ours
        self._path = sitting.path.removeprefix("/api/v1")
        self._cards = sitting.hands[0][:3]

    def once(self) -> float:
        """One command: its milliseconds."""
        self._cards = (*self._cards[1:], self._cards[0])
        began = time.perf_counter()
        self._ours.call("POST", self._path, 0, json={"command": {"t": "choose-display", "cards": self._cards}})
        return (time.perf_counter() - began) * 1000

    def time(self) -> float:
        """The milliseconds that half of some commands take less than."""
        return median(self.once() for _ in range(self.PER_ROUND))
