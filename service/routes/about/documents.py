"""What the service says about itself: the OpenAPI document, and the same as a page."""

import hashlib
from functools import lru_cache
from typing import Any

from litestar import Litestar, Request, Response, Router, get
from litestar.datastructures import State

from domain.games import CURRENT
from service.http.compression import Packed, packed, sent
from service.http.media import HTML, JSON
from service.http.requests import is_tagged
from service.openapi.contract import promises
from service.openapi.docs_page import POLICY, page
from service.openapi.document import described, document
from service.pages.books import book
from service.problems.kinds import NOT_FOUND
from service.problems.problem import Problem
from service.routes.about.games import GameName
from service.settings import Settings


def documents(settings: Settings) -> Router:
    """The addresses of this file, at the root."""

    @lru_cache(maxsize=1)
    def written(app: Litestar) -> tuple[Packed, Packed]:
        return packed(document(app, settings)), packed(page(described(app, settings)))

    @get(
        "/openapi.json",
        operation_id="openapi",
        sync_to_thread=False,
        opt=promises(answers=(dict[str, Any],), reads=("If-None-Match",), gives=("ETag",)),
    )
    def openapi(request: Request[None, None, State]) -> Response[bytes]:
        """This document."""
        return tagged(request, written(request.app)[0], JSON)

    @get(
        "/docs",
        operation_id="docs",
        sync_to_thread=False,
        opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
    )
    def docs(request: Request[None, None, State]) -> Response[bytes]:
        """This document as one page to read; it needs no other address and no script."""
        answer = tagged(request, written(request.app)[1], HTML)
        answer.headers["Content-Security-Policy"] = POLICY
        return answer

    @get(
        "/docs/rules/{game:str}",
        operation_id="rule_book",
        sync_to_thread=False,
        opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",), problems=(NOT_FOUND,)),
    )
    def rule_book(request: Request[None, None, State], game: GameName) -> Response[bytes]:
        """The rule book of a game as a page; the `rule` of a refusal is an anchor in it."""
        if game not in CURRENT:
            raise Problem(NOT_FOUND)
        answer = tagged(request, bound(game), HTML)
        answer.headers["Content-Security-Policy"] = POLICY
        return answer

    return Router("/", route_handlers=[openapi, docs, rule_book], tags=["operations"])


@lru_cache(maxsize=8)
def bound(game: str) -> Packed:
    """A rule book, packed."""
    return packed(book(game))


def tagged(request: Request[Any, Any, State], content: Packed, media: str) -> Response[bytes]:
    """Content whose entity tag is its hash, or that it has not changed."""
    tag = f'"{hashlib.sha256(content.plain).hexdigest()[:32]}"'
    if is_tagged(request, tag):
        return Response(b"", status_code=304, headers={"ETag": tag})
    return sent(request, content, media, {"ETag": tag})
