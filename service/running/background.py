"""Background work: the endless tasks of a process, besides answering requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

LOG: FilteringBoundLogger = structlog.get_logger("chronik.background")


class Background:
    """The endless tasks of a process.

    Each task waits by itself for services that are away. A task that ends has a bug, and its state in memory cannot be
    trusted. Then `trouble` says so, and the process must be replaced; no acknowledged command is lost by that.
    """

    def __init__(self) -> None:
        self.trouble = ""
        self._over = False

    @asynccontextmanager
    async def running(self, **endless: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
        """Runs these coroutines inside the block, and stops all of them at its end."""
        tasks = [asyncio.create_task(work, name=name) for name, work in endless.items()]
        for task in tasks:
            task.add_done_callback(self._note_end)
        try:
            yield
        finally:
            self._over = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None or not self._over:
            LOG.error("a background task has ended", work=task.get_name(), exc_info=error)
        if not self._over:
            self.trouble = (
                self.trouble or f"A background task of Chronik failed ({task.get_name()}); read the log and restart it."
            )
