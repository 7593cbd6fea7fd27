"""Background: what a process does besides answering requests, for as long as it serves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

LOG: FilteringBoundLogger = structlog.get_logger("chronik.background")


class Background:
    """Work that never ends while its process serves.

    Each waits by itself for what is away. One that ends has a fault, and what it held in memory cannot be relied on:
    then `trouble` is a sentence, and the process is to be replaced, by which no acknowledged command is lost.
    """

    def __init__(self) -> None:
        self.trouble = ""
        self._over = False

    @asynccontextmanager
    async def running(self, **endless: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
        """Runs these meanwhile, and has stopped them all when it is left."""
        tasks = [asyncio.create_task(work, name=name) for name, work in endless.items()]
        for task in tasks:
            task.add_done_callback(self._ended)
        try:
            yield
        finally:
            self._over = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None or not self._over:
            LOG.error("work in the background has ended", work=task.get_name(), exc_info=error)
        if not self._over:
            self.trouble = self.trouble or f"Chronik ends: its work in the background did ({task.get_name()})."
