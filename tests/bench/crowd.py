"""A crowd at one service: people who poll, two workers, and 10,000 live matches (P4, P5, P11)."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import httpx

from tests.bench.load import Load, Order
from tests.bench.measure import ROUNDS, by_turns, compared, paired
from tests.bench.servers import API, Service, clock_of, service
from tests.bench.service_load import CONNECTIONS, SECONDS, Paced, opened
from tests.bench.table import Row, against, alone, at_most

POLLERS, PACE = 200, 100.0
LOBBY_SECONDS, MATCH_SECONDS = 5.0, 10.0
"""Seconds after which a page reads the lobby, and a match with clocks, again."""
FEW, MANY = 100, 10_000


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P4, P5 and P11 about crowds."""
    for goal, measure in (("P4", measure_workers), ("P5", measure_pollers), ("P11", measure_many_matches)):
        if goal in goals:
            with closing(Load()) as load, tempfile.TemporaryDirectory() as data:
                yield from measure(load, Path(data))


def measure_workers(load: Load, data: Path) -> Iterator[Row]:
    """Yields the CPU of a command in two workers beside one worker; it includes the engine's."""
    with service(data / "two", "chronik.service", "--workers", "2") as two, service(data / "one") as one:
        found = compared(partial(cpu_of_command, load, two), partial(cpu_of_command, load, one))
    yield against("P4", "CPU of a command, two workers", "one worker", "µs", found, at_most(1.1))


def cpu_of_command(load: Load, ours: Service) -> float:
    """Returns the microseconds of CPU of a command in all processes of the service."""
    sittings = opened(ours, CONNECTIONS * 2)
    clocks = [clock_of(process) for process in family(ours.process)]
    before = sum(clock() for clock in clocks)
    done = load.run(Order(sittings, SECONDS, connections=CONNECTIONS)).latencies
    return (sum(clock() for clock in clocks) - before) * 1e6 / len(done)


def family(process: int) -> list[int]:
    """Returns a process and its descendants."""
    children = [
        int(child)
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return [process, *(one for child in children for one in family(child))]


def measure_pollers(load: Load, data: Path) -> Iterator[Row]:
    """Yields the p99 of commands beside people who poll as the pages do."""
    with service(data) as ours:
        quiet, beside = Paced(load, ours, PACE).slowest, partial(slowest_beside_pollers, load, ours)
        found = paired(list(zip(*by_turns((beside, quiet), anchors=()), strict=True)))
    yield against("P5", f"p99 beside {POLLERS} people who poll", "the same without them", "ms", found, at_most(1.3))


def slowest_beside_pollers(load: Load, ours: Service) -> float:
    match = ours.sitting().path.removesuffix("/commands").replace("/katharina", "")
    with polling({f"{API}/lobby": LOBBY_SECONDS, match: MATCH_SECONDS}, ours):
        return Paced(load, ours, PACE).slowest()


@contextmanager
def polling(paths: dict[str, float], ours: Service) -> Iterator[None]:
    """Lets a crowd in another process read each path again after its seconds."""
    reader = get_context("spawn").Process(target=poll, args=(paths, ours.port, ours.tokens[0]), daemon=True)
    reader.start()
    try:
        yield
    finally:
        reader.kill()
        reader.join()


def poll(paths: dict[str, float], port: int, token: str) -> None:
    asyncio.run(_poll(paths, port, token))


async def _poll(paths: dict[str, float], port: int, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=30) as client:

        async def read(path: str, every: float, share: float) -> None:
            await asyncio.sleep(every * share)
            while True:
                (await client.get(path)).raise_for_status()
                await asyncio.sleep(every)

        each = POLLERS // len(paths)
        await asyncio.gather(*(read(path, every, n / each) for path, every in paths.items() for n in range(each)))


def measure_many_matches(load: Load, data: Path) -> Iterator[Row]:
    """Yields what 10,000 live matches take in one process, and the p99 of commands among them."""
    with service(data, CHRONIK_CACHED_MATCHES=str(2 * MANY)) as ours:
        opened(ours, FEW)
        few, memory = repeat(Paced(load, ours, PACE).slowest), memory_of(ours.process)
        opened(ours, MANY)
        each = (memory_of(ours.process) - memory) / MANY
        many = repeat(Paced(load, ours, PACE).slowest)
    yield alone("P11", f"memory of the service for each of {MANY:,} live matches", "KiB", [each], at_most(8, "KiB"))
    what, peer = f"p99 of commands, {MANY:,} live matches", f"{FEW} live matches"
    yield against("P11", what, peer, "ms", paired(list(zip(many, few, strict=True))), None)


def repeat(work: Callable[[], float]) -> list[float]:
    return [work() for _ in range(ROUNDS)]


def memory_of(process: int) -> float:
    """Returns the KiB of memory that a process uses."""
    line = next(one for one in Path(f"/proc/{process}/status").read_text().splitlines() if one.startswith("VmRSS"))
    return float(line.split()[1])
