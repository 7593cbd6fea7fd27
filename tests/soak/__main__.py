"""The soak: players play, read, come and go at a steady pace, and the resources of the service must not grow.

`python -m tests.soak --minutes 25 --seed 7` prints what was measured, and ends with 1 if a promise was broken or
could not be judged. With `--leak` the service has a handler that keeps every request, and the soak must end with 1.
One process of the service lasts for the whole soak, so that the trend of its memory can be fitted; the engine under
it is killed twice. `make crash` kills the service, too.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import signal
import sys
import tempfile
import time
from collections.abc import Coroutine
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from tests.night.listening import Heard, Listener
from tests.night.tables import SEATS, Matches, Table
from tests.soak.people import Newcomers, Passer, Reader, Timing, Unkept
from tests.soak.verdict import Line, Soaked, judged
from tests.soak.weighing import Scales, Yardstick
from tests.support.crash.chronik import Chronik

SETTLING, LONGEST_SETTLING = 0.4, 600.0
"""Resources do not count for this share of the time, or at most so many seconds: the caches are filling."""
KILLS = (0.4, 0.6)
"""The moments at which the engine is killed, as shares of the time after that; both are in the second third."""
LEAST_RUNS = 2
TABLES, PASSERS, LISTENERS, READERS = 12, 6, 6, 2
ANSWER, READING, COMING = 0.4, 0.4, 5.0
"""Seconds between two answers at one table, two requests of a reader, and two new players."""
OPTIONS: dict[str, dict[str, Any]] = {"cities_knights": {"victory_points": 5}, "catan_cards": {"mode": "base"}}
"""Options that make matches shorter, so that many of them end."""
PATIENCE = {"catan_cards": 120}
"""After so many answers a player resigns, for the same reason."""
ENVIRONMENT = {
    "CHRONIK_ARCHIVE_AFTER_SECONDS": "15",
    "CHRONIK_CACHED_MATCHES": "24",
    "CHRONIK_RATE_ACCOUNT": "1000",
    "CHRONIK_RATE_ADDRESS": "1000",
    "CHRONIK_STREAMS_ADDRESS": "1000",
    "CHRONIK_MATCHES_ACCOUNT": "100000",
    "CHRONIK_SEAT_CHANGES_ACCOUNT": "100000",
}
"""Rate limits that no caller reaches, caches that are soon full, and matches that are soon archived."""


class Soak:
    """One service and all its users."""

    def __init__(self, chronik: Chronik, home: Path, rng: Random) -> None:
        self.chronik = chronik
        self.asker = Timing(chronik.url, Random(rng.random()))
        self.matches = Matches()
        self.heard = Heard()
        self.scales = Scales(chronik.url, chronik.pid)
        self.yardstick = Yardstick(home)
        games = sorted(SEATS)
        self.tables = [
            Table(self.asker, Unkept(), game, self.matches, ANSWER, OPTIONS.get(game), PATIENCE.get(game, inf))
            for game in (games[number % len(games)] for number in range(TABLES))
        ]
        self.passers = [Passer(chronik.url, Random(rng.random()), self.matches) for _ in range(PASSERS)]
        self.listeners = [
            Listener([chronik.url], Random(rng.random()), self.matches, self.heard) for _ in range(LISTENERS)
        ]
        self.newcomers = Newcomers(self.asker, COMING)
        self.kills: list[float] = []

    def everybody(self) -> list[Coroutine[Any, Any, None]]:
        readers = [Reader(self.asker, self.matches, READING) for _ in range(READERS)]
        return [
            *(table.play() for table in self.tables),
            *(reader.read() for reader in readers),
            *(passer.look_in() for passer in self.passers),
            *(listener.listen() for listener in self.listeners),
            *(self.newcomers.come(), self.scales.weigh(), self.yardstick.lay()),
        ]

    async def spend(self, seconds: float) -> Soaked:
        """Runs the whole load for so long, and returns what was measured after the service had settled."""
        began = time.monotonic()
        since, until = began + min(SETTLING * seconds, LONGEST_SETTLING), began + seconds
        tasks = [asyncio.create_task(one) for one in self.everybody()]
        kills = [since + share * (until - since) for share in KILLS]
        while (now := time.monotonic()) < until and not self.asker.wrong:
            if kills and now >= kills[0]:
                await self._kill(kills.pop(0) - began)
            await asyncio.sleep(0.2)
            for task in tasks:
                if task.done() and (failed := task.exception()) is not None:
                    raise failed
        self.asker.over = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.asker.close()
        measured = tuple(self.scales.samples), tuple(self.asker.commands), tuple(self.yardstick.strokes)
        return Soaked(since, until, *measured)

    async def _kill(self, at: float) -> None:
        engine = await self.chronik.engine()
        os.kill(engine, signal.SIGKILL)
        await self.chronik.other_engine(engine)
        await self.chronik.ready()
        self.kills.append(at)

    def lines(self, soaked: Soaked) -> list[Line]:
        """Returns everything that was judged."""
        wrong = [*self.asker.wrong, *self.heard.wrong]
        runs = {step: sum(at > soaked.since for at in moments) for step, moments in self.scales.steps.items()}
        lines = [Line(False, one[:500]) for one in wrong[:20]]
        if not wrong:
            lines += judged(soaked)
        lines.append(Line(len(self.kills) == len(KILLS), f"the engine was killed {len(self.kills)} times"))
        said = f"once settled, matches were archived {runs['archived']} times and left the log {runs['removed']} times"
        lines.append(Line(min(runs.values()) >= LEAST_RUNS, said))
        return lines

    def __str__(self) -> str:
        by_game = {game: sum(one.finished for one in self.tables if one.game == game) for game in SEATS}
        played = ", ".join(f"{number} of {game}" for game, number in by_game.items())
        return (
            f"{len(self.asker.commands)} commands, {self.asker.read} pages and answers read; matches played to the end:"
            f" {played}; {sum(one.looked for one in self.passers)} looked in at a feed, {self.heard.entries} entries"
            f" heard by {self.heard.streams} streams, {self.newcomers.came} came and were forgotten;"
            f" {self.asker.unknown} outcomes unknown, {self.asker.retried} requests repeated"
        )


async def soak(minutes: float, seed: int, leak: bool, home: Path, table: Path | None) -> bool:
    """Runs one soak and returns whether all is good."""
    program = "tests.soak.leaking" if leak else "tests.support.service.small_caches"
    chronik = Chronik(home, ENVIRONMENT, program)
    chronik.start()
    try:
        await chronik.ready()
        gc.freeze()
        whole = Soak(chronik, home, Random(seed))
        soaked = await whole.spend(60 * minutes)
    finally:
        chronik.discard()
    lines = whole.lines(soaked)
    print(whole)
    for line in lines:
        print(f"{'  ' if line.good else '✗ '}{line.said}")
    if table is not None:
        await asyncio.to_thread(table.write_text, _table(soaked))
    return all(line.good for line in lines)


def _table(soaked: Soaked) -> str:
    rows = (f"{one.at - soaked.since:.1f}\t{one.memory}\t{one.descriptors}\t{one.tasks}\n" for one in soaked.samples)
    return "seconds\tmemory\tdescriptors\ttasks\n" + "".join(rows)


def main() -> int:
    """Runs a soak as a command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    parser.add_argument("--leak", action="store_true", help="the control: the service keeps what it is given")
    parser.add_argument("--table", type=Path, help="a file for all samples, to be drawn")
    asked = parser.parse_args()
    print(f"a soak of {asked.minutes:g} minutes with seed {asked.seed}{', with a leak' * asked.leak}", flush=True)
    with tempfile.TemporaryDirectory(prefix="chronik-soak-") as home:
        return 0 if asyncio.run(soak(asked.minutes, asked.seed, asked.leak, Path(home), asked.table)) else 1


if __name__ == "__main__":
    sys.exit(main())
