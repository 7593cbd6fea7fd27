"""Thinking bots: how long people's commands take beside tables of bots that think (V2)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tests.bench.load import Load
from tests.bench.measure import ROUNDS, paired
from tests.bench.servers import Service, service
from tests.bench.service_load import Paced
from tests.bench.table import Row, against, at_most

TABLES, PACE = 20, 100.0
TABLE = {"game": "cities_knights", "seats": [{"t": "bot", "level": "careful"}] * 4}
STARTED = 3
"""The version of the last table by which its bots have begun to play."""
WHAT, PEER = f"commands beside {TABLES} tables of thinking bots, p99", "the same without them"


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the row of V2. Each round has a new service, because tables cannot be stopped."""
    if "V2" not in goals:
        return
    pairs: list[tuple[float, float]] = []
    with closing(Load()) as load:
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory() as data, service(Path(data) / "service") as ours:
                # Otherwise the service builds the document and all pages of the manual while it is measured.
                ours.http.get(ours.http.base_url.join("/openapi.json"))
                quiet = Paced(load, ours, PACE).slowest()
                pairs.append((_beside(load, ours), quiet))
    yield against("V2", WHAT, PEER, "ms", paired(pairs), at_most(1.5))


def _beside(load: Load, ours: Service) -> float:
    """Returns the p99 of commands while bots think at every table, once the process in which they think has started."""
    tables = [ours.call("POST", "/matches", 0, json=TABLE)["id"] for _ in range(TABLES)]
    while ours.call("GET", f"/matches/{tables[-1]}", 0)["version"] < STARTED:
        time.sleep(0.1)
    return Paced(load, ours, PACE).slowest()
