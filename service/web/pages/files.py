"""The files of the pages, served in front of the application, because a page needs many at once.

Any path that is not exactly one of these files goes to the application.
"""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from chronik.service.web.compression import Compressed, accepts, reads_gzip
from chronik.service.web.headers import NO_SNIFFING, header
from chronik.service.web.pages.pages import FOR_GOOD, Viewer, media_of

Answer = tuple[list[tuple[bytes, bytes]], bytes]
"""Headers and body. The headers are few, because they weigh as much as a small script."""
Answers = tuple[Answer, Answer | None, Answer | None]
"""A file plain, by gzip and by Brotli."""


class Files:
    """Middleware that sends each file as it was compressed for its first caller; it counts and logs none of that."""

    def __init__(self, app: ASGIApp, viewer: Viewer) -> None:
        self.app = app
        self._viewer = viewer
        self._paths = {f"/viewer/{viewer.digest}/{path}": path for path in viewer.files}
        self._answers: dict[str, Answers] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != ScopeType.HTTP
            or scope["method"] not in ("GET", "HEAD")
            or scope["path"] not in self._paths
        ):
            await self.app(scope, receive, send)
            return
        asked = scope["path"]
        if asked not in self._answers:
            path = self._paths[asked]
            self._answers[asked] = _answers(self._viewer.pack(path), media_of(path))
        plain, small, brotli = self._answers[asked]
        accepted = header(scope, b"accept-encoding") or ""
        headers, body = small if small and reads_gzip(accepted) else plain
        if brotli and accepts(accepted, "br"):
            headers, body = brotli
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send(
            {"type": "http.response.body", "body": body if scope["method"] == "GET" else b"", "more_body": False}
        )


def _answers(content: Compressed, media: str) -> Answers:
    small = _answer(content.small, media, (b"content-encoding", b"gzip")) if content.small else None
    brotli = _answer(content.brotli, media, (b"content-encoding", b"br")) if content.brotli else None
    return _answer(content.plain, media), small, brotli


def _answer(body: bytes, media: str, *more: tuple[bytes, bytes]) -> Answer:
    headers = [
        (b"content-type", media.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", FOR_GOOD.encode()),
        (b"vary", b"accept-encoding"),
        NO_SNIFFING,
    ]
    return [*headers, *more], body
