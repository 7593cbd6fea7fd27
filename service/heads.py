"""HEAD: whatever GET would answer, without its body."""

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
