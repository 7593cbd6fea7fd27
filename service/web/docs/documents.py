"""The interface document, its HTML page, and the search over all pages of `/docs`."""

import asyncio
import hashlib
from threading import Lock
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.params import QueryParameter

from chronik.service.running.settings import Settings
from chronik.service.web.compression import Compressed, compress, compressed_response
from chronik.service.web.docs.books import all_books
from chronik.service.web.docs.search import Passage, passages, results
from chronik.service.web.headers import is_tagged
from chronik.service.web.media import HTML, JSON
from chronik.service.web.openapi.contract import promises
from chronik.service.web.openapi.docs_frame import POLICY
from chronik.service.web.openapi.docs_page import page
from chronik.service.web.openapi.document import build_document, encode_document
from chronik.service.web.router import Router

Wanted = Annotated[str, QueryParameter(name="q", description="Words to find in one passage.", max_length=100)]


BUILD_AFTER_SECONDS = 5.0
"""Seconds after the start at which the pages are built; by then, callers who waited for the service have connected."""


class Built(NamedTuple):
    """The built pages: the interface document, its HTML page, and the passages for the search."""

    document: Compressed
    page: Compressed
    passages: tuple[Passage, ...]


class Documents:
    """The interface document, its page and the search in `/docs`; the page also explains all `codes`."""

    def __init__(self, settings: Settings, codes: Any) -> None:
        self._settings = settings
        self._codes = codes
        self._building = Lock()
        self._built: Built | None = None

    def build(self, app: Litestar) -> Built:
        """Builds everything once. Call it in a thread, because it takes seconds."""
        with self._building:
            if self._built is None:
                content = build_document(app, self._settings)
                interface = page(content, msgspec.to_builtins(self._codes))
                pages = {"/docs": interface, **all_books()}
                index = tuple(passage for address, html in pages.items() for passage in passages(address, html))
                self._built = Built(compress(encode_document(content)), compress(interface), index)
            return self._built

    async def build_after_start(self, app: Litestar) -> None:
        """Builds everything soon after the start, so that the first reader does not wait for it."""
        await asyncio.sleep(BUILD_AFTER_SECONDS)
        await asyncio.to_thread(self.build, app)

    def router(self) -> Router:
        """Returns the routes of this file, at the root."""

        @get(
            "/openapi.json",
            operation_id="openapi",
            opt=promises(answers=(dict[str, Any],), reads=("If-None-Match",), gives=("ETag",)),
        )
        async def openapi(request: Request[None, None, State]) -> Response[bytes]:
            """Returns this document."""
            return tagged_response(request, (await asyncio.to_thread(self.build, request.app)).document, JSON)

        @get(
            "/docs",
            operation_id="docs",
            opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
        )
        async def docs(request: Request[None, None, State]) -> Response[bytes]:
            """Returns this document as one page, without scripts or external resources."""
            return readable(request, (await asyncio.to_thread(self.build, request.app)).page)

        @get(
            "/docs/search",
            operation_id="search_docs",
            opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
        )
        async def search(request: Request[None, None, State], q: Wanted = "") -> Response[bytes]:
            """Returns the passages of `/docs` that contain all given words, as a page."""
            return readable(request, compress(results((await asyncio.to_thread(self.build, request.app)).passages, q)))

        return Router("/", route_handlers=[openapi, docs, search], tags=["operations"])


def readable(request: Request[Any, Any, State], content: Compressed) -> Response[bytes]:
    """Returns a page with the content security policy of `/docs`."""
    answer = tagged_response(request, content, HTML)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def tagged_response(request: Request[Any, Any, State], content: Compressed, media: str) -> Response[bytes]:
    """Returns content with its hash as the entity tag, or 304 if the caller already has it."""
    tag = f'"{hashlib.sha256(content.plain).hexdigest()[:32]}"'
    if is_tagged(request, tag):
        return Response(b"", status_code=304, headers={"ETag": tag})
    return compressed_response(request, content, media, {"ETag": tag})
