"""Restarts: what a service does when it starts, and what its lobby costs, with 100,000 finished matches (P14)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import redis

from tests.bench.departures import keys_of_matches, left_behind
from tests.bench.finished import finish
from tests.bench.measure import compared, paired
from tests.bench.servers import Service, engine_of, service
from tests.bench.table import Row, against, alone, at_most

MANY, FEW = 100_000, 1_000
LEAVING = 200
"""For so many finished matches there was one more in the log, which has left it before the restarts."""
PATIENCE = 240.0
"""Seconds for that; the archivist gives way to play, and takes about a minute."""
STARTS = 5
SECONDS = 60.0
PAGES = 40


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P14."""
    if "P14" not in goals:
        return
    with tempfile.TemporaryDirectory() as folder:
        many, few = Path(folder, "many"), Path(folder, "few")
        for data, count in ((many, MANY), (few, FEW)):
            finish(data, count)
            with service(data) as ours:
                left_behind(ours, count // LEAVING, PATIENCE)
        yield from measured(many, few)


def measured(many: Path, few: Path) -> Iterator[Row]:
    """Compares a service over many finished matches with one over few."""
    for data, count in ((many, MANY), (few, FEW)):
        what = f"restart, {count:,} finished matches"
        yield alone("P14", what, "s", [started(data) for _ in range(STARTS)], at_most(3, "s"))
    with service(many) as ours:
        minute = time.monotonic() + SECONDS
        with service(few) as theirs:
            other = time.monotonic() + SECONDS
            yield asked(commands(ours, minute), commands(theirs, other))
            yield kept(MANY // LEAVING, keys_of(ours))
            found = compared(partial(page, ours.http), partial(page, theirs.http))
            what, beside = f"lobby page, {MANY:,} finished matches", f"{FEW:,}"
            yield against("P14", what, beside, "ms", found, at_most(1.3))


def started(data: Path) -> float:
    """Returns the seconds from the start of the command to the first answered request."""
    begun = time.perf_counter()
    with service(data):  # which registers two players as soon as the service listens
        return time.perf_counter() - begun


def page(client: httpx.Client) -> float:
    """Returns the milliseconds for a page of the lobby: the median of many."""
    return median([timed(lambda: client.get("/matches?status=finished").raise_for_status()) for _ in range(PAGES)])


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def kept(count: int, keys: int) -> Row:
    """Returns the row about keys of matches that ended over seven days ago, which must be gone."""
    return alone("P14", f"keys of {count:,} matches that ended eight days ago, in the engine", "", [keys], at_most(0))


def asked(many: int, few: int) -> Row:
    """Returns the row about commands to the engine, whose number must not depend on finished matches."""
    what, beside = f"commands to the engine in the first minute, {MANY:,} finished matches", f"{FEW:,}"
    return against("P14", what, beside, "", paired([(many, few)]), at_most(1.1))


def keys_of(ours: Service) -> int:
    """Returns the number of keys of matches of a service."""
    with redis.Redis.from_url(engine_of(ours.data)) as client:
        return keys_of_matches(client)


def commands(ours: Service, until: float) -> int:
    """Waits for a moment, and returns the number of commands to the engine since it was started."""
    time.sleep(max(0.0, until - time.monotonic()))
    with redis.Redis.from_url(engine_of(ours.data)) as client:
        facts: Any = client.info("stats")
    return int(facts["total_commands_processed"])
