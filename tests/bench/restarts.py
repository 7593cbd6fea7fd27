"""Restarts: what a service does when it begins, and what its lobby costs, with 100,000 matches that are over (P14)."""

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

from tests.bench.finished import finish
from tests.bench.measure import compared
from tests.bench.servers import engine_of, service
from tests.bench.table import Row, against, alone, at_most

MANY, FEW = 100_000, 1_000
STARTS = 5
SECONDS = 60.0
PAGES = 40


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """P14."""
    if "P14" not in goals:
        return
    with tempfile.TemporaryDirectory() as folder:
        many, few = Path(folder, "many"), Path(folder, "few")
        finish(many, MANY)
        finish(few, FEW)
        yield from measured(many, few)


def measured(many: Path, few: Path) -> Iterator[Row]:
    """What a service over many finished matches does beside one over few."""
    for data in (many, few):
        started(data)  # the first start makes the engine's directory
    for data, count in ((many, MANY), (few, FEW)):
        what = f"restart, {count:,} finished matches"
        yield alone("P14", what, "s", [started(data) for _ in range(STARTS)], at_most(3, "s"))
    with service(many) as ours, service(few) as theirs:
        begun = time.monotonic()
        found = compared(partial(page, ours.http), partial(page, theirs.http))
        what, beside = f"lobby page, {MANY:,} finished matches", f"{FEW:,}"
        yield against("P14", what, beside, "ms", found, at_most(1.3))
        time.sleep(max(0.0, begun + SECONDS - time.monotonic()))
        with redis.Redis.from_url(engine_of(many)) as client:
            what = f"keys of {MANY:,} finished matches in the engine"
            yield alone("P14", what, "", [keys_of_matches(client)], at_most(0))
            yield alone("P14", "commands to the engine in the first minute", "", [commands(client)], None)


def started(data: Path) -> float:
    """The seconds from the beginning of the command to the first request that is answered."""
    begun = time.perf_counter()
    with service(data):  # which asks for two players as soon as somebody listens
        return time.perf_counter() - begun


def page(client: httpx.Client) -> float:
    """A page of the lobby, in milliseconds: the median of many."""
    return median([timed(lambda: client.get("/matches?status=finished").raise_for_status()) for _ in range(PAGES)])


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def keys_of_matches(client: redis.Redis) -> int:
    """How many keys of matches there are."""
    return sum(1 for _ in client.scan_iter(match="{p*}:m:*", count=1000))


def commands(client: redis.Redis) -> int:
    """How many commands the engine has had since it was started."""
    facts: Any = client.info("stats")
    return int(facts["total_commands_processed"])
