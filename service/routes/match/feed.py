"""A feed on the wire: server-sent events for as long as the caller stays, may look and reads fast enough."""

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

from domain.engine.match.match import Match
from domain.engine.seats import Viewer
from service.http.compression import VARY, Packer
from service.http.hanging_up import gone
from service.http.match_problems import match_problem
from service.http.media import EVENTS
from service.http.request import HTTPRequest
from service.http.turnstile import standing_aside
from service.matches.feed.events import HEARTBEAT
from service.matches.feed.hub import Hub, Subscription
from service.matches.feed.outbox import Outbox
from service.matches.feed.slots import FeedSlots, Slot
from service.matches.live import Live
from service.people.access import Hold, viewer
from service.people.auth import Principal, bearer
from service.problems.problem import Problem

GRACE_SECONDS = 1.0
"""How long a stream that was closed may take to end by itself, when its reader does not read."""
STALLED_SECONDS = 30.0
LOG: FilteringBoundLogger = structlog.get_logger("chronik.feed")
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": VARY}
PACKED = {**HEADERS, "Content-Encoding": "gzip"}


class OpenStream(Struct, frozen=True):
    """A stream that was let in: what it is of, what is on its way, how it is left, and the place that it takes."""

    of: str
    outbox: Outbox
    leave: Callable[[], None]
    slot: Slot
    heartbeat_seconds: float


class EventStream(Response[bytes]):
    """The answer that goes on, packed or plain."""

    def __init__(self, open_: OpenStream, packed: bool) -> None:
        super().__init__(b"", media_type=EVENTS, headers=PACKED if packed else HEADERS)
        self._made = (open_, packed)

    def to_asgi_response(self, *args: Any, **kwargs: Any) -> ASGIResponse:
        return Streaming(*self._made)


class Streaming(ASGIResponse):
    """Sends what there is for one stream, until either side ends it."""

    _should_set_content_length = False

    def __init__(self, open_: OpenStream, packed: bool) -> None:
        super().__init__(media_type=EVENTS, headers=dict(PACKED if packed else HEADERS))
        self._open = open_
        self._packer = Packer() if packed else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        writer = asyncio.create_task(self._write(send))
        others = [asyncio.create_task(ending) for ending in (gone(receive), self._cut_off())]
        try:
            await asyncio.wait((writer, *others), return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Nothing here is awaited before everything is given back: the next await may be cancelled.
            self._open.leave()
            self._open.slot.release()
            await _stopped(writer, *others)
        failed = None if writer.cancelled() else writer.exception()
        if failed is not None:
            LOG.warning("a feed broke off", of=self._open.of, error=repr(failed))

    async def _write(self, send: Send) -> None:
        await self.start_response(send)
        while (chunk := await self._next()) is not None:
            await _sent(send, chunk if self._packer is None else self._packer.chunk(chunk))
        await _sent(send, b"" if self._packer is None else self._packer.end(), more=False)

    async def _next(self) -> bytes | None:
        """What comes next, or a heartbeat when there is nothing for a while; None at the end."""
        try:
            async with asyncio.timeout(self._open.heartbeat_seconds):
                return await self._open.outbox.take()
        except TimeoutError:
            return HEARTBEAT

    async def _cut_off(self) -> None:
        """Returns when the stream was closed, and its reader has not even read the end."""
        await self._open.outbox.closed.wait()
        await asyncio.sleep(GRACE_SECONDS)


async def _stopped(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def _sent(send: Send, chunk: bytes, more: bool = True) -> None:
    """Hands a chunk over; waits while the reader's buffers are full, but not for ever."""
    body: HTTPResponseBodyEvent = {"type": "http.response.body", "body": chunk, "more_body": more}
    async with asyncio.timeout(STALLED_SECONDS):
        await send(body)


def opened(
    request: HTTPRequest, eyes: Viewer, principal: Principal | None, wanted: str | None, hold: Hold | None
) -> Subscription:
    """The stream of a caller who may look now; whether they still may is asked again whenever the table changes."""

    def allowed(match: Match) -> bool:
        try:
            return viewer(match, principal, wanted, hold) == eyes
        except Problem:
            return False

    return Subscription(eyes, bearer(request.headers.get("authorization")), allowed)


async def welcomed(hub: Hub, live: Live, stream: Subscription, after: int | None) -> None:
    """Has the hub take a stream in, or raises the problem why it cannot."""
    try:
        await hub.welcome(live, stream, after)
    except Exception as error:
        raise match_problem(error, live.rules, live.match) from error


async def admitted(request: HTTPRequest, slots: FeedSlots, principal: Principal | None) -> Slot:
    """The place of a new feed of a caller, waited for where all are taken; the problem that there is none."""
    account, address = principal.player if principal else None, request.scope["state"]["address"]
    if (slot := slots.enter(account, address)) is not None:
        return slot
    async with standing_aside(request):
        return await slots.queue(account, address)


def last_event(request: HTTPRequest) -> int | None:
    """The version that the caller has come to; None for a first visit, or where it makes no sense."""
    text = request.headers.get("last-event-id", "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
