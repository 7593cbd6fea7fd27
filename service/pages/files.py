"""The files of the pages, answered ahead of the application: a page needs many at once, and they need nobody.

What is not exactly one of them goes on to the application, which knows what to say.
"""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.compression import reads_gzip
from service.http.guards import NO_SNIFFING, header
from service.pages.pages import FOR_GOOD, Viewer, media_of

Answer = tuple[list[tuple[bytes, bytes]], bytes]
"""Headers and body. The headers are few: they weigh as much as the lines of a small script."""


class Files:
    """Sends each file as it was packed at the start. These answers are neither counted nor written to the log."""

    def __init__(self, app: ASGIApp, viewer: Viewer) -> None:
        self.app = app
        self.small: dict[str, Answer] = {}
        self.plain: dict[str, Answer] = {}
        for path, content in viewer.packed.items():
            address, media = f"/viewer/{viewer.digest}/{path}", media_of(path)
            self.plain[address] = self.small[address] = _answer(content.plain, media)
            if content.small is not None:
                self.small[address] = _answer(content.small, media, (b"content-encoding", b"gzip"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] not in ("GET", "HEAD") or scope["path"] not in self.plain:
            await self.app(scope, receive, send)
            return
        small = reads_gzip(header(scope, b"accept-encoding") or "")
        headers, body = (self.small if small else self.plain)[scope["path"]]
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
