"""The books of the service: a bot in ten minutes, the rules, the formats with their schemas, the changes."""

import json
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Response, Router, get
from litestar.datastructures import State
from litestar.params import PathParameter

from domain.games import CURRENT
from service.http.compression import Packed, packed
from service.http.media import HTML, SCHEMA
from service.openapi.contract import promises
from service.openapi.stored import stored_schemas
from service.pages.books import book, bot_book, changes_book, format_book, tournament_book
from service.problems.kinds import NOT_FOUND
from service.problems.problem import Problem
from service.routes.about.documents import readable, tagged
from service.routes.about.games import GameName

SchemaName = Annotated[str, PathParameter(description="The name of the schema.", max_length=40)]


@get(
    "/docs/bot",
    operation_id="bot_book",
    sync_to_thread=False,
    opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
)
def bot_page(request: Request[None, None, State]) -> Response[bytes]:
    """How a bot is written that plays here, step by step, as a page."""
    return readable(request, bound_bot())


@get(
    "/docs/tournament",
    operation_id="tournament_book",
    sync_to_thread=False,
    opt=promises(media=(HTML,), reads=("If-None-Match",), gives=("ETag",)),
)
def tournament_page(request: Request[None, None, State]) -> Response[bytes]:
    """How a tournament is held here, from its first entrant to counting again, as a page."""
    return readable(request, bound_tournament())


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


book_routes = Router(
    "/",
    route_handlers=[bot_page, tournament_page, rule_book, format_of_proofs, changes, stored_schema],
    tags=["operations"],
)


@lru_cache(maxsize=8)
def bound(game: str) -> Packed:
    """A rule book, packed."""
    return packed(book(game))


@lru_cache(maxsize=1)
def bound_bot() -> Packed:
    """How a bot is written, packed."""
    return packed(bot_book())


@lru_cache(maxsize=1)
def bound_tournament() -> Packed:
    """How a tournament is held, packed."""
    return packed(tournament_book())


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
