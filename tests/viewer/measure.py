"""Measures how soon the pages can be used, and how smoothly the replay of a finished match can be scrubbed.

    python -m tests.viewer.measure [URL MATCH] [--visits 10] [--frames 300]

Without an address it starts a service with matches, and measures the lobby and the tables too. A real browser drags
the slider back and forth, one move per frame. The browser's own trace says what keeps its main thread busy, in
processor time, so that other programs matter less. It prints a table, and fails for no figure.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import tempfile
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.support.viewer.house import House, Person
from tests.support.viewer.visits import QUIET, chromium_path

SCRIPT = "EventDispatch FireAnimationFrame FunctionCall RunMicrotasks TimerFire MinorGC MajorGC V8.GC_SCAVENGER"
KINDS = {
    **dict.fromkeys(SCRIPT.split(), "script"),
    **dict.fromkeys(("UpdateLayoutTree", "ParseAuthorStyleSheet"), "style"),
    "Layout": "layout",
    **dict.fromkeys(("PrePaint", "Paint", "Layerize", "Commit", "UpdateLayerTree", "CompositeLayers"), "paint"),
}
GAMES = {"katharina": 3, "cities_knights": 3, "catan_cards": 2}
CATEGORIES = "devtools.timeline,v8,toplevel,blink.user_timing"
SLOW = {"offline": False, "latency": 200, "downloadThroughput": 187_500, "uploadThroughput": 187_500}
"""A poor mobile network: 200 ms latency, 1.5 Mbit/s."""
SLOWER = {"rate": 4}
"""How many times slower the processor of a phone is."""
SIGN_IN = "localStorage.setItem('chronik.player', {0});"

# The lobby offers a match; or the board is drawn, the slider can move or a question is asked. All of it is painted.
READY = """() => {
  const slider = document.querySelector(".replay-range");
  const replay = Number(slider?.max) > 0 && document.querySelector(".match-board svg");
  const table = location.pathname.startsWith("/matches") && document.querySelector("[data-tag]");
  if (!replay && !table && !document.querySelector(".lobby-actions button")) return false;
  window.seen ??= new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));
  return window.seen;
}"""

# One move per animation frame, over the whole track and back three times, as by hand; returns the time of each frame.
SCRUB = """async (frames) => {
  const slider = document.querySelector(".replay-range");
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const last = Number(slider.max);
  const times = [];
  await new Promise((done) => {
    let n = 0;
    const move = (now) => {
      times.push(now);
      performance.mark("move");
      if (n === frames) return done();
      const part = (1 - Math.cos((2 * Math.PI * 3 * n) / frames)) / 2;
      value.call(slider, String(Math.round(part * last)));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      n += 1;
      requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  });
  return times;
}"""


@contextmanager
def visited(
    browser: Browser, address: str, slow: bool = False, person: Person | None = None
) -> Iterator[tuple[Page, CDPSession, float, Traffic]]:
    """Visits an address for the first time: the page, its session, the milliseconds until it is ready, and the traffic.

    The page is in German, which has the largest word files. A slow visit is one with a phone, on a poor network.
    """
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="de-DE")
    if person:
        kept = {"player": person.player, "name": person.name, "token": person.token, "scopes": list(person.scopes)}
        context.add_init_script(SIGN_IN.format(json.dumps(json.dumps(kept))))
    page = context.new_page()
    session = context.new_cdp_session(page)
    traffic = Traffic(session)
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW)
        session.send("Emulation.setCPUThrottlingRate", SLOWER)
    page.goto(address, wait_until="commit")
    ready = float(page.wait_for_function(READY, polling="raf", timeout=60_000).json_value())
    if not person:  # a table never stops listening
        page.wait_for_load_state("networkidle")
    yield page, session, ready, traffic
    context.close()


class Traffic:
    """The bytes of all responses as the browser counts them, with their headers."""

    def __init__(self, session: CDPSession) -> None:
        self.sizes: dict[str, int] = {}
        self.addresses: dict[str, str] = {}
        session.on("Network.responseReceived", self._begun)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")

    def _begun(self, event: Any) -> None:
        if not event["response"]["url"].startswith("data:"):
            self.addresses[event["requestId"]] = event["response"]["url"]

    def _ended(self, event: Any) -> None:
        self.sizes[event["requestId"]] = int(event["encodedDataLength"])

    @property
    def replay(self) -> int:
        return self._sum_of("/replay?")

    @property
    def page(self) -> int:
        return sum(self.sizes.values()) - self.replay - self._sum_of(".woff2")

    def _sum_of(self, part: str) -> int:
        return sum(size for key, size in self.sizes.items() if part in self.addresses.get(key, ""))


class Scrubbing(Struct, frozen=True):
    """Milliseconds while the slider is dragged: between frames, of the main thread per frame, and by kind of work."""

    gaps: list[float]
    busy: list[float]
    took: Counter[str]


def scrubbed(page: Page, session: CDPSession, frames: int) -> Scrubbing:
    """Drags the slider, one move per frame."""
    page.evaluate(SCRUB, 60)
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.once("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    times: list[float] = page.evaluate(SCRUB, frames)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    gaps = [after - before for before, after in pairwise(times)]
    moves = [event for event in events if event["name"] == "move"]
    main = moves[0]["pid"], moves[0]["tid"]
    mine = [one for one in events if (one["pid"], one["tid"]) == main and one["ph"] == "X" and "tdur" in one]
    mine.sort(key=lambda one: (one["ts"], -one["dur"]))
    return Scrubbing(gaps, busy(mine, sorted(event["ts"] for event in moves)), worked(mine))


def busy(events: list[dict[str, Any]], moves: list[int]) -> list[float]:
    """Returns the processor milliseconds from each move to the next, whatever the work."""
    took, end = [0.0] * (len(moves) + 1), 0
    for event in events:
        if event["ts"] >= end:
            end = event["ts"] + event["dur"]
            took[bisect(moves, end)] += event["tdur"] / 1000
    return took[1:-1]


def worked(events: list[dict[str, Any]]) -> Counter[str]:
    """Returns the processor milliseconds by kind of work; each event counts without the events inside it."""
    took: Counter[str] = Counter()
    within: list[dict[str, Any]] = []
    for event in events:
        if event["name"] not in KINDS:
            continue
        while within and within[-1]["ts"] + within[-1]["dur"] <= event["ts"]:
            within.pop()
        took[KINDS[event["name"]]] += event["tdur"]
        if within:
            took[KINDS[within[-1]["name"]]] -= event["tdur"]
        within.append(event)
    return Counter({kind: round(microseconds / 1000, 1) for kind, microseconds in took.items()})


def percentile(values: list[float], part: float) -> float:
    """Returns the value that this part of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


def rows(browser: Browser, address: str, visits: int, frames: int) -> Iterator[tuple[str, str, str]]:
    """Yields each measurement: its name, its figure, and its target."""
    opened: list[float] = []
    for _ in range(visits):
        with visited(browser, address) as (_, _, ready, traffic):
            opened.append(ready)
    yield "ready to scrub, best", f"{min(opened):.0f} ms", "< 1,000 ms"
    yield "ready to scrub, median", f"{statistics.median(opened):.0f} ms", ""
    with visited(browser, address, slow=True) as (_, _, ready, traffic):
        yield "… with a phone, 200 ms away, 1.5 Mbit/s", f"{ready:.0f} ms", "2,500 ms"
    yield "weight of the page without typefaces, headers included", f"{traffic.page / 1000:.1f} kB", "< 150 kB"
    yield "weight of the replay", f"{traffic.replay / 1000:.1f} kB", ""
    yield "requests", str(len(traffic.sizes)), ""
    with visited(browser, address) as (page, session, _, _):
        scrubbing = scrubbed(page, session, frames)
    gaps, took = scrubbing.gaps, scrubbing.took
    yield "scrubbing: pictures a second", f"{1000 * len(gaps) / sum(gaps):.1f}", "60"
    yield "scrubbing: 95 % of pictures within", f"{percentile(gaps, 0.95):.1f} ms", "17 ms"
    yield "scrubbing: main thread, 95 % of pictures within", f"{percentile(scrubbing.busy, 0.95):.1f} ms", "17 ms"
    yield "scrubbing: main thread per picture", f"{took.total() / len(gaps):.1f} ms", "< 8 ms"
    for kind in ("script", "style", "layout", "paint"):
        yield f"… {kind}", f"{took[kind] / len(gaps):.1f} ms", ""


def usable(browser: Browser, house: House, visits: int) -> Iterator[tuple[str, str, str]]:
    """Yields how soon the lobby and a table of each game can be used, here and with a phone on a poor network."""
    people = [house.register(name) for name in ("Ada", "Ben", "Cleo")]
    pages = [("lobby", "/", people[0])]
    for game, seats in GAMES.items():
        match = house.seated(people[:seats], game=game)
        asked = next(seat["seat"] for seat in house.card(match)["seats"] if seat.get("waiting"))
        pages.append((game, f"/matches/{match}", people[asked]))
    for name, path, person in pages:
        for slow, target in ((False, 1_000), (True, 2_500)):
            opened: list[float] = []
            for _ in range(visits):
                with visited(browser, house.url + path, slow, person) as (_, _, ready, _):
                    opened.append(ready)
            where = "with a phone" if slow else "here"
            yield f"{name}: usable {where}, median", f"{statistics.median(opened):.0f} ms", f"{target:,} ms"


def main() -> None:
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url", nargs="?")
    parser.add_argument("match", nargs="?")
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--frames", type=int, default=300)
    asked = parser.parse_args()
    table = Table("a finished match of four", "measured", "should be", title=f"load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = None if asked.url else House(Path(data) / "data")
        address = f"{house.url}/replay/{house.finished()}" if house else f"{asked.url}/replay/{asked.match}"
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        try:
            for row in rows(browser, address, asked.visits, asked.frames):
                table.add_row(*row)
            for row in usable(browser, house, asked.visits) if house else ():
                table.add_row(*row)
        finally:
            browser.close()
            if house:
                house.close()
    Console().print(table)


if __name__ == "__main__":
    main()
