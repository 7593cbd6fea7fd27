"""Cross-origin requests: pages of other origins may send any request, with a token that they were given.

There are no cookies, so a page can do no more for its visitor than it could do by itself. That is why every origin is
allowed, and browser credentials never are.
"""

from litestar.types import HTTPScope, Send

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
READ = ("Accept", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID")
"""Request headers that pages of other origins may send."""
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
"""Response headers that such pages may read, besides those that browsers always allow."""
SECONDS = 7200
"""Seconds for which a browser caches the answer to a preflight; no browser accepts more."""

ANY_ORIGIN = (b"access-control-allow-origin", b"*")
READABLE = (ANY_ORIGIN, (b"access-control-expose-headers", ", ".join(SHOWN).encode()))
PREFLIGHT = [
    ANY_ORIGIN,
    (b"access-control-allow-methods", ", ".join(METHODS).encode()),
    (b"access-control-allow-headers", ", ".join(READ).encode()),
    (b"access-control-max-age", str(SECONDS).encode()),
    (b"cache-control", b"no-store"),
]


def is_preflight(scope: HTTPScope) -> bool:
    """Returns whether a request is a browser's CORS preflight."""
    return any(name == b"access-control-request-method" for name, _ in scope["headers"])


async def answer_preflight(send: Send) -> None:
    """Answers a preflight: every request is allowed."""
    await send({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
