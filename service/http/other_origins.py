"""Pages of other origins: they may ask whatever anybody may, with a token that they were given.

Nothing here is ambient: there are no cookies, so a page can do no more for its visitor than it could do itself. That is
why every origin is welcome, and credentials of a browser are never asked for.
"""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
READ = ("Accept", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID")
"""The headers that they may send."""
SHOWN = (
    "Allow",
    "Content-Disposition",
    "ETag",
    "Link",
    "Location",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-ID",
)
"""The headers of an answer that they may read, besides those that they always may."""
SECONDS = 7200
"""How long a browser remembers the answer to a preflight; none does so for longer."""

ANYBODY = (b"access-control-allow-origin", b"*")
EVERY = (ANYBODY, (b"access-control-expose-headers", ", ".join(SHOWN).encode()))
PREFLIGHT = [
    ANYBODY,
    (b"access-control-allow-methods", ", ".join(METHODS).encode()),
    (b"access-control-allow-headers", ", ".join(READ).encode()),
    (b"access-control-max-age", str(SECONDS).encode()),
    (b"cache-control", b"no-store"),
]


class OtherOrigins:
    """Answers every preflight, and lets pages of other origins read every answer, refusals of the guards too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        if scope["method"] == "OPTIONS" and any(
            name == b"access-control-request-method" for name, _ in scope["headers"]
        ):
            await send({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return

        async def shown(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                present = {name.lower() for name, _ in given}
                message["headers"] = [*given, *(line for line in EVERY if line[0] not in present)]
            await send(message)

        await self.app(scope, receive, shown)
