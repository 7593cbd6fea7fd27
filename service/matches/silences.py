"""Silences: the times in which nobody could play, since the service or its log was away.

Every process beats where the log is. Whoever beats first after a silence records it, and every match with a clock
passes it before anything else happens there, so that no time runs in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from structlog.typing import FilteringBoundLogger

from domain.engine.match.log import MAX_ENTRIES
from domain.engine.match.match import Match
from service.log.keys import Silence
from service.log.outcomes import ReadOnly, Unavailable
from service.log.room import Room
from service.log.store import LogStore
from service.waiting import waited_for

BEAT_MS = 500
LONGEST_MS = 2 * BEAT_MS
"""From one beat to the next no more than this passes while somebody can play."""
ROOM = 2 * MAX_ENTRIES // 3
"""Up to here a log takes in silences, the rest is for those who play: a service that comes and goes ends no match."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.silences")


class Silences:
    """All silences that there have been, as this process knows them from its own last beat.

    Until two beats later nobody can have recorded a further one: what is decided meanwhile asks nobody.
    """

    def __init__(self, store: LogStore, now: Callable[[], int], room: Room | None = None) -> None:
        self._store = store
        self._room = room or Room()
        self._now = now
        self._all: list[Silence] = []
        self._last = 0
        self._over = 0
        self._asked: int | None = None
        self._asking: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Has a listener told whenever there was a silence."""
        self._listeners.append(listener)

    async def beat(self) -> None:
        """Beats for ever; while the log is away it tries again with each beat."""
        loop, away = asyncio.get_running_loop(), False
        while True:
            next_beat = loop.time() + BEAT_MS / 1_000
            try:
                await self._ask()
                away = False
            except Exception as error:
                if not away:
                    usual = isinstance(error, (Unavailable, ReadOnly))
                    LOG.warning("the beats cannot be written", error=repr(error), exc_info=not usual)
                away = True
            await asyncio.sleep(max(0.0, next_beat - loop.time()))

    async def known(self) -> None:
        """Returns when every silence is known that there has been."""
        for _ in range(2):  # The first answer may have been on its way since before a silence.
            if self._is_recent():
                return
            await self._ask()

    def to_pass(self, match: Match, at: int) -> Silence | None:
        """The first silence in which a match would have its clocks run, as far as they are counted."""
        timing = match.timing
        if timing is None or match.closed is not None or self._over <= timing.at or match.version >= ROOM:
            return None
        later = (one for one in self._all if one.number > match.silence)
        return next((one for one in later if one.since < at and timing.at < one.until), None)

    def _is_recent(self) -> bool:
        # By the clock that matches are played by: it goes on while the machine sleeps.
        return self._asked is not None and 0 <= self._now() - self._asked <= LONGEST_MS

    async def _ask(self) -> None:
        """Beats; all who want to know at once share one beat, and what becomes of it."""
        if self._asking is None or self._asking.done():
            self._asking = waited_for(self._beat())
        await asyncio.shield(self._asking)

    async def _beat(self) -> None:
        self._room.expect()  # who may not record anything cannot play: that is a silence
        asked = self._now()
        silent, new = await self._store.beat(LONGEST_MS, self._last)
        self._asked = asked
        if new:
            if new[0].number <= self._last:  # what was known is lost there, and all is told anew
                self._all.clear()
            self._all += new
            self._last, self._over = new[-1].number, max(self._over, *(one.until for one in new))
            for listener in self._listeners:
                listener()
        if silent and new:
            LOG.warning("nobody could play", seconds=(new[-1].until - new[-1].since) / 1_000)
