"""Measurements of the resources of a service, and of the speed of the machine that it runs on."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import tempfile
import time
from pathlib import Path

import httpx

from tests.night.parts import descriptors, resident
from tests.soak.verdict import Sample

EVERY = 2.0
"""Seconds between two samples."""
STROKE = 0.5
"""Seconds between two strokes of the yardstick."""
BYTES = bytes(1 << 20)
COUNTED = re.compile(r'^(chronik_\w+?)(?:\{outcome="(\w+)"\})? (\S+)$', re.MULTILINE)


class Scales:
    """Samples of one process; `steps` are the moments at which matches were archived, and removed from the log."""

    def __init__(self, url: str, pid: int) -> None:
        self.samples: list[Sample] = []
        self.steps: dict[str, list[float]] = {"archived": [], "removed": []}
        self._url = url
        self._pid = pid
        self._counted = {"archived": 0.0, "removed": 0.0}

    async def weigh(self) -> None:
        """Takes samples for ever; a sample that gets no answer is left out."""
        async with httpx.AsyncClient(base_url=self._url, timeout=10) as client:
            while True:
                await asyncio.sleep(EVERY)
                try:
                    told = (await client.get("/metrics")).text
                except httpx.HTTPError:
                    continue
                self._take(time.monotonic(), told)

    def _take(self, now: float, told: str) -> None:
        found = {(name, outcome): float(figure) for name, outcome, figure in COUNTED.findall(told)}
        tasks = int(found["chronik_tasks", ""])
        self.samples.append(Sample(now, resident(self._pid), descriptors(self._pid), tasks))
        for step, before in self._counted.items():
            counted = found.get(("chronik_archived_matches_total", step), 0.0)
            if counted > before:
                self.steps[step].append(now)
                self._counted[step] = counted


class Yardstick:
    """A piece of work that is always the same: it counts, writes and syncs to disk."""

    def __init__(self, home: Path) -> None:
        self.strokes: list[tuple[float, float]] = []
        self._home = home

    async def lay(self) -> None:
        """Times the work for ever, in a separate thread."""
        with tempfile.TemporaryFile(dir=self._home) as file:
            while True:
                await asyncio.sleep(STROKE)
                took = await asyncio.to_thread(_stroke, file.fileno())
                self.strokes.append((time.monotonic(), took))


def _stroke(file: int) -> float:
    """Returns the milliseconds that the work took."""
    began = time.perf_counter()
    hashlib.sha256(BYTES).digest()
    os.write(file, bytes(300))
    os.fdatasync(file)
    return (time.perf_counter() - began) * 1000
