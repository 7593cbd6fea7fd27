"""What the service says of itself: the OpenAPI document, the same as a page, and where a word stands in the pages."""

import asyncio
import hashlib
from functools import lru_cache
from threading import Lock
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.params import QueryParameter

from service.http.compression import Packed, packed, sent
from service.http.entity_tags import is_tagged
from service.http.media import HTML, JSON
from service.http.router import Router
from service.openapi.contract import promises
from service.openapi.docs_frame import PAGES, POLICY
from service.openapi.docs_page import page
from service.openapi.document import described, written_out
from service.pages.books import all_books
from service.pages.docs_search import Passage, passages, results
from service.settings import Settings

Wanted = Annotated[str, QueryParameter(name="q", description="Words that stand together somewhere.", max_length=100)]


def documents(settings: Settings, codes: Any) -> Router:
    """The addresses of this file, at the root; the page tells what all `codes` mean, too."""

    making = Lock()

    @lru_cache(maxsize=1)
    def made(app: Litestar) -> tuple[Packed, Packed]:
        told = described(app, settings)
        return packed(written_out(told)), packed(page(told, msgspec.to_builtins(codes)))

    def written(app: Litestar) -> tuple[Packed, Packed]:
        """Both forms, made once, in a thread: that takes half a second, in which others want to play."""
        with making:
            return made(app)

    @get(
        "/openapi.json",
        operation_id="openapi",
        opt=promises(answers=(dict[str, Any],), reads=("If-None-Match",), gives=("ETag",)),
    )
    async def openapi(request: Request[None, None, State]) -> Response[bytes]:
        """This document."""
        return tagged(request, (await asyncio.to_thread(written, request.app))[0], JSON)

    @get(
        "/docs",
        operation_id="docs",
        opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
    )
    async def docs(request: Request[None, None, State]) -> Response[bytes]:
        """This document as one page to read; it needs no other address and no script."""
        return readable(request, (await asyncio.to_thread(written, request.app))[1])

    @lru_cache(maxsize=1)
    def told(app: Litestar) -> tuple[Passage, ...]:
        pages = {"/docs": written(app)[1].plain, **all_books()}
        return tuple(one for address in PAGES for one in passages(address, pages[address]))

    @get(
        "/docs/search",
        operation_id="search_docs",
        opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
    )
    async def search(request: Request[None, None, State], q: Wanted = "") -> Response[bytes]:
        """Where some words stand in the pages of `/docs`, as a page."""
        return readable(request, packed(results(await asyncio.to_thread(told, request.app), q)))

    return Router("/", route_handlers=[openapi, docs, search], tags=["operations"])


def readable(request: Request[Any, Any, State], content: Packed) -> Response[bytes]:
    """A page that may show itself and nothing else."""
    answer = tagged(request, content, HTML)
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def tagged(request: Request[Any, Any, State], content: Packed, media: str) -> Response[bytes]:
    """Content whose entity tag is its hash, or that it has not changed."""
    tag = f'"{hashlib.sha256(content.plain).hexdigest()[:32]}"'
    if is_tagged(request, tag):
        return Response(b"", status_code=304, headers={"ETag": tag})
    return sent(request, content, media, {"ETag": tag})
