"""Request bodies: JSON objects decoded once and strictly; `Accept` headers; and a shortcut for commands.

The shortcut leads from an address to the handler of a command, and skips what Litestar would work out for each request.
"""

import json
import re
from collections.abc import Generator
from functools import lru_cache
from typing import Any, ClassVar, TypeVar, cast

import msgspec
from litestar.connection import ASGIConnection
from litestar.dto import AbstractDTO, DTOFieldDefinition
from litestar.handlers import BaseRouteHandler
from litestar.openapi.spec import Reference, Schema
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from litestar.typing import FieldDefinition

from chronik.service.web.headers import header
from chronik.service.web.problems.kinds import MALFORMED, NOT_ACCEPTABLE, NOT_JSON
from chronik.service.web.problems.problem import CUT_SHORT, EMPTY, Problem, decoding_problem
from chronik.service.web.request import HTTPRequest

DEPTH = 16
TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
BODY_TYPE = re.compile(r'application/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?', re.IGNORECASE)

Body = TypeVar("Body")


class RepeatedKey(ValueError):
    """The error if an object has the same field twice."""


def reject_repeated_keys(pairs: list[tuple[str, object]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise RepeatedKey


WEIGHT = re.compile(r"q\s*=\s*([01](?:\.\d*)?)")
"""The weight of a media range in an `Accept` header."""

REPEATS = json.JSONDecoder(object_pairs_hook=reject_repeated_keys, parse_int=len, parse_float=len)
"""Decodes valid JSON only to find repeated fields: msgspec would silently take the last one."""

STRINGS = re.compile(rb'"([^"]*)"(\s*:)?')
"""Matches the strings of valid JSON without escapes; the second group marks names of fields."""

WHOLE = json.JSONDecoder(parse_int=len, parse_float=len)
"""Decodes valid JSON only to find half surrogate pairs, which msgspec does not check in fields that it keeps raw."""


def may_repeat(body: bytes) -> bool:
    """Returns whether an object may have a field twice; False is certain."""
    if b"\\" in body:
        return True
    names = [name for name, colon in STRINGS.findall(body) if colon]
    return len(set(names)) < len(names)


def depth(body: bytes) -> int:
    """Returns how deeply objects and arrays are nested."""
    deepest = level = 0
    for token in TOKENS.finditer(body):
        if token[0] in b"{[":
            level += 1
            deepest = max(deepest, level)
        elif token[0] in b"}]":
            level -= 1
    return deepest


def decode_body(decoder: msgspec.json.Decoder[Body], body: bytes) -> Body:
    """Returns the decoded body, or raises the problem that names the error and its place."""
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
        raise decoding_problem(error) from None
    return value


class StrictJSON(AbstractDTO[Any]):
    """A DTO that decodes a body once and strictly with msgspec: `@post(path, dto=StrictJSON, return_dto=None)`."""

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
        if not BODY_TYPE.fullmatch(header(self.connection.scope, b"content-type") or ""):
            raise Problem(NOT_JSON)
        return decode_body(decoder_of(self.connection.route_handler), value)

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
    """Returns the decoder for a handler's bodies; cached because Litestar computes a handler's id on each access."""
    return StrictJSON.decoders[handler.handler_id]


def check_accept(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Raises a problem if the caller accepts none of the route's media types.

    A route that does not answer with JSON declares so: `@get(path, opt={"offers": ("application/x-ndjson",)})`.
    """
    accept = header(connection.scope, b"accept")
    offers = handler.opt.get("offers", ("application/json",))
    if accept and offers and not any(accepts(accept, offer) for offer in offers):
        raise Problem(NOT_ACCEPTABLE, offers=list(offers))


def choose_media_type(connection: ASGIConnection[Any, Any, Any, Any], *offers: str) -> str:
    """Returns the first of these media types that the caller accepts, or the first of all if none is accepted."""
    accept = header(connection.scope, b"accept") or "*/*"
    return next((offer for offer in offers if accepts(accept, offer)), offers[0])


def accepts(accept: str, offer: str) -> bool:
    """Returns whether an `Accept` header allows a media type; the most specific range decides."""
    return quality(accept, offer) > 0


def quality(accept: str, offer: str, *, wildcards: bool = True) -> float:
    """Returns the weight of a media type in an `Accept` header, from 0 to 1; the most specific range decides.

    Without `wildcards`, only the media type itself counts.
    """
    shapes = ("*/*", offer.partition("/")[0] + "/*", offer) if wildcards else (offer,)
    best, liking = -1, 0.0
    for part in accept.lower().split(","):
        media, *parameters = (piece.strip() for piece in part.split(";"))
        for specific, shape in enumerate(shapes):
            if media == shape and specific >= best:
                weights = [found for one in parameters if (found := WEIGHT.fullmatch(one))]
                best, liking = specific, float(weights[0][1]) if weights else 1.0
    return liking


class Shortcut:
    """Middleware for routes that take a request, a match and a body: it calls the handler, which returns the response.

    The same handler declares its parameters to Litestar, which calls it whenever there is a query.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = cast("HTTPScope", scope)
        if scope["query_string"]:
            await self.app(scope, receive, send)
            return
        request = HTTPRequest(scope, receive, send)
        handler = request.route_handler
        check_accept(request, handler)
        body = await read_body(receive)
        if not body:
            raise Problem(MALFORMED, EMPTY, at="$")
        data = StrictJSON(request).decode_bytes(body)
        answer: ASGIApp = await handler.fn(request=request, match=scope["path_params"]["match"], data=data)
        await answer(scope, receive, send)


async def read_body(receive: Receive) -> bytes:
    """Returns the body of a request; the guard has limited its length already."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Problem(MALFORMED, CUT_SHORT)
        parts.append(message["body"])
        if not message.get("more_body"):
            return b"".join(parts)
