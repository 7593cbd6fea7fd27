"""HEAD: whatever GET would answer, without its body; and which methods an address knows."""

from collections.abc import Iterable
from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send


class Heads:
    """Asks the application as if for GET, and keeps the body back; a feed ends where its body would begin."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        asked = cast("HTTPScope", {**scope, "method": "GET"})
        answered = False

        async def listen() -> HTTPReceiveMessage:
            if answered:
                return cast("HTTPReceiveMessage", {"type": "http.disconnect"})
            return cast("HTTPReceiveMessage", await receive())

        async def answer(message: Message) -> None:
            nonlocal answered
            if answered or message["type"] != "http.response.start":
                return
            answered = True
            if "path_template" in asked:
                scope["path_template"] = asked["path_template"]
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        await self.app(asked, listen, answer)


async def known_methods(message: Message, scope: Scope) -> None:
    """Names every method in the answer to OPTIONS, where the framework forgets some; a `before_send` hook."""
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP or scope["method"] != "OPTIONS":
        return
    # Not every kind of scope has a template, so its `get` has no one type.
    template = str(scope.get("path_template", ""))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    known = scope["litestar_app"].route_handler_method_map.get(template, {})
    headers = [(name, value) for name, value in message["headers"] if name != b"allow"]
    if known and len(headers) < len(list(message["headers"])):
        message["headers"] = [*headers, (b"allow", allow(known).encode())]


def allow(methods: Iterable[str]) -> str:
    """A header `Allow`; where there is GET, there is HEAD."""
    known = {str(method) for method in methods}
    return ", ".join(sorted(known | ({"HEAD"} if "GET" in known else set())))
