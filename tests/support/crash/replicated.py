"""A cluster under load whose masters are killed, paused and cut off, and a check of everything acknowledged.

`python -m tests.support.crash.replicated --each 10 --seed 7` prints what was done and found, and ends with 1 if
anything acknowledged is lost, done twice or altered, or if writing does not resume within five seconds: counted from
the start of a fault at the other masters, and from its end at the faulty one, which until then has no second server.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack
from enum import Enum
from itertools import pairwise
from pathlib import Path
from random import Random
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace

from chronik.service.log.keys import PARTITIONS, partition, tag
from chronik.service.log.topology import slot
from tests.support.crash.chronik import eventually
from tests.support.crash.journal import Journal
from tests.support.crash.network import Network, own_network
from tests.support.crash.verdict import Verdict, judge
from tests.support.crash.writer import CALM, Writer
from tests.support.service.apps import serving, settings_for
from tests.support.service.cluster import MASTERS, Cluster, Node, cluster
from tests.support.service.ports import LOOPBACK

WRITERS = 8
PROCESSES = 2
RESUMED_WITHIN = 5.0
LASTING = (0.5, 6.0)
"""Seconds: a replica takes about three to take over from its master."""
HOSTS = tuple(f"127.0.1.{n}" for n in range(1, 2 * MASTERS + 1))


class Fault(Enum):
    """A fault of a master."""

    KILL = "kill"
    PAUSE = "pause"
    PARTITION = "partition"


class Waits(Struct):
    """The longest waits for an acknowledgement during a fault: at other masters, and at the faulty one."""

    others: float = 0.0
    struck: float = 0.0


class Report(Struct):
    """The counts of a run; `resumed` are seconds from the end of a fault until all writers got an acknowledgement."""

    seed: int
    faults: Counter[str] = Counter()
    one_way: int = 0
    promotions: int = 0
    acknowledged: int = 0
    meanwhile: int = 0
    unknown: int = 0
    retried: int = 0
    matches: int = 0
    resumed: list[float] = []
    waits: list[Waits] = []
    wrong: list[str] = []
    verdict: Verdict | None = None

    @property
    def good(self) -> bool:
        return self.kept and self.prompt

    @property
    def kept(self) -> bool:
        """Whether everything acknowledged is stored once, and all answers were right."""
        assert self.verdict is not None
        return self.verdict.good and not self.wrong

    @property
    def prompt(self) -> bool:
        """Whether matches of the other masters continued during faults, and all matches soon after them."""
        return max([0.0, *self.resumed, *(wait.others for wait in self.waits)]) <= RESUMED_WITHIN

    def __str__(self) -> str:
        done = ", ".join(f"{count} of {name}" for name, count in sorted(self.faults.items()))
        times = sorted(self.resumed) or [0.0]
        others = max((wait.others for wait in self.waits), default=0.0)
        struck = max((wait.struck for wait in self.waits), default=0.0)
        return "\n".join(
            [
                f"seed {self.seed}: {done} ({self.one_way} one way only); {self.promotions} promotions;"
                f" {WRITERS} writers over {PROCESSES} processes",
                f"{self.acknowledged} acknowledged, {self.meanwhile} of them during faults; {self.unknown} outcomes"
                f" unknown, {self.retried} repeats",
                f"from the start of a fault writers waited {others:.1f} s at most at the other masters, {struck:.1f} s"
                " at the one that it befell",
                f"from its end all write again after {times[len(times) // 2]:.1f} s in the middle, {times[-1]:.1f} s at"
                " most",
                str(self.verdict),
                *self.wrong[:10],
            ]
        )


class Trial:
    """Writers over HTTP and several processes of the service, over one cluster; an async context manager."""

    def __init__(
        self,
        running: Cluster,
        folder: Path,
        seed: int,
        network: Network | None = None,
        lasting: tuple[float, float] = LASTING,
    ) -> None:
        self.report = Report(seed)
        self.journals = [Journal(folder / f"{number}.journal") for number in range(WRITERS)]
        self._cluster = running
        self._folder = folder
        self._network = network
        self._lasting = lasting
        self._rng = Random(seed)
        self._stack = AsyncExitStack()
        self._writers: list[Writer] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Trial:
        settings = settings_for(self._cluster.url, self._folder)
        clients = [await self._stack.enter_async_context(serving(settings)) for _ in range(PROCESSES)]
        urls = [str(client.base_url) for client in clients]
        for journal in self.journals:
            rng = Random(self._rng.random())
            self._writers.append(Writer(urls[0], journal, rng, replace(CALM, patience=10.0, rest=0.6), *urls[1:]))
        self._tasks = [asyncio.create_task(writer.write()) for writer in self._writers]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._stack.aclose()

    @property
    def acknowledged(self) -> int:
        return sum(len(journal.acknowledged) for journal in self.journals)

    async def all_write(self) -> float:
        """Returns the seconds until every writer has got another acknowledgement."""
        before, began = [len(journal.acknowledged) for journal in self.journals], time.monotonic()
        await eventually(
            lambda: (
                all(len(journal.acknowledged) > one for journal, one in zip(self.journals, before, strict=True))
                or any(task.done() for task in self._tasks)
            )
        )
        return time.monotonic() - began

    async def strike(self, fault: Fault) -> None:
        """Causes a fault of a master that is written to, and waits until the cluster has recovered."""
        await asyncio.to_thread(self._cluster.settle)
        await self.all_write()
        played = {tag(partition(journal.acknowledged[-1].match)) for journal in self.journals}
        master = await asyncio.to_thread(self._cluster.master_of, slot(self._rng.choice(sorted(played))))
        struck = await asyncio.to_thread(self._partitions_of, master)
        before, began = self.acknowledged, time.monotonic()
        await self._befall(fault, master)
        self.report.meanwhile += self.acknowledged - before
        self.report.resumed.append(await self.all_write())
        self.report.waits.append(waits(self.journals, struck, began))
        await asyncio.to_thread(self._cluster.settle)
        self.report.faults[fault.value] += 1
        self.report.promotions += await asyncio.to_thread(master.role) != "master"

    async def end(self) -> Report:
        """Stops the writers and judges everything."""
        for writer in self._writers:
            writer.stopping = True
        await asyncio.gather(*self._tasks)
        await asyncio.to_thread(self._cluster.settle)
        report = self.report
        report.acknowledged = self.acknowledged
        report.unknown = sum(writer.unknown for writer in self._writers)
        report.retried = sum(writer.retried for writer in self._writers)
        report.wrong = [wrong for writer in self._writers for wrong in writer.wrong]
        report.verdict = await judge(self._cluster.url, self.journals)
        return report

    def _partitions_of(self, master: Node) -> frozenset[int]:
        return frozenset(n for n in range(PARTITIONS) if self._cluster.master_of(slot(tag(n))) is master)

    async def _befall(self, fault: Fault, master: Node) -> None:
        lasting = self._rng.uniform(*self._lasting)
        match fault:
            case Fault.KILL:
                await asyncio.to_thread(master.kill)
                await asyncio.sleep(lasting)
                master.start()
            case Fault.PAUSE:
                master.pause()
                await asyncio.sleep(lasting)
                master.go_on()
            case Fault.PARTITION:
                assert self._network is not None
                one_way = self._rng.random() < 0.3
                self.report.one_way += one_way
                others = [node.host for node in self._cluster.nodes if node is not master]
                ways = [(master.host, other) for other in others]
                self._network.cut(ways if one_way else [*ways, *((other, master.host) for other in others)])
                await asyncio.sleep(lasting)
                self._network.heal()


def waits(journals: Iterable[Journal], struck: Collection[int], began: float) -> Waits:
    """Returns the longest waits of writers since the start of a fault at the master of some partitions.

    Between two matches a writer uses both, so it counts as affected if either is.
    """
    longest = Waits()
    for journal in journals:
        at_struck = (partition(one.match) in struck for one in journal.acknowledged)
        heard = zip(journal.moments, at_struck, strict=True)
        for (before, left), (after, came) in pairwise(heard):
            wait = after - max(before, began)
            if left or came:
                longest.struck = max(longest.struck, wait)
            else:
                longest.others = max(longest.others, wait)
    return longest


async def trial(
    running: Cluster,
    folder: Path,
    faults: Sequence[Fault],
    seed: int,
    network: Network | None = None,
    lasting: tuple[float, float] = LASTING,
) -> Report:
    """Causes faults in a cluster, one after the other, and returns the report."""
    async with Trial(running, folder, seed, network, lasting) as one:
        for fault in faults:
            await one.strike(fault)
        return await one.end()


def unconfirmed() -> ExitStack:
    """Returns a context in which the service does not wait for confirmations of replicas: the control."""
    stack = ExitStack()
    for module in ("chronik.service.log.cluster", "chronik.service.log.confirmation"):
        stack.enter_context(patch(f"{module}.is_confirmed", lambda _: True))
    stack.enter_context(patch("chronik.service.log.cluster.wait", lambda _: ("PING",)))
    return stack


def main() -> int:
    """Runs it as a command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.crash.replicated", description=str(__doc__).splitlines()[0]
    )
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    parser.add_argument("--control", action="store_true", help="partitions only, by a service that waits for nobody")
    asked = parser.parse_args()
    with own_network() as network, ExitStack() as stack:
        faults = list(Fault) * asked.each
        if network is None:
            print("No network of its own can be made here: partitions are skipped.", flush=True)
            faults = [fault for fault in faults if fault is not Fault.PARTITION]
        if asked.control:
            faults = [fault for fault in faults if fault is Fault.PARTITION]
            stack.enter_context(unconfirmed())
        Random(asked.seed).shuffle(faults)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chronik-replicated-")))
        running = stack.enter_context(cluster(HOSTS if network else (LOOPBACK,)))
        began = time.monotonic()
        report = asyncio.run(trial(running, folder, faults, asked.seed, network))
    print(report)
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
