"""Feeds over HTTP: server-sent events until the client disconnects, loses access or reads too slowly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog
from litestar import Response
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send
from msgspec import Struct
from structlog.typing import FilteringBoundLogger

from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Viewer
from chronik.service.identity.access import Withholding, viewer
from chronik.service.identity.auth import Principal, bearer
from chronik.service.matches.feed.events import HEARTBEAT
from chronik.service.matches.feed.hub import Subscription
from chronik.service.matches.feed.outbox import Outbox
from chronik.service.web.admission_queue import without_admission_slot
from chronik.service.web.client_disconnect import wait_for_disconnect
from chronik.service.web.compression import VARY, GzipStream
from chronik.service.web.feed_slots import FeedSlots, Slot
from chronik.service.web.media import EVENTS
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest

GRACE_SECONDS = 1.0
"""Seconds that a closed feed has to end by itself if its client does not read."""
STALLED_SECONDS = 30.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.feed")
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": VARY}
PACKED = {**HEADERS, "Content-Encoding": "gzip"}


class OpenStream(Struct, frozen=True):
    """An admitted feed: its match or tournament, its outbox, the function that leaves it, and its slot."""

    of: str
    outbox: Outbox
    leave: Callable[[], None]
    slot: Slot
    heartbeat_seconds: float


class EventStream(Response[bytes]):
    """A response that streams a feed, compressed with gzip or plain."""

    def __init__(self, open_: OpenStream, packed: bool) -> None:
        super().__init__(b"", media_type=EVENTS, headers=PACKED if packed else HEADERS)
        self._made = (open_, packed)

    def to_asgi_response(self, *args: Any, **kwargs: Any) -> ASGIResponse:
        return Streaming(*self._made)


class Streaming(ASGIResponse):
    """The ASGI response that sends the events of one feed until either side ends it."""

    _should_set_content_length = False

    def __init__(self, open_: OpenStream, packed: bool) -> None:
        super().__init__(media_type=EVENTS, headers=dict(PACKED if packed else HEADERS))
        self._open = open_
        self._packer = GzipStream() if packed else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writer = asyncio.create_task(self._write(send))
        others = [asyncio.create_task(ending) for ending in (wait_for_disconnect(receive), self._cut_off())]
        try:
            await asyncio.wait((writer, *others), return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Release everything before the first await, because that may be cancelled.
            self._open.leave()
            self._open.slot.release()
            await _cancel_and_wait(writer, *others)
        failed = None if writer.cancelled() else writer.exception()
        if failed is not None:
            LOG.warning("a feed failed", of=self._open.of, error=repr(failed))

    async def _write(self, send: Send) -> None:
        await self.start_response(send)
        while (chunk := await self._next()) is not None:
            await _send_chunk(send, chunk if self._packer is None else self._packer.chunk(chunk))
        await _send_chunk(send, b"" if self._packer is None else self._packer.end(), more=False)

    async def _next(self) -> bytes | None:
        """Returns the next chunk, a heartbeat after `heartbeat_seconds` without a chunk, or None at the end."""
        try:
            async with asyncio.timeout(self._open.heartbeat_seconds):
                return await self._open.outbox.take()
        except TimeoutError:
            return HEARTBEAT

    async def _cut_off(self) -> None:
        """Waits until `GRACE_SECONDS` after the feed was closed, in case its client does not even read the end."""
        await self._open.outbox.closed.wait()
        await asyncio.sleep(GRACE_SECONDS)


async def _cancel_and_wait(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def _send_chunk(send: Send, chunk: bytes, more: bool = True) -> None:
    """Sends a chunk; raises `TimeoutError` if the client's buffers stay full for `STALLED_SECONDS`."""
    body: HTTPResponseBodyEvent = {"type": "http.response.body", "body": chunk, "more_body": more}
    async with asyncio.timeout(STALLED_SECONDS):
        await send(body)


def open_subscription(
    request: HTTPRequest, eyes: Viewer, principal: Principal | None, wanted: str | None, withholding: Withholding | None
) -> Subscription:
    """Builds the subscription of a caller; the hub rechecks the caller's access whenever seats or status change."""

    def may_watch(match: Match) -> bool:
        try:
            return viewer(match, principal, wanted, withholding) == eyes
        except Problem:
            return False

    return Subscription(eyes, bearer(request.headers.get("authorization")), may_watch)


async def acquire_slot(request: HTTPRequest, slots: FeedSlots, principal: Principal | None) -> Slot:
    """Acquires a slot for a new feed; waits if all are taken, and raises `Problem` if none becomes free."""
    account, address = principal.player if principal else None, request.scope["state"]["address"]
    if (slot := slots.enter(account, address)) is not None:
        return slot
    async with without_admission_slot(request):
        return await slots.queue(account, address)


def last_seen_version(request: HTTPRequest) -> int | None:
    """Parses the version in `Last-Event-ID`; None if it is absent or invalid."""
    text = request.headers.get("last-event-id", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
