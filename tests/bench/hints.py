"""Hints: what it costs a process to read that a match has grown, and the log's servers to send it that hint.

`python -m tests.bench.hints` feeds the indexes of a bundled Valkey, and those of a cluster, at several paces to one
process and to four. The processes own no partition and have no spectators, so no hint concerns them.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import fmean
from typing import Any

import redis
import uvloop
from redis.cluster import RedisCluster

from chronik.service.bots.driver import BotDriver
from chronik.service.identity.register import People
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.keys import keys
from chronik.service.log.members import Members
from chronik.service.log.store import LogStore, hint
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.feed.hub import Hub
from chronik.service.matches.hints import Hints
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.timekeeper import Timekeeper
from chronik.service.matches.unfinished import Unfinished
from chronik.service.running.settings import Settings
from chronik.service.sql.database import Records
from tests.support.service.cluster import cluster

PACES = (1_000, 5_000, 10_000)
"""Hints a second."""
FOLLOWERS = (1, 4)
SECONDS = 5.0
TICK = 0.005
MATCHES = 100_000
"""The number of matches, each of which gets a hint in turn."""
NO_MATCH = "f" * 32

Client = redis.Redis | RedisCluster


def main() -> None:
    with tempfile.TemporaryDirectory() as data, BundledValkey.start(Path(data)) as engine:
        print("the bundled Valkey")
        measured(redis.Redis.from_url(engine.url), engine.url)
    with cluster() as running:
        print("a cluster of three masters, each with a replica")
        measured(RedisCluster.from_url(f"redis://{running.nodes[0].name}"), running.url)


def measured(client: Client, url: str) -> None:
    """Prints the cost of a hint at each pace."""
    matches = [secrets.token_hex(16) for _ in range(MATCHES)]
    for pace in PACES:
        _, alone = fed(client, matches, pace)
        for count in FOLLOWERS:
            with followers(url, count) as lines:
                rate, servers = fed(client, matches, pace)
                hearing = fmean(stopped(client, lines))
            told = (servers - alone) / count
            print(
                f"{rate:,.0f} hints/s, {count} following: {hearing:.1f} µs to hear one, {told:.2f} to tell it to each"
            )
    client.close()


def fed(client: Client, matches: Sequence[str], pace: int) -> tuple[float, float]:
    """Feeds the indexes at a pace; returns hints per second, and the microseconds of CPU per hint in the servers."""
    before, began, told = cpu(client), time.monotonic(), 0
    while (gone := time.monotonic() - began) < SECONDS:
        with client.pipeline(transaction=False) as pipeline:
            while told < gone * pace:
                pipeline.execute_command(*hint(matches[told % MATCHES], told + 1))
                told += 1
            pipeline.execute()
        time.sleep(TICK)
    took = time.monotonic() - began
    time.sleep(0.1)
    return told / took, 1e6 * (cpu(client) - before) / told


def cpu(client: Client) -> float:
    """Returns the seconds of CPU that the masters have used."""
    if isinstance(client, RedisCluster):
        each: Any = client.info("cpu", target_nodes=RedisCluster.PRIMARIES)
        said = list(each.values())
    else:
        said = [client.info("cpu")]
    return sum(float(one["used_cpu_user"]) + float(one["used_cpu_sys"]) for one in said)


@contextmanager
def followers(url: str, count: int) -> Iterator[list[Connection]]:
    """Yields pipes to processes that follow the indexes; a hint about no match makes each report its cost."""
    context = get_context("spawn")
    lines, processes = list[Connection](), []
    for _ in range(count):
        ours, theirs = context.Pipe()
        process = context.Process(target=follow, args=(url, theirs), daemon=True)
        process.start()
        lines.append(ours)
        processes.append(process)
    for line in lines:
        line.recv()
    yield lines
    for process in processes:
        process.join()


def stopped(client: Client, lines: Sequence[Connection]) -> list[float]:
    """Ends the processes, and returns the cost of a hint in each."""
    client.xadd(keys(NO_MATCH).partition_index, {"m": NO_MATCH, "v": 1})
    return [line.recv() for line in lines]


def follow(url: str, line: Connection) -> None:
    """Follows the indexes like a process of the service until a hint about no match; reports microseconds per hint."""
    uvloop.run(following(url, line))


async def following(url: str, line: Connection) -> None:
    store, over, heard = LogStore(url), asyncio.Event(), 0

    def count(match: str, version: int) -> None:
        nonlocal heard
        heard += 1
        if match == NO_MATCH:
            over.set()

    hints = Hints(store)
    listened(store, hints)
    hints.listen(count)
    task = asyncio.create_task(hints.follow())
    await hints.begun.wait()
    line.send(None)
    began = time.process_time()
    await over.wait()
    line.send(1e6 * (time.process_time() - began) / heard)
    task.cancel()
    await store.close()


def listened(store: LogStore, hints: Hints) -> None:
    """Registers the same listeners as the service has: feeds, bots and clocks, without partitions."""
    matches, records, members = LiveMatches(store, Catalogue({}), 1), Records(Settings().database_url), Members()
    members.own = frozenset()
    unfinished = Unfinished(store, records)
    Hub(matches, hints, People(records).working, Settings())
    BotDriver(matches, hints, unfinished, members, {})
    Timekeeper(matches, hints, unfinished, members)


if __name__ == "__main__":
    main()
