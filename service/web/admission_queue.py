"""The admission queue: feeds are admitted a few at a time, in the order of arrival.

When thousands of feeds return at once they are counted, and then wait here before any other work is done for them.
Other requests are not queued. A slow feed gives up its slot after a second, so that the others need not wait.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import monotonic

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from chronik.service.web.request import HTTPRequest

AT_ONCE = 4
HELD_SECONDS = 1.0
"""Seconds that a feed may hold its slot; most need a few milliseconds."""


class AdmissionQueue:
    """Middleware that admits a few feeds at once; a feed's slot is free again when its answer begins.

    Only feeds pass through it.
    """

    def __init__(self, app: ASGIApp, at_once: int = AT_ONCE) -> None:
        self.app = app
        self.slots = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"]["arrival_time"] = monotonic()
        slot = scope["state"]["admission_slot"] = AdmissionSlot(self.slots)
        await slot.acquire()

        async def send_and_release(message: Message) -> None:
            slot.release()
            await send(message)

        try:
            await self.app(scope, receive, send_and_release)
        finally:
            slot.release()


class AdmissionSlot:
    """The slot of one feed that is being admitted; released once, after a second at the latest."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots = slots
        self._timer: asyncio.TimerHandle | None = None

    async def acquire(self) -> None:
        await self._slots.acquire()
        self._timer = asyncio.get_running_loop().call_later(HELD_SECONDS, self.release)

    def release(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._slots.release()


@asynccontextmanager
async def without_admission_slot(request: HTTPRequest) -> AsyncGenerator[None]:
    """Releases the feed's slot for the duration of the block, so that others can be admitted while it waits."""
    slot = request.scope["state"].get("admission_slot")
    if slot is None:
        yield
        return
    slot.release()
    yield
    await slot.acquire()


def arrival_time(request: HTTPRequest) -> float:
    """Returns when a feed's request arrived, by the monotonic clock."""
    moment: float = request.scope["state"]["arrival_time"]
    return moment
