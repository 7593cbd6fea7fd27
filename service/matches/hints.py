"""Hints: which matches grew, heard from the log store by one blocking reader per process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from structlog.typing import FilteringBoundLogger

from service.log.store import LogStore

WAIT_MS = 5_000
TOGETHER = 0.01
"""Seconds in which more is gathered after a growth was told, so that not every append costs a read of its own."""
SHORTEST, LONGEST = 0.05, 2.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.hints")

Listener = Callable[[str, int], None]


class Hints:
    """Follows the indexes of all partitions from now on, and tells its listeners that a match is at a version.

    What it tells are hints: a listener must bear one that comes late or twice, and look for itself now and then.
    """

    def __init__(self, store: LogStore) -> None:
        self.begun = asyncio.Event()
        """Set once it follows: growth after that is heard, unless its hint is lost."""
        self._store = store
        self._listeners: list[Listener] = []
        self._positions: dict[int, str] = {}

    def listen(self, listener: Listener) -> None:
        """Has a listener told of everything that is heard from now on."""
        self._listeners.append(listener)

    async def follow(self) -> None:
        """Follows for ever; when the engine is away it waits, and goes on where it was."""
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
        grown = await self._store.grown(self._positions, WAIT_MS)
        self._positions |= {hint.partition: hint.position for hint in grown}
        for match, version in {hint.match: hint.version for hint in grown}.items():
            for listener in self._listeners:
                listener(match, version)
        if grown:
            await asyncio.sleep(TOGETHER)
