"""Patience: what a command is about is asked again, for a while, where the log cannot answer at this moment.

A replica is late, or a master is just being replaced: whoever has read a thousand matches does not begin anew for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from service.log.outcomes import Unavailable

TRIES = 60
PAUSE = 1.0
T = TypeVar("T")


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer, by so many tries with so many seconds between them; raises `Unavailable` after the last."""
    for _ in range(TRIES - 1):
        try:
            return await ask()
        except Unavailable:
            await asyncio.sleep(PAUSE)
    return await ask()
