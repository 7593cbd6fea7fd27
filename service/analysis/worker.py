"""The worker that computes requested analyses, one at a time, in a separate process of low priority.

SQL lists what was requested. Any number of processes may run side by side: a process that claims an analysis keeps it
for ten minutes, and each may be repeated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.analysis.analysing import StoredMatch
from chronik.service.bots.thinkers import Thinkers
from chronik.service.matches.live import LiveMatches
from chronik.service.running.clock import milliseconds
from chronik.service.sql.analyses import (
    CLAIM_MS,
    AnalysisKey,
    claim_analysis,
    postpone_analysis,
    release_analysis,
    request_analysis,
    store_analysis,
)
from chronik.service.sql.database import Records

PAUSE = 5.0
"""Seconds between two looks for requests that other processes received."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.analyses")


class AnalysisWorker:
    """A worker that analyses matches on request."""

    def __init__(self, matches: LiveMatches, records: Records, now: Callable[[], int] = milliseconds) -> None:
        self.matches, self.records, self.now = matches, records, now
        current = [matches.catalogue.current(name) for name in matches.catalogue.names()]
        valuings = [rules.game.valuing for rules in current if rules is not None]
        self.models = {valuing.models.digest for valuing in valuings if valuing is not None}
        self._requested = asyncio.Event()
        self._thinkers = Thinkers()

    async def request(self, key: AnalysisKey) -> None:
        """Adds an analysis to the queue."""
        await request_analysis(self.records, key, self.now())
        self._requested.set()

    async def run(self) -> None:
        """Runs forever; the process in which it computes lives only as long as there are requests."""
        try:
            while True:
                self._requested.clear()
                try:
                    while await self.analyse_next():
                        pass
                except Exception as error:
                    LOG.warning("analyses wait", error=type(error).__name__)
                await self._thinkers.close()
                with suppress(TimeoutError):
                    async with asyncio.timeout(PAUSE):
                        await self._requested.wait()
        finally:
            await self._thinkers.close()

    async def analyse_next(self) -> bool:
        """Computes the analysis that has waited longest; returns whether there was one."""
        key = await claim_analysis(self.records, self.now(), self.models)
        if key is None:
            return False
        try:
            async with asyncio.timeout(CLAIM_MS / 1_000):
                await self._analyse(key)
        except asyncio.CancelledError:
            await release_analysis(self.records, key)
            raise
        except Exception as error:
            LOG.warning("a match waits for its analysis", match=key.match, error=type(error).__name__)
            await postpone_analysis(self.records, key, self.now())
        return True

    async def _analyse(self, key: AnalysisKey) -> None:
        log = await self.matches.read_log(key.match)
        if log is None:
            raise LookupError(key.match)
        analysis: bytes = await self._thinkers.solve(StoredMatch.from_log(key.match, log))
        await store_analysis(self.records, key, analysis.decode())
