"""The files of the pages, served in front of the application, because a page needs many at once.

Any path that is not exactly one of these files goes to the application.
"""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from chronik.service.web.compression import accepts, reads_gzip
from chronik.service.web.headers import NO_SNIFFING, header
from chronik.service.web.pages.pages import FOR_GOOD, Viewer, media_of

Answer = tuple[list[tuple[bytes, bytes]], bytes]
"""Headers and body. The headers are few, because they weigh as much as a small script."""


class Files:
    """Middleware that sends each file as it was compressed at the start; these answers are not counted or logged."""

    def __init__(self, app: ASGIApp, viewer: Viewer) -> None:
        self.app = app
        self.brotli: dict[str, Answer] = {}
        self.small: dict[str, Answer] = {}
        self.plain: dict[str, Answer] = {}
        for path, content in viewer.packed.items():
            address, media = f"/viewer/{viewer.digest}/{path}", media_of(path)
            self.plain[address] = self.small[address] = _answer(content.plain, media)
            if content.small is not None:
                self.small[address] = _answer(content.small, media, (b"content-encoding", b"gzip"))
            if content.brotli is not None:
                self.brotli[address] = _answer(content.brotli, media, (b"content-encoding", b"br"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] not in ("GET", "HEAD") or scope["path"] not in self.plain:
            await self.app(scope, receive, send)
            return
        accepted = header(scope, b"accept-encoding") or ""
        answers = self.small if reads_gzip(accepted) else self.plain
        if scope["path"] in self.brotli and accepts(accepted, "br"):
            answers = self.brotli
        headers, body = answers[scope["path"]]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send(
            {"type": "http.response.body", "body": body if scope["method"] == "GET" else b"", "more_body": False}
        )


def _answer(body: bytes, media: str, *more: tuple[bytes, bytes]) -> Answer:
    headers = [
        (b"content-type", media.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", FOR_GOOD.encode()),
        (b"vary", b"accept-encoding"),
        NO_SNIFFING,
    ]
    return [*headers, *more], body
