"""Browsing: a replay of Cities & Knights in a real browser, on a first visit and while it is scrubbed (P16)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from playwright.sync_api import Browser, sync_playwright

from chronik.service.log.store import SCRIPT
from tests.bench.append import append
from tests.bench.matches import recorded, titled
from tests.bench.measure import ROUNDS, YARDSTICK
from tests.bench.servers import engine_of, service
from tests.bench.table import Row, alone, at_most
from tests.support.viewer.visits import QUIET, chromium_path
from tests.viewer.measure import percentile, scrubbed, visited

GAME, SEATS, NUMBER = "cities_knights", 4, 0
"""A match of 2,264 entries."""
FRAMES = 300


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P16."""
    if "P16" not in goals:
        return
    try:
        path = chromium_path()
    except pytest.skip.Exception as missing:
        raise RuntimeError(missing) from missing
    with tempfile.TemporaryDirectory() as data, service(Path(data)) as ours, sync_playwright() as playwright:
        address = f"http://127.0.0.1:{ours.port}/replay/{stored(Path(data))}"
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield from browsed(browser, address)
        browser.close()


def stored(data: Path) -> str:
    """Stores the match in the engine over a data directory and returns its id."""
    match = recorded(GAME, SEATS, NUMBER)
    with redis.Redis.from_url(engine_of(data)) as client:
        append(client, client.script_load(SCRIPT), match, match.match)
    return match.match


def browsed(browser: Browser, address: str) -> Iterator[Row]:
    """Yields the milliseconds and bytes of first visits, and the time of the page's main thread for one picture."""
    ready: list[float] = []
    weights: list[float] = []
    pictures: list[float] = []
    anchor: list[float] = []
    for _ in range(ROUNDS):
        with visited(browser, address) as (page, session, milliseconds, traffic):
            ready.append(milliseconds)
            weights.append(traffic.page / 1000)
            pictures.append(percentile(scrubbed(page, session, FRAMES).busy, 0.95))
        anchor.append(YARDSTICK())
    yield alone("P16", titled(GAME, "replay usable, first visit"), "ms", ready, at_most(1000, "ms"), anchor)
    what = titled(GAME, "picture while scrubbing, p95, main thread's CPU")
    yield alone("P16", what, "ms", pictures, at_most(17, "ms"), anchor)
    what = titled(GAME, "weight of the replay's page")
    yield alone("P16", what, "kB", weights, at_most(150, "kB"))
