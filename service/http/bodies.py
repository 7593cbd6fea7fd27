"""Request bodies: JSON objects, decoded once and strictly; and what the caller is ready to read."""

import json
import re
from collections.abc import Generator
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

import msgspec
from litestar.connection import ASGIConnection
from litestar.dto import AbstractDTO, DTOFieldDefinition
from litestar.handlers import BaseRouteHandler
from litestar.openapi.spec import Reference, Schema
from litestar.typing import FieldDefinition

from service.problems.kinds import MALFORMED, NOT_ACCEPTABLE, NOT_JSON
from service.problems.problem import EMPTY, Problem, malformed

DEPTH = 16
TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
BODY_TYPE = re.compile(r'application/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?', re.IGNORECASE)

Body = TypeVar("Body")


class RepeatedKey(ValueError):
    """An object that names the same field twice."""


def once(pairs: list[tuple[str, object]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise RepeatedKey


REPEATS = json.JSONDecoder(object_pairs_hook=once, parse_int=len, parse_float=len)
"""Reads valid JSON only to see whether a field stands twice: msgspec would silently take the last one."""

STRINGS = re.compile(rb'"([^"]*)"(\s*:)?')
"""The strings of valid JSON without escapes, and whether each is the name of a field."""

WHOLE = json.JSONDecoder(parse_int=len, parse_float=len)
"""Reads valid JSON only to see whether an escape is half a character: in what stays raw, msgspec does not look."""


def may_repeat(body: bytes) -> bool:
    """Whether a field may stand twice in one object; if not, no name of a field stands twice anywhere."""
    if b"\\" in body:
        return True
    names = [name for name, colon in STRINGS.findall(body) if colon]
    return len(set(names)) < len(names)


def depth(body: bytes) -> int:
    """How deeply objects and arrays are nested."""
    deepest = level = 0
    for token in TOKENS.finditer(body):
        if token[0] in b"{[":
            level += 1
            deepest = max(deepest, level)
        elif token[0] in b"}]":
            level -= 1
    return deepest


def decoded(decoder: msgspec.json.Decoder[Body], body: bytes) -> Body:
    """The value in a body, or the problem that names what is wrong and where."""
    if not body.strip():
        raise Problem(MALFORMED, EMPTY, at="$")
    if body.count(b"{") + body.count(b"[") > DEPTH and depth(body) > DEPTH:
        raise Problem(MALFORMED, f"The body is nested more than {DEPTH} deep.")
    try:
        value = decoder.decode(body)
        text = body.decode()
        if may_repeat(body):
            REPEATS.decode(text)
        if "\\u" in text:
            json.dumps(WHOLE.decode(text), ensure_ascii=False).encode()
    except RepeatedKey:
        raise Problem(MALFORMED, "An object names the same field twice.") from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error) from None
    return value


class StrictJSON(AbstractDTO[Any]):
    """A request body decoded once, strictly, by msgspec: `@post(path, dto=StrictJSON, return_dto=None)`."""

    decoders: ClassVar[dict[str, msgspec.json.Decoder[Any]]] = {}

    def __init__(self, asgi_connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        # Litestar leaves a type argument of its connections open.
        super().__init__(asgi_connection)  # pyright: ignore[reportUnknownMemberType]
        self.connection = asgi_connection

    @classmethod
    def create_for_field_definition(
        cls, field_definition: FieldDefinition, handler_id: str, backend_cls: type[Any] | None = None
    ) -> None:
        cls.decoders[handler_id] = msgspec.json.Decoder(field_definition.annotation)

    def decode_bytes(self, value: bytes) -> Any:
        if not BODY_TYPE.fullmatch(self.connection.headers.get("content-type", "")):
            raise Problem(NOT_JSON)
        return decoded(decoder_of(self.connection.route_handler), value)

    @classmethod
    def create_openapi_schema(
        cls, field_definition: FieldDefinition, handler_id: str, schema_creator: Any
    ) -> Reference | Schema:
        schema: Reference | Schema = schema_creator.for_field_definition(field_definition)
        return schema

    @classmethod
    def generate_field_definitions(cls, model_type: type[Any]) -> Generator[DTOFieldDefinition, None, None]:
        yield from ()

    @classmethod
    def detect_nested_field(cls, field_definition: FieldDefinition) -> bool:
        return False


@lru_cache(maxsize=1_000)
def decoder_of(handler: BaseRouteHandler) -> msgspec.json.Decoder[Any]:
    """What decodes the bodies that a handler is sent; Litestar makes up its id each time it is asked."""
    return StrictJSON.decoders[handler.handler_id]


def acceptable(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuses a caller who rules out every form that the route offers.

    A route that answers other than JSON says so: `@get(path, opt={"offers": ("application/x-ndjson",)})`.
    """
    accept = connection.headers.get("accept")
    offers = handler.opt.get("offers", ("application/json",))
    if accept and offers and not any(accepts(accept, offer) for offer in offers):
        raise Problem(NOT_ACCEPTABLE, offers=list(offers))


def chosen(connection: ASGIConnection[Any, Any, Any, Any], *offers: str) -> str:
    """The first of several forms of the same that the caller lets through."""
    accept = connection.headers.get("accept") or "*/*"
    return next((offer for offer in offers if accepts(accept, offer)), offers[0])


def accepts(accept: str, offer: str) -> bool:
    """Whether an `Accept` header lets this media type through; the most specific range decides."""
    best, allowed = -1, False
    for part in accept.lower().split(","):
        media, *parameters = (piece.strip() for piece in part.split(";"))
        for specific, shape in enumerate(("*/*", offer.partition("/")[0] + "/*", offer)):
            if media == shape and specific >= best:
                best = specific
                allowed = not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", parameter) for parameter in parameters)
    return allowed
