"""HEAD requests, answered as GET without the body."""

from typing import cast

from litestar.types import HTTPReceiveMessage, HTTPScope, Message, Receive, Send


def as_get(scope: HTTPScope, receive: Receive, send: Send) -> tuple[HTTPScope, Receive, Send]:
    """Converts a HEAD request to GET and drops the body of the answer; a feed ends where its body would begin."""
    asked = cast("HTTPScope", {**scope, "method": "GET"})
    is_answered = False

    async def listen() -> HTTPReceiveMessage:
        if is_answered:
            return cast("HTTPReceiveMessage", {"type": "http.disconnect"})
        return cast("HTTPReceiveMessage", await receive())

    async def answer(message: Message) -> None:
        nonlocal is_answered
        if is_answered or message["type"] != "http.response.start":
            return
        is_answered = True
        if "path_template" in asked:
            scope["path_template"] = asked["path_template"]
        await send(message)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return asked, listen, answer
