"""The night: everything runs for a while with random faults, and then it is checked what is left.

`python -m tests.night --minutes 40 --seed 7` prints what was done and found, and ends with 1 if a promise was broken.
The same seed gives the same faults in the same order, not the same interleaving.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import cycle
from math import inf
from pathlib import Path
from random import Random
from traceback import format_exception

from tests.night.asking import Asker
from tests.night.cup import Cup
from tests.night.faults import Faults
from tests.night.listening import Heard, Listener
from tests.night.minima import Size, missing
from tests.night.parts import Sampled, parts
from tests.night.report import Report
from tests.night.tables import SEATS, Matches, Table
from tests.night.verdict import judge
from tests.support.crash.journal import Journal
from tests.support.crash.network import Network, own_network

PORTS = 18_300
OPTIONS = {"cities_knights": {"victory_points": 5}}
PATIENCE = {"catan_cards": 120}
"""Matches are short, by options or by a resignation, so that many of them end and running ones stay small."""
LAST_WORDS = 120.0
"""Seconds in which players finish their current command at the end of the night."""


async def night(asked: argparse.Namespace, home: Path, network: Network | None) -> Report:
    """Runs a night and returns its report."""
    rng, began = Random(asked.seed), time.monotonic()
    report = Report(seed=asked.seed)
    async with parts(home, PORTS, network) as running:
        matches, heard = Matches(), Heard()
        asker = Asker(running.urls, Random(rng.random()))
        journals = [Journal(home / f"{number}.journal") for number in range(asked.tables)]
        games = sorted(SEATS)
        players = [
            Table(asker, journal, game, matches, asked.pace, OPTIONS.get(game), PATIENCE.get(game, inf))
            for journal, game in zip(journals, cycle(games), strict=False)
        ]
        cup = Cup(asker)
        listeners = [Listener(running.urls, Random(rng.random()), matches, heard) for _ in range(asked.feeds)]
        faults, sampled = Faults(running, Random(rng.random())), Sampled(running.services[-1])
        work = [asyncio.create_task(one.play()) for one in players]
        work.append(asyncio.create_task(cup.organise()))
        ears = [asyncio.create_task(one.listen()) for one in listeners]
        kept = [asyncio.create_task(one.keep_alive()) for one in running.services]
        kept.append(asyncio.create_task(sampled.sample()))
        breaking = asyncio.create_task(faults.happen())
        until = time.monotonic() + 60 * asked.minutes
        while time.monotonic() < until and not breaking.done() and not asker.wrong:
            await asyncio.sleep(min(30.0, max(0.1, until - time.monotonic())))
            acknowledged = sum(len(journal.acknowledged) for journal in journals)
            counts = f"{acknowledged} acknowledged, {heard.entries} heard, {faults.done.total()} faults"
            wrong = len(heard.wrong) + len(asker.wrong)
            print(f"{time.monotonic() - began:6.0f} s  {counts}, {wrong} wrong, {sampled.said}", flush=True)
            for sentence in (*heard.wrong, *asker.wrong):
                print(sentence[:500], flush=True)
        breaking.cancel()
        for broken in await asyncio.gather(breaking, return_exceptions=True):
            if isinstance(broken, Exception):
                report.wrong.append("the faults ended: " + "".join(format_exception(broken))[-2_000:])
        await running.settled()
        try:
            await faults.mended()
        except TimeoutError:
            report.wrong.append(f"{len(faults.spoilt)} archives were spoilt and not made anew")
        asker.over = True
        await asyncio.wait(work, timeout=LAST_WORDS)
        report.wrong += await dismissed("played", work)
        asks = Asker(running.urls, Random(rng.random()))  # an asker with too many wrong answers asks no more
        report.verdict = await judge(running, asks, journals, cup, listeners, heard, home)
        report.wrong += asks.wrong
        report.wrong += await dismissed("listened", ears) + await dismissed("kept watch", kept)
        report.take(asker, heard, faults, running, sampled, [table.finished for table in players], cup)
        report.unkept += missing(report, Size(asked.minutes, asked.tables, asked.feeds, asked.pace), faults.kinds)
        await asks.close()
        await asker.close()
    report.seconds = time.monotonic() - began
    return report


async def dismissed(did: str, tasks: Sequence[asyncio.Task[None]]) -> list[str]:
    """Cancels some tasks, and returns a sentence for each that had failed."""
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    return [f"somebody who {did} ended: {one!r}" for one in ended if isinstance(one, Exception)]


def main() -> int:
    """Runs a night as a command."""
    parser = argparse.ArgumentParser(prog="python -m tests.night", description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--feeds", type=int, default=500)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds between two answers of somebody")
    parser.add_argument("--home", type=Path, help="where everything is kept, to be looked at afterwards")
    asked = parser.parse_args()
    print(f"a night of {asked.minutes:g} minutes with seed {asked.seed}", flush=True)
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        home = asked.home or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chronik-night-")))
        home.mkdir(parents=True, exist_ok=True)
        home.chmod(0o755)
        network = stack.enter_context(own_network())
        if network is None:
            print("No network of its own can be made here: nobody is cut off.", flush=True)
        report = asyncio.run(night(asked, home, network))
        print(report)
        return 0 if report.good else 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
