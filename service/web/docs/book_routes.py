"""Routes of the pages under `/docs`: the manual, the rule books, the formats with their schemas."""

import json
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import PathParameter

from chronik.service.web.compression import Compressed, compress
from chronik.service.web.docs.books import book, sources
from chronik.service.web.docs.documents import readable, tagged_response
from chronik.service.web.media import HTML, SCHEMA
from chronik.service.web.openapi.contract import promises
from chronik.service.web.openapi.stored import stored_schemas
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.problems.problem import Problem
from chronik.service.web.router import Router

SchemaName = Annotated[str, PathParameter(description="The name of the schema.", max_length=40)]
PageName = Annotated[str, PathParameter(description="The name of the page; `contents` lists all pages.", max_length=60)]
SectionName = Annotated[
    str, PathParameter(description="The section: `operate`, `how-to`, `decisions` or `rules`.", max_length=40)
]


@get(
    "/docs/{page:str}",
    operation_id="docs_page",
    sync_to_thread=False,
    opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",), problems=(NOT_FOUND,)),
)
def docs_page(request: Request[None, None, State], page: PageName) -> Response[bytes]:
    """Returns a page of the manual, such as `/docs/play` or `/docs/bots`."""
    return _readable_page(request, f"/docs/{page}")


@get(
    "/docs/{section:str}/{page:str}",
    operation_id="docs_section_page",
    sync_to_thread=False,
    opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",), problems=(NOT_FOUND,)),
)
def docs_section_page(request: Request[None, None, State], section: SectionName, page: PageName) -> Response[bytes]:
    """Returns a page of a section of the manual, or the rule book of a game.

    The `rule` of a refusal is an anchor in the rule book: `/docs/rules/cities_knights#R8.2`.
    """
    return _readable_page(request, f"/docs/{section}/{page}")


# Litestar does not look at `/docs/{page}` again once it has followed the path of `/docs/format/{name}`.
@get(
    "/docs/format",
    operation_id="format_book",
    sync_to_thread=False,
    opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
)
def format_page(request: Request[None, None, State]) -> Response[bytes]:
    """Returns the page that describes exported matches and tournaments, byte by byte, for authors of verifiers."""
    return _readable_page(request, "/docs/format")


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
    """Returns the JSON Schema (2020-12) of data that is stored or exported; `/docs/format` lists all schemas.

    Neither its address nor what it describes ever changes.
    """
    if name not in stored_schemas():
        raise Problem(NOT_FOUND)
    return tagged_response(request, _pack_schema(name), SCHEMA)


def books_router() -> Router:
    """Builds the router of this module, at the root."""
    handlers = [docs_page, docs_section_page, format_page, stored_schema]
    return Router("/", route_handlers=handlers, tags=["operations"])


def _readable_page(request: Request[None, None, State], address: str) -> Response[bytes]:
    if address not in sources():
        raise Problem(NOT_FOUND)
    return readable(request, _pack_page(address))


@lru_cache(maxsize=128)
def _pack_page(address: str) -> Compressed:
    return compress(book(address))


@lru_cache(maxsize=16)
def _pack_schema(name: str) -> Compressed:
    return compress(json.dumps(stored_schemas()[name], indent=1, ensure_ascii=False).encode() + b"\n")
