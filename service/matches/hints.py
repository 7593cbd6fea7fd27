"""Hints: which matches have grown, read from the log store by one blocking reader per process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from structlog.typing import FilteringBoundLogger

from chronik.service.log.store import LogStore

WAIT_MS = 5_000
TOGETHER = 0.01
"""Seconds to wait after a read, so that several appends share the next read."""
SHORTEST, LONGEST = 0.05, 2.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.hints")

Listener = Callable[[str, int], None]


class Hints:
    """A reader of the indexes of all partitions, which notifies listeners that a match has reached a version.

    A hint may be late, repeated or lost, so listeners must check for themselves from time to time.
    """

    def __init__(self, store: LogStore) -> None:
        self.begun = asyncio.Event()
        """Set once the indexes are followed: later growth is reported, unless its hint is lost."""
        self._store = store
        self._listeners: list[Listener] = []
        self._positions: dict[int, str] = {}

    def listen(self, listener: Listener) -> None:
        """Adds a listener, which gets every later hint."""
        self._listeners.append(listener)

    async def follow(self) -> None:
        """Runs forever; if the log does not answer, it waits and continues at the same position."""
        pause = SHORTEST
        while True:
            try:
                await self._hear()
                pause = SHORTEST
            except Exception as error:
                LOG.warning("the indexes cannot be followed", error=type(error).__name__, pause=pause)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)

    async def _hear(self) -> None:
        if not self.begun.is_set():
            self._positions = await self._store.index_end()
            self.begun.set()
        grown = await self._store.read_hints(self._positions, WAIT_MS)
        self._positions |= {hint.partition: hint.position for hint in grown}
        for match, version in {hint.match: hint.version for hint in grown}.items():
            for listener in self._listeners:
                listener(match, version)
        if grown:
            await asyncio.sleep(TOGETHER)
