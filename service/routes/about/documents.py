"""What the service says about itself: the OpenAPI document, the same as a page, the books and the schemas."""

import hashlib
import json
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.datastructures import State
from litestar.params import PathParameter

from domain.games import CURRENT
from service.http.compression import Packed, packed, sent
from service.http.entity_tags import is_tagged
from service.http.media import HTML, JSON, SCHEMA
from service.openapi.contract import promises
from service.openapi.docs_page import POLICY, page
from service.openapi.document import described, written_out
from service.openapi.stored import stored_schemas
from service.pages.books import book, changes_book, format_book
from service.problems.kinds import NOT_FOUND
from service.problems.problem import Problem
from service.routes.about.games import GameName
from service.settings import Settings

SchemaName = Annotated[str, PathParameter(description="The name of the schema.", max_length=40)]


def documents(settings: Settings, codes: Any) -> Router:
    """The addresses of this file, at the root; the page tells what all `codes` mean, too."""

    @lru_cache(maxsize=1)
    def written(app: Litestar) -> tuple[Packed, Packed]:
        told = described(app, settings)
        return packed(written_out(told)), packed(page(told, msgspec.to_builtins(codes)))

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
        return readable(request, written(request.app)[1])

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
        return readable(request, bound(game))

    @get(
        "/docs/format",
        operation_id="format_book",
        sync_to_thread=False,
        opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
    )
    def format_of_proofs(request: Request[None, None, State]) -> Response[bytes]:
        """How exported matches and tournaments are written, byte by byte, for whoever verifies them."""
        return readable(request, bound_format())

    @get(
        "/docs/changes",
        operation_id="changes",
        sync_to_thread=False,
        opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
    )
    def changes(request: Request[None, None, State]) -> Response[bytes]:
        """What has changed of this interface, what may change, and how that is announced."""
        return readable(request, bound_changes())

    @get(
        "/docs/format/{name:str}",
        operation_id="stored_schema",
        sync_to_thread=False,
        opt=promises(
            answers=(dict[str, Any],),
            media=(SCHEMA,),
            reads=("If-None-Match",),
            gives=("ETag",),
            problems=(NOT_FOUND,),
        ),
    )
    def stored_schema(request: Request[None, None, State], name: SchemaName) -> Response[bytes]:
        """The JSON Schema (2020-12) of something that is stored or exported; `/docs/format` lists them.

        Its address never changes, nor does what it describes.
        """
        if name not in stored_schemas():
            raise Problem(NOT_FOUND)
        return tagged(request, written_schema(name), SCHEMA)

    books = [rule_book, format_of_proofs, changes, stored_schema]
    return Router("/", route_handlers=[openapi, docs, *books], tags=["operations"])


@lru_cache(maxsize=8)
def bound(game: str) -> Packed:
    """A rule book, packed."""
    return packed(book(game))


@lru_cache(maxsize=1)
def bound_format() -> Packed:
    """The book of the format, packed."""
    return packed(format_book())


@lru_cache(maxsize=1)
def bound_changes() -> Packed:
    """The changes of the interface, packed."""
    return packed(changes_book())


@lru_cache(maxsize=16)
def written_schema(name: str) -> Packed:
    """One of the schemas, packed."""
    return packed(json.dumps(stored_schemas()[name], indent=1, ensure_ascii=False).encode() + b"\n")


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
