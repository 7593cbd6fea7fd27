"""The turnstile: feeds come in a few at a time, in the order in which they were asked for.

When thousands come back at once they wait here, where that costs least; whatever else is asked passes them by.
"""

import asyncio
from time import monotonic

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.http.request import HTTPRequest

AT_ONCE = 4
FEED = "/feed"


class Turnstile:
    """Lets so many feeds in at once; one is in when its answer begins."""

    def __init__(self, app: ASGIApp, at_once: int = AT_ONCE) -> None:
        self.app = app
        self.places = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not scope["path"].endswith(FEED):
            await self.app(scope, receive, send)
            return
        scope["state"]["came"] = monotonic()
        await self.places.acquire()
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            if not begun:
                begun = True
                self.places.release()
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            if not begun:
                self.places.release()


def came(request: HTTPRequest) -> float:
    """When a feed was asked for, by the monotonic clock."""
    moment: float = request.scope["state"]["came"]
    return moment
