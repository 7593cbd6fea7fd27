"""The parting answer: what is still asked when the service has waited for it long enough, and ends."""

import asyncio

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.http.handlers import send_problem
from service.problems.kinds import NOT_READY, OUTCOME_UNKNOWN
from service.problems.problem import Problem

ENDING = "The service has ended before this was done."
RETRY = {"Retry-After": "1"}


class Parting:
    """Answers what the server gives up: 503, where it would say 500 in plain text; an answer that has begun ends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, answer)
        except asyncio.CancelledError:
            if begun:
                raise
            asked = scope["method"] in ("GET", "HEAD", "OPTIONS")
            kind = NOT_READY if asked else OUTCOME_UNKNOWN
            await send_problem(Problem(kind, ENDING, headers={**RETRY, "Connection": "close"}), answer)
