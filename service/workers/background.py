"""Background: what a process does besides answering requests, for as long as it serves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import structlog
from structlog.typing import FilteringBoundLogger

LOG: FilteringBoundLogger = structlog.get_logger("chronik.background")


@asynccontextmanager
async def background(**endless: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
    """Runs these meanwhile, and has stopped them all when it is left; one that ends by itself is reported."""
    tasks = [asyncio.create_task(work, name=name) for name, work in endless.items()]
    for task in tasks:
        task.add_done_callback(_ended)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _ended(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        LOG.error("work in the background has ended", work=task.get_name(), exc_info=task.exception())
