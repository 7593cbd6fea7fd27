"""The turnstile: feeds come in a few at a time, in the order in which they were asked for.

When thousands come back at once they are counted, and wait here before anything else is done for them; whatever else is
asked passes them by. Nobody keeps the others waiting for long: what takes its time goes on without its place.
"""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import monotonic

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from service.http.request import HTTPRequest

AT_ONCE = 4
HELD_SECONDS = 1.0
"""So long a feed holds its place at most; most have come in after some milliseconds."""
FEED = re.compile(r"/api/v1/(?:[^/]+/matches|tournaments)/[^/]+/feed")


class Turnstile:
    """Lets so many feeds in at once; one is in when its answer begins."""

    def __init__(self, app: ASGIApp, at_once: int = AT_ONCE) -> None:
        self.app = app
        self.places = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not is_feed(scope):
            await self.app(scope, receive, send)
            return
        scope["state"]["came"] = monotonic()
        place = scope["state"]["turnstile"] = Place(self.places)
        await place.take()

        async def answer(message: Message) -> None:
            place.give_back()
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            place.give_back()


def is_feed(scope: HTTPScope) -> bool:
    """Whether a feed is asked for; HEAD has become GET before."""
    return scope["method"] == "GET" and FEED.fullmatch(normalize_path(scope["path"])) is not None


class Place:
    """A feed's place among those that come in; given back once, however often that is said, and in time in any case."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places = places
        self._held: asyncio.TimerHandle | None = None

    async def take(self) -> None:
        await self._places.acquire()
        self._held = asyncio.get_running_loop().call_later(HELD_SECONDS, self.give_back)

    def give_back(self) -> None:
        if self._held is not None:
            self._held.cancel()
            self._held = None
            self._places.release()


@asynccontextmanager
async def standing_aside(request: HTTPRequest) -> AsyncGenerator[None]:
    """Around what a feed waits for before it can come in: others pass it by meanwhile."""
    place = request.scope["state"].get("turnstile")
    if place is None:
        yield
        return
    place.give_back()
    yield
    await place.take()


def came(request: HTTPRequest) -> float:
    """When a feed was asked for, by the monotonic clock."""
    moment: float = request.scope["state"]["came"]
    return moment
