"""Prometheus metrics; labels never contain ids, names or addresses."""

import asyncio
import os
from collections.abc import Iterable
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from chronik.domain.games import CURRENT

REGISTRY = CollectorRegistry()
SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the directory where several processes add up their metrics.

It is read when prometheus_client is imported.
"""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
HELD = {
    "chronik_process_resident_memory_bytes": "Resident memory size in bytes, of all processes of the port.",
    "chronik_process_open_fds": "Number of open file descriptors, of all processes of the port.",
}

TASKS_SECONDS = 5.0
"""Seconds between two counts of the tasks."""

ProcessCollector(namespace="chronik", registry=REGISTRY)
WITHIN_A_SECOND = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
WITHIN_A_MINUTE = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)

Gauge(
    "chronik_build",
    "Always 1; the label says which version is running.",
    ("version",),
    registry=REGISTRY,
    multiprocess_mode="livemax",
).labels(version("chronik")).set(1)

COMMANDS = Counter("chronik_commands", "Commands, by how they ended.", ("game", "outcome"), registry=REGISTRY)
APPENDS = Counter("chronik_appends", "Batches appended to a log.", registry=REGISTRY)
ENTRIES = Counter("chronik_entries", "Entries appended to a log.", registry=REGISTRY)
CONFLICTS = Counter("chronik_conflicts", "Appends that found a longer log.", registry=REGISTRY)
APPEND_SECONDS = Histogram(
    "chronik_append_seconds",
    "Seconds from a batch to the reply of the log's server, whatever it is.",
    buckets=WITHIN_A_SECOND,
    registry=REGISTRY,
)
FEED_LAG = Histogram(
    "chronik_feed_lag_seconds",
    "Seconds from an entry to the feeds of its match.",
    buckets=WITHIN_A_MINUTE,
    registry=REGISTRY,
)
BOOKS_LAG = Histogram(
    "chronik_books_lag_seconds",
    "Seconds from the oldest new entry of a pass to the lobby's tables that show it.",
    buckets=WITHIN_A_MINUTE,
    registry=REGISTRY,
)
BOOKS_WAITED = Counter(
    "chronik_books_waited", "Passes of the bookkeeper that could not be completed.", registry=REGISTRY
)
BOT_COMMANDS = Counter("chronik_bot_commands", "Commands sent by built-in bots.", ("game",), registry=REGISTRY)
PROBLEMS = Counter(
    "chronik_problems",
    "Answers that were problems, by code; all refusals by the rules share one code.",
    ("code",),
    registry=REGISTRY,
)
FEED_CLIENTS = Gauge("chronik_feed_clients", "Feeds that are open.", registry=REGISTRY, multiprocess_mode="livesum")
CACHED_MATCHES = Gauge(
    "chronik_cached_matches", "Matches folded in memory.", registry=REGISTRY, multiprocess_mode="livesum"
)
TASKS = Gauge(
    "chronik_tasks", "Tasks of the event loop that are not done.", registry=REGISTRY, multiprocess_mode="livesum"
)
SWEPT = Counter("chronik_swept_matches", "Matches whose chain was hashed again.", ("outcome",), registry=REGISTRY)
ARCHIVED = Counter(
    "chronik_archived_matches", "Steps of finished matches into cold storage.", ("outcome",), registry=REGISTRY
)
RESULTS = Counter(
    "chronik_results", "Results of tables from their logs: new, the same or drifted.", ("outcome",), registry=REGISTRY
)
PARKED = Gauge(
    "chronik_parked_matches",
    "Matches whose logs the bookkeeper could not process.",
    registry=REGISTRY,
    multiprocess_mode="livemostrecent",
)
FREE_SPACE = Gauge(
    "chronik_free_space",
    "Free share of the disk of the data directory, and of the memory that the log may use; 1 if there is more than "
    "enough.",
    ("of",),
    registry=REGISTRY,
    multiprocess_mode="livemin",
)
WEAK_DURABILITY = Gauge(
    "chronik_weak_durability",
    "1 while a server of the log could lose acknowledged commands, so that nothing is recorded; else 0.",
    registry=REGISTRY,
    multiprocess_mode="livemax",
)
MISSING_MATCHES = Gauge(
    "chronik_missing_matches",
    "Matches that are in progress in the database but missing from the log.",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
REQUESTS = Histogram(
    "chronik_request_seconds",
    "Seconds from a request to the first byte of its answer.",
    ("method", "route", "status"),
    buckets=WITHIN_A_SECOND,
    registry=REGISTRY,
)

# Counters that alerts watch start at 0: Prometheus sees no increase in a counter that appears at 1.
for _game in CURRENT:
    COMMANDS.labels(_game, "unknown")
for _code in ("read-only", "not-ready"):
    PROBLEMS.labels(_code)
SWEPT.labels("damaged")
ARCHIVED.labels("failed")
RESULTS.labels("drifted")


async def count_tasks() -> None:
    """Counts the tasks of the event loop every 5 seconds, forever."""
    while True:
        TASKS.set(len(asyncio.all_tasks()))
        await asyncio.sleep(TASKS_SECONDS)


def process_totals() -> Iterable[Metric]:
    """Returns the memory and open files of all processes that share the port.

    CPU time is left out: its sum would fall whenever a process ends.
    """
    sums: dict[str, float] = {}
    for pid in {path.stem.rpartition("_")[2] for path in Path(os.environ[SHARED]).glob("gauge_live*.db")}:
        of_one = ProcessCollector(namespace="chronik", pid=partial(str, pid), registry=None)
        for name, (sample,) in ((family.name, family.samples) for family in of_one.collect()):
            sums[name] = sums.get(name, 0.0) + sample.value
    return [GaugeMetricFamily(name, said, value=sums[name]) for name, said in HELD.items() if name in sums]


class Everything(Collector):
    """The metrics of this process, or of all processes that add them up together."""

    def collect(self) -> Iterable[Metric]:
        if SHARED not in os.environ:
            return REGISTRY.collect()
        return [*cast(Iterable[Metric], cast(Any, MultiProcessCollector(None)).collect()), *process_totals()]

    def describe(self) -> Iterable[Metric]:
        return ()


EVERYTHING = CollectorRegistry()
EVERYTHING.register(Everything())


def render_metrics() -> bytes:
    """Returns all metrics in the text format of Prometheus."""
    return generate_latest(EVERYTHING)


def count_command(game: str, outcome: str) -> None:
    """Counts a command of a game by its outcome."""
    _commands(game, outcome).inc()


@lru_cache(maxsize=1_000)
def _commands(game: str, outcome: str) -> Counter:
    return COMMANDS.labels(game, outcome)


def count_problem(kind: str, code: str) -> None:
    """Counts a problem by its code; all refusals by the rules share one code, because there are too many."""
    _problems(kind if kind == "rejected" else code).inc()


@lru_cache(maxsize=1_000)
def _problems(code: str) -> Counter:
    return PROBLEMS.labels(code)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Counts a request by method, route template and status class."""
    _requests(method_label(method), route, status // 100).observe(seconds)


def method_label(method: str) -> str:
    """Returns the method, or "other" if it is not a known one."""
    return method if method in METHODS else "other"


@lru_cache(maxsize=1_000)
def _requests(method: str, route: str, hundreds: int) -> Histogram:
    return REQUESTS.labels(method, route, f"{hundreds}xx")
