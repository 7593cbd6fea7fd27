"""The sweep: goes slowly over all matches, for ever, hashes each chain again, and tells of what is damaged.

It marks nothing and repairs nothing; only the secrets of matches that never began are removed. Every process sweeps the
matches of its own partitions, in an order of chance.
"""

from __future__ import annotations

import asyncio
import random
import time

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.proof.verification import LoadGame
from service.log.store import LogStore
from service.observing.metrics import SWEPT
from service.workers.members import Members
from service.workers.soundness import GONE, Flaw, flaw

REST = 600.0
"""Seconds before the first round and between two: a process has other things to do when it begins, and a small store
need not be read over and over."""
YIELD = 9.0
"""A match that took long is followed by so many times as long a pause: whoever plays comes first."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.sweep")


class Sweep:
    """Looks at so many matches a second at most, and at none when the rate is 0."""

    def __init__(self, store: LogStore, load_game: LoadGame, rate: float, members: Members) -> None:
        self.store = store
        self.load_game = load_game
        self.rate = rate
        self.members = members

    async def run(self) -> None:
        """Sweeps for ever; an engine that is away ends a round, and the next one begins anew."""
        while True:
            await asyncio.sleep(REST)
            try:
                if self.rate:
                    await self.round()
            except Exception as error:
                LOG.warning("the sweep waits", error=type(error).__name__)

    async def round(self) -> int:
        """All matches there are now of its own, once; how many of them are damaged."""
        async for match in self.store.orphans():
            await self.store.drop_secret(match)
        matches = [match async for match in self.store.matches() if self.members.owns(match)]
        # Else a process that never lives through a whole round would look at the same matches each time.
        random.shuffle(matches)
        damaged = 0
        for match in matches:
            begun = time.monotonic()
            damaged += await self.look(match) is not None
            await asyncio.sleep(max(1 / self.rate, YIELD * (time.monotonic() - begun)))
        return damaged

    async def look(self, match: str) -> Flaw | None:
        """What is wrong with one match, logged and counted; nothing where it has left since it was listed."""
        found = await flaw(self.store, match, self.load_game)
        if found == GONE:
            return None
        SWEPT.labels("good" if found is None else "damaged").inc()
        if found is not None:
            LOG.error("a match is damaged", match=match, entry=found.entry, why=found.sentence)
        return found
