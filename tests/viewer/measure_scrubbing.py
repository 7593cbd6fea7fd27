"""Measures the replay of a finished match: how soon it can be scrubbed, how smoothly, and what travels for it.

    python tests/viewer/measure_scrubbing.py http://127.0.0.1:8000 MATCH [--slow 4] [--frames 300]

Drags the slider of a real browser to and fro, one move per picture; reads the times between pictures, and from
the browser's own trace how long the processor was busy with each.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BUDGET_MS = 1000 / 60
WORK = ("FireAnimationFrame", "EventDispatch", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")

# One move per animation frame, over the whole track and back, as a hand would; answers the times between frames.
SCRUB = """async (frames) => {
  const slider = document.querySelector(".replay-range");
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const last = Number(slider.max);
  const times = [];
  await new Promise((done) => {
    let n = 0;
    const move = (now) => {
      times.push(now);
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

READY = """() => {
  const slider = document.querySelector(".replay-range");
  return slider !== null && Number(slider.max) > 0 && performance.now();
}"""


def percentile(values: list[float], part: float) -> float:
    """The value that so large a part of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


def traced(session: CDPSession, page: Page, frames: int) -> tuple[list[float], list[dict[str, Any]]]:
    """Scrubs while the browser writes its trace."""
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    ended: list[bool] = []
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})
    times: list[float] = page.evaluate(SCRUB, frames)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    return times, events


def measure(url: str, match: str, slow: int, frames: int) -> dict[str, Any]:
    """The figures of one visit."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        sizes: dict[str, int] = {}
        addresses: dict[str, str] = {}
        session.on("Network.responseReceived", lambda e: addresses.update({e["requestId"]: e["response"]["url"]}))
        session.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: int(e["encodedDataLength"])}))
        if slow > 1:
            session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        page.goto(f"{url}/replay/{match}")
        ready = float(page.wait_for_function(READY, polling="raf").json_value())
        page.wait_for_load_state("networkidle")
        replay = sum(size for key, size in sizes.items() if "/replay?" in addresses.get(key, ""))
        page.evaluate(SCRUB, 60)
        times, events = traced(session, page, frames)
        last = int(page.locator(".replay-range").get_attribute("max") or 0)
        browser.close()
    gaps = [after - before for before, after in pairwise(times)]
    # Time on the processor, so that other programs on this machine weigh less.
    busy = [event["tdur"] / 1000 for event in events if event["name"] in WORK and "tdur" in event]
    seconds = (times[-1] - times[0]) / 1000
    return {
        "entries": last,
        "ready_to_scrub_ms": round(ready),
        "bytes": sum(sizes.values()),
        "bytes_of_replay": replay,
        "bytes_of_page": sum(sizes.values()) - replay,
        "requests": len(sizes),
        "frames_per_second": round(len(gaps) / seconds, 1),
        "median_frame_ms": round(statistics.median(gaps), 1),
        "p95_frame_ms": round(percentile(gaps, 0.95), 1),
        "worst_frame_ms": round(max(gaps), 1),
        "frames_over_budget": sum(gap > BUDGET_MS * 1.5 for gap in gaps),
        "busy_ms_per_frame": round(sum(busy) / len(gaps), 2),
        "cpu_slowed_by": slow,
    }


def main() -> int:
    """Prints the figures as JSON; 1 where the page is slower than it may be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("url")
    parser.add_argument("match")
    parser.add_argument("--slow", type=int, default=1, help="how many times slower than this machine")
    parser.add_argument("--frames", type=int, default=300)
    asked = parser.parse_args()
    figures = measure(asked.url.rstrip("/"), asked.match, asked.slow, asked.frames)
    print(json.dumps(figures, indent=2))
    return int(figures["ready_to_scrub_ms"] > 1000 or figures["frames_per_second"] < 55)


if __name__ == "__main__":
    sys.exit(main())
