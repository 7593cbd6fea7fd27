"""What Prometheus may count: never an id, a name or an address in a label."""

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

from domain.games import CURRENT

REGISTRY = CollectorRegistry()
SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Names the directory in which several processes add up what they count; read when prometheus-client is imported."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
HELD = {
    "chronik_process_resident_memory_bytes": "Resident memory size in bytes, of all processes of the port.",
    "chronik_process_open_fds": "Number of open file descriptors, of all processes of the port.",
}

TASKS_SECONDS = 5.0
"""How often tasks are counted."""

ProcessCollector(namespace="chronik", registry=REGISTRY)
WITHIN_A_SECOND = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
WITHIN_A_MINUTE = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)

Gauge(
    "chronik_build", "Always 1; says which version runs.", ("version",), registry=REGISTRY, multiprocess_mode="livemax"
).labels(version("chronik")).set(1)

COMMANDS = Counter("chronik_commands", "Commands, by how they ended.", ("game", "outcome"), registry=REGISTRY)
APPENDS = Counter("chronik_appends", "Batches appended to a log.", registry=REGISTRY)
ENTRIES = Counter("chronik_entries", "Entries appended to a log.", registry=REGISTRY)
CONFLICTS = Counter("chronik_conflicts", "Appends that found a longer log.", registry=REGISTRY)
APPEND_SECONDS = Histogram(
    "chronik_append_seconds",
    "From a batch to the answer of the log's server, whatever it is.",
    buckets=WITHIN_A_SECOND,
    registry=REGISTRY,
)
FEED_LAG = Histogram(
    "chronik_feed_lag_seconds",
    "From an entry to the feeds of its match.",
    buckets=WITHIN_A_MINUTE,
    registry=REGISTRY,
)
BOOKS_LAG = Histogram(
    "chronik_books_lag_seconds",
    "From the oldest growth of a pass to the books that tell of it.",
    buckets=WITHIN_A_MINUTE,
    registry=REGISTRY,
)
BOOKS_WAITED = Counter("chronik_books_waited", "Passes of the books that could not be done.", registry=REGISTRY)
BOT_COMMANDS = Counter("chronik_bot_commands", "Commands that bots of the house gave.", ("game",), registry=REGISTRY)
PROBLEMS = Counter(
    "chronik_problems",
    "Answers that were problems, by code; what the rules refuse is one.",
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
    "Matches whose logs the books could not take in.",
    registry=REGISTRY,
    multiprocess_mode="livemostrecent",
)
FREE_SPACE = Gauge(
    "chronik_free_space",
    "Share of the space that is free, of the disk of the data directory and of the memory that the log may use; 1 "
    "where there is more than enough.",
    ("of",),
    registry=REGISTRY,
    multiprocess_mode="livemin",
)
REQUESTS = Histogram(
    "chronik_request_seconds",
    "From a request to the first byte of its answer.",
    ("method", "route", "status"),
    buckets=WITHIN_A_SECOND,
    registry=REGISTRY,
)

# What somebody is woken for is counted from the beginning: a number that begins at 1 has not grown.
for _game in CURRENT:
    COMMANDS.labels(_game, "unknown")
for _code in ("read-only", "not-ready"):
    PROBLEMS.labels(_code)
SWEPT.labels("damaged")
ARCHIVED.labels("failed")
RESULTS.labels("drifted")


async def count_tasks() -> None:
    """Counts the tasks of the event loop, every few seconds for ever."""
    while True:
        TASKS.set(len(asyncio.all_tasks()))
        await asyncio.sleep(TASKS_SECONDS)


def held_together() -> Iterable[Metric]:
    """The memory and the files of all processes that add up what they count; a sum of what one has used up would fall
    whenever one ends.
    """
    sums: dict[str, float] = {}
    for pid in {path.stem.rpartition("_")[2] for path in Path(os.environ[SHARED]).glob("gauge_live*.db")}:
        of_one = ProcessCollector(namespace="chronik", pid=partial(str, pid), registry=None)
        for name, (sample,) in ((family.name, family.samples) for family in of_one.collect()):
            sums[name] = sums.get(name, 0.0) + sample.value
    return [GaugeMetricFamily(name, said, value=sums[name]) for name, said in HELD.items() if name in sums]


class Everything(Collector):
    """What is counted: by this process, or by all that add up what they count."""

    def collect(self) -> Iterable[Metric]:
        if SHARED not in os.environ:
            return REGISTRY.collect()
        return [*cast(Iterable[Metric], cast(Any, MultiProcessCollector(None)).collect()), *held_together()]

    def describe(self) -> Iterable[Metric]:
        return ()


EVERYTHING = CollectorRegistry()
EVERYTHING.register(Everything())


def counted() -> bytes:
    """Everything in the text form of Prometheus."""
    return generate_latest(EVERYTHING)


def command_ended(game: str, outcome: str) -> None:
    """Counts a command of a game by how it ended."""
    _commands(game, outcome).inc()


@lru_cache(maxsize=1_000)
def _commands(game: str, outcome: str) -> Counter:
    return COMMANDS.labels(game, outcome)


def problem_told(kind: str, code: str) -> None:
    """Counts an answer that was a problem; the codes of what rules refuse are too many."""
    _problems(kind if kind == "rejected" else code).inc()


@lru_cache(maxsize=1_000)
def _problems(code: str) -> Counter:
    return PROBLEMS.labels(code)


def request_answered(method: str, route: str, status: int, seconds: float) -> None:
    """Counts an answer by the template of its route."""
    _requests(known_method(method), route, status // 100).observe(seconds)


def known_method(method: str) -> str:
    """A method by its name, where it is one that is known."""
    return method if method in METHODS else "other"


@lru_cache(maxsize=1_000)
def _requests(method: str, route: str, hundreds: int) -> Histogram:
    return REQUESTS.labels(method, route, f"{hundreds}xx")
