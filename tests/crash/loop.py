"""The crash loop: writers play over HTTP while service and engine are killed by turns, and every round is judged.

`python -m tests.crash.loop --rounds 60 --seed 7` prints what was done and found, and ends with 1 if anything
was lost, done twice or altered. The same seed gives the same waits and habits, not the same interleaving.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.crash.generation import Generation
from tests.crash.report import Report

FRESH = 20
"""Rounds over the same data."""
LEAST_LOAD, LOAD = 0.05, 0.35
"""Seconds of load before a kill: at least, and by default at most."""


async def crash(rounds: int, seed: int, directory: Path, load: float = LOAD) -> Report:
    """Runs a number of rounds, each with at most `load` seconds of load, and returns a report."""
    rng = Random(seed)
    report = Report(seed=seed)
    began = time.monotonic()
    for first in range(0, rounds, FRESH):
        async with Generation(directory / str(first), rng) as generation:
            for number in range(first, min(first + FRESH, rounds)):
                await generation.loaded(rng.uniform(LEAST_LOAD, load))
                if number % 2:
                    report.slowest = max(report.slowest, await generation.kill_engine())
                    report.engines_killed += 1
                else:
                    report.slowest = max(report.slowest, await generation.kill_service())
                    report.services_killed += 1
                report.take(await generation.judge_new())
                report.rounds += 1
            await generation.end(report)
    report.seconds = time.monotonic() - began
    return report


def main() -> int:
    """Runs the loop as a command."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash.loop", description=str(__doc__).splitlines()[0])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    parser.add_argument("--load", type=float, default=LOAD, help="seconds of load before a kill, at most")
    asked = parser.parse_args()
    print(f"{asked.rounds} rounds with seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="chronik-crash-") as directory:
        report = asyncio.run(crash(asked.rounds, asked.seed, Path(directory), asked.load))
    print(report)
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
