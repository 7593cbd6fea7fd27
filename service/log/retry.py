"""Retries for long-running commands while the log is briefly unavailable.

A replica may lag, or a master may be in the middle of being replaced. A command that has read a thousand matches
should not have to start again because of that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TypeVar

from chronik.service.log.outcomes import Unavailable

SECONDS = 60.0
PAUSE = 1.0
T = TypeVar("T")


async def retry_until_available(ask: Callable[[], Awaitable[T]]) -> T:
    """Returns the answer of `ask`, which it calls once a second; raises `Unavailable` if it fails for 60 seconds."""
    until = monotonic() + SECONDS
    while True:
        try:
            return await ask()
        except Unavailable:
            if monotonic() > until:
                raise
            await asyncio.sleep(PAUSE)
