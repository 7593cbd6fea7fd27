"""What Prometheus may count: never an id, a name or an address in a label."""

import os
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REGISTRY = CollectorRegistry()
SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Names the directory in which several processes add up what they count; read when prometheus-client is imported."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

ProcessCollector(namespace="chronik", registry=REGISTRY)

COMMANDS = Counter("chronik_commands", "Commands, by how they ended.", ("game", "outcome"), registry=REGISTRY)
APPENDS = Counter("chronik_appends", "Batches appended to a log.", registry=REGISTRY)
ENTRIES = Counter("chronik_entries", "Entries appended to a log.", registry=REGISTRY)
CONFLICTS = Counter("chronik_conflicts", "Appends that found a longer log.", registry=REGISTRY)
FEED_CLIENTS = Gauge("chronik_feed_clients", "Feeds that are open.", registry=REGISTRY, multiprocess_mode="livesum")
CACHED_MATCHES = Gauge(
    "chronik_cached_matches", "Matches folded in memory.", registry=REGISTRY, multiprocess_mode="livesum"
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
REQUESTS = Histogram(
    "chronik_request_seconds",
    "From a request to the first byte of its answer.",
    ("method", "route", "status"),
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=REGISTRY,
)


def counted() -> bytes:
    """Everything in the text form of Prometheus: of this process, or of all that add up what they count."""
    if SHARED not in os.environ:
        return generate_latest(REGISTRY)
    all_of_them = CollectorRegistry()
    MultiProcessCollector(all_of_them)
    return generate_latest(all_of_them)


def command_ended(game: str, outcome: str) -> None:
    """Counts a command of a game by how it ended."""
    _commands(game, outcome).inc()


@lru_cache(maxsize=1_000)
def _commands(game: str, outcome: str) -> Counter:
    return COMMANDS.labels(game, outcome)


def request_answered(method: str, route: str, status: int, seconds: float) -> None:
    """Counts an answer by the template of its route."""
    _requests(method if method in METHODS else "other", route, status // 100).observe(seconds)


@lru_cache(maxsize=1_000)
def _requests(method: str, route: str, hundreds: int) -> Histogram:
    return REQUESTS.labels(method, route, f"{hundreds}xx")
