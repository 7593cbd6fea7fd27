"""Outages: the times when no match could be played, because the service or its log was down.

Every process sends heartbeats to the log. The first heartbeat after an outage records it, as a `Silence`. Every match
with a clock records the outage before anything else happens in it, so that no clock runs during it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.domain.engine.match.match import Match
from chronik.service.log.free_space import FreeSpace
from chronik.service.log.heartbeats import Heartbeats
from chronik.service.log.keys import Silence
from chronik.service.log.outcomes import ReadOnly, Unavailable
from chronik.service.running.waiting import create_shared_task

HEARTBEAT_MS = 500
LONGEST_GAP_MS = 2 * HEARTBEAT_MS
"""The longest gap between two heartbeats that is not an outage."""
LAST_OUTAGE_VERSION = 2 * MAX_ENTRIES // 3
"""Up to this version a match's log records outages. The rest is for play, so repeated outages cannot fill a log."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.silences")


class Outages:
    """All outages so far, as of the last heartbeat of this process.

    For two heartbeat intervals after it, no process can record a new outage, so decisions need not ask the log again.
    """

    def __init__(self, heartbeats: Heartbeats, now: Callable[[], int], free_space: FreeSpace | None = None) -> None:
        self._heartbeats = heartbeats
        self._free_space = free_space or FreeSpace()
        self._now = now
        self._all: list[Silence] = []
        self._last = 0
        self._over = 0
        self._asked: int | None = None
        self._asking: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Adds a listener, which is called after every outage."""
        self._listeners.append(listener)

    async def keep(self) -> None:
        """Sends heartbeats forever, even while the log does not answer."""
        loop, away = asyncio.get_running_loop(), False
        while True:
            next_beat = loop.time() + HEARTBEAT_MS / 1_000
            try:
                await self._ask()
                away = False
            except Exception as error:
                if not away:
                    usual = isinstance(error, (Unavailable, ReadOnly))
                    LOG.warning("the heartbeats cannot be written", error=repr(error), exc_info=not usual)
                away = True
            await asyncio.sleep(max(0.0, next_beat - loop.time()))

    async def send_heartbeat(self) -> None:
        """Sends one heartbeat, and adds the outages that are new to this process.

        Raises `ReadOnly` and `Unavailable`.
        """
        self._free_space.check()  # without free space no match can be played: that is an outage
        asked = self._now()
        silent, new = await self._heartbeats.beat(LONGEST_GAP_MS, self._last)
        self._asked = asked
        if new:
            if new[0].number <= self._last:  # the server lost its list and returns the whole new one
                self._all.clear()
            self._all += new
            self._last, self._over = new[-1].number, max(self._over, *(one.until for one in new))
            for listener in self._listeners:
                listener()
        if silent and new:
            LOG.warning("no match could be played", seconds=(new[-1].until - new[-1].since) / 1_000)

    async def wait_until_known(self) -> None:
        """Returns once every past outage is known."""
        for _ in range(2):  # The first response may date from before an outage.
            if self._is_recent():
                return
            await self._ask()

    def next_to_pass(self, match: Match, at: int) -> Silence | None:
        """Returns the first outage during which the clocks of a match would run up to `at`, or None."""
        timing = match.timing
        if (
            timing is None
            or match.closed is not None
            or self._over <= timing.at
            or match.version >= LAST_OUTAGE_VERSION
        ):
            return None
        later = (one for one in self._all if one.number > match.silence)
        return next((one for one in later if one.since < at and timing.at < one.until), None)

    def _is_recent(self) -> bool:
        # By the wall clock, because the monotonic clock stops while the machine sleeps.
        return self._asked is not None and 0 <= self._now() - self._asked <= LONGEST_GAP_MS

    async def _ask(self) -> None:
        """Sends a heartbeat; concurrent callers share one heartbeat and its outcome."""
        if self._asking is None or self._asking.done():
            self._asking = create_shared_task(self.send_heartbeat())
        await asyncio.shield(self._asking)
