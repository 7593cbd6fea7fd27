"""Patience: what a command is about is asked again, for a while, where the log cannot answer at this moment.

A replica is late, or a master is just being replaced: whoever has read a thousand matches does not begin anew for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar

from service.log.outcomes import Unavailable

SECONDS = 60.0
PAUSE = 1.0
T = TypeVar("T")


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer, once there is one; raises `Unavailable` where there has been none for so many seconds."""
    until = monotonic() + SECONDS
    while True:
        try:
            return await ask()
        except Unavailable:
            if monotonic() > until:
                raise
            await asyncio.sleep(PAUSE)
