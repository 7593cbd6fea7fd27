"""The sweep: a slow, endless check of all matches, which hashes each chain again and reports damage.

It repairs nothing; it only removes the secrets of matches that never began. Every process sweeps the matches of its own
partitions in random order.
"""

from __future__ import annotations

import asyncio
import random
import time

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.proof.verification import LoadGame
from chronik.service.log.members import Members
from chronik.service.log.store import LogStore
from chronik.service.matches.integrity import GONE, Flaw, find_chain_flaw
from chronik.service.operating.metrics import SWEPT

REST = 600.0
"""Seconds before the first round and between two rounds.

A starting process is busy, and a small store need not be read all the time."""
YIELD = 9.0
"""The pause after a match is this many times the duration of its check, because players have priority."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.sweep")


class Sweep:
    """A worker that checks at most `rate` matches a second, and none if the rate is 0."""

    def __init__(self, store: LogStore, load_game: LoadGame, rate: float, members: Members) -> None:
        self.store = store
        self.load_game = load_game
        self.rate = rate
        self.members = members

    async def run(self) -> None:
        """Runs forever; a round ends if the log does not answer, and the next round starts over."""
        while True:
            await asyncio.sleep(REST)
            try:
                if self.rate:
                    await self.round()
            except Exception as error:
                LOG.warning("the sweep waits", error=type(error).__name__)

    async def round(self) -> int:
        """Checks every match of this process once, and returns how many are damaged."""
        async for match in self.store.orphans():
            await self.store.drop_secret(match)
        matches = [match async for match in self.store.matches() if self.members.owns(match)]
        # Otherwise a process that never completes a round would check the same matches each time.
        random.shuffle(matches)
        damaged = 0
        for match in matches:
            begun = time.monotonic()
            damaged += await self.check_match(match) is not None
            await asyncio.sleep(max(1 / self.rate, YIELD * (time.monotonic() - begun)))
        return damaged

    async def check_match(self, match: str) -> Flaw | None:
        """Checks one match; logs, counts and returns its flaw.

        Returns None for a good match, if the match has left the log meanwhile, or if only a newer version can check it.
        """
        found = await find_chain_flaw(self.store, match, self.load_game)
        if found == GONE or (found is not None and not found.damage):
            return None
        SWEPT.labels("good" if found is None else "damaged").inc()
        if found is not None:
            LOG.error("a match is damaged", match=match, entry=found.entry, why=found.sentence)
        return found
