"""The shortcut: from the address to the handler of a command, without what Litestar would work out for each request."""

from typing import cast

from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from service.http.bodies import StrictJSON, acceptable
from service.http.request import HTTPRequest
from service.problems.kinds import MALFORMED
from service.problems.problem import CUT_SHORT, EMPTY, Problem


class Shortcut:
    """Middleware of a route that asks for a request, a match and a body: calls its handler, which answers by itself.

    Litestar is told by the same handler what it asks for, and calls it wherever there is a query as well.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = cast("HTTPScope", scope)
        if scope["query_string"]:
            await self.app(scope, receive, send)
            return
        request = HTTPRequest(scope, receive, send)
        handler = request.route_handler
        acceptable(request, handler)
        body = await whole(receive)
        if not body:
            raise Problem(MALFORMED, EMPTY, at="$")
        data = StrictJSON(request).decode_bytes(body)
        answer: ASGIApp = await handler.fn(request=request, match=scope["path_params"]["match"], data=data)
        await answer(scope, receive, send)


async def whole(receive: Receive) -> bytes:
    """The body of a request; how long it may be, the guard before the application knows."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Problem(MALFORMED, CUT_SHORT)
        parts.append(message["body"])
        if not message.get("more_body"):
            return b"".join(parts)
