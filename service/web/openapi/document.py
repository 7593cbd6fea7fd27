"""The OpenAPI document: every operation as its route declares it, every schema as msgspec enforces it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from types import NoneType
from typing import Annotated, Any, cast, get_args, get_origin

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg, PathParameter, QueryParameter
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition
from msgspec import Meta, Struct

from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.domain.engine.match.takeback import MAX_UNDOS
from chronik.domain.engine.sealing import MAX_REPLACED
from chronik.service.identity.auth import Scope
from chronik.service.running.settings import Settings
from chronik.service.sql.paging import MOST_MATCHES
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import OF_A_BODY, OF_ANY, Contract, StreamEvent, Token
from chronik.service.web.openapi.instances import show_instances
from chronik.service.web.openapi.schemas import Schemas
from chronik.service.web.problems.document import ProblemDocument
from chronik.service.web.problems.kinds import READ_ONLY, Kind
from chronik.service.web.problems.problem import MEDIA_TYPE
from chronik.service.web.query_parameters import parameters

Json = dict[str, Any]

METHODS = ("GET", "POST", "PUT", "DELETE")
TAGS = {
    "players": "Players and their tokens.",
    "games": "The rule systems, their options and components.",
    "matches": "Matches of any game: open, list, take a seat, undo, audit.",
    "tournaments": "Tournaments: register, pair, report results, make rulings, compute standings, export.",
    "decks": "Card lists of players: checked and stored.",
    "pages": "For people with a browser: the lobby, the table, the replay.",
    "operations": "For operators, and documentation.",
}
TYPED_TAG = "The parts of a match whose types depend on the game: views, options, commands, replay, feed."
READS = {
    "Idempotency-Key": (
        "A key of your choice for this request: 1 to 200 visible ASCII characters. If you send it again with the same "
        "body, the request counts once and gets the first answer; with a different body it is refused.",
        {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[ -~]+$"},
    ),
    "If-Match": (
        "The version that you have seen, as an entity tag; 412 if the match has changed since. `*` allows any version.",
        {"type": "string", "pattern": r'^(\*|(W/)?"[0-9]{1,6}")$'},
    ),
    "If-None-Match": (
        "The entity tag that you have; 304 without a body if nothing has changed. Other values are ignored.",
        {"type": "string"},
    ),
    "Last-Event-ID": (
        "The id of the last event that you received. Other values are ignored.",
        {"type": "string"},
    ),
}
STREAM = (
    "While nothing happens, a line that begins with `:` is sent every 15 seconds (`heartbeat_seconds` in `x-limits`). "
    "If you receive nothing for a minute, or four times that interval, assume that the connection is dead and "
    "reconnect with `Last-Event-ID`."
)
"""The description of every stream of events."""
GIVES = {
    "ETag": ("The version of the answer, as an entity tag; a hash if it has no versions.", {"type": "string"}),
    "Location": ("The address of the new object.", {"type": "string", "format": "uri-reference"}),
    "Link": ('The next page, `rel="next"`, if there is one.', {"type": "string"}),
    "Cache-Control": ("How long it may be cached.", {"type": "string"}),
    "Content-Disposition": ("The name to save the file under.", {"type": "string"}),
    "Retry-After": ("The seconds to wait.", {"type": "string", "pattern": "^[0-9]+$"}),
    "WWW-Authenticate": ("How to authenticate.", {"type": "string"}),
    "Allow": ("The methods that this address supports.", {"type": "string"}),
}
OF_STATUS = {401: ("WWW-Authenticate",), 405: ("Allow",), 429: ("Retry-After",), 503: ("Retry-After",)}
SUCCESS = {200: "Done.", 201: "Created.", 202: "Accepted; ask again later.", 204: "Done, no content.", 307: "Redirect."}


class Operation(Struct, frozen=True):
    """One method of one path."""

    path: str
    method: str
    handler: HTTPRouteHandler
    contract: Contract

    @property
    def tag(self) -> str:
        return str(next(iter(self.handler.resolve_tags()), "operations"))

    @property
    def body(self) -> Any:
        field = self.handler.parsed_fn_signature.parameters.get("data")
        return None if field is None else self.contract.body or field.annotation

    @property
    def answers(self) -> tuple[Any, ...]:
        if self.contract.answers:
            return self.contract.answers
        given = self.handler.parsed_return_field.annotation
        if get_origin(given) is Response:
            given = get_args(given)[0]
        return () if given in (None, NoneType, bytes) else (given,)

    def types(self) -> Iterator[Any]:
        """Yields the types of all its answers."""
        yield from (*self.answers, *self.contract.lines, *self.contract.holds)
        yield from (event.data for event in self.contract.events)

    def kinds(self) -> tuple[Kind, ...]:
        """Returns every kind of problem that it can answer with."""
        common = OF_ANY if self.contract.guarded else ()
        full = (READ_ONLY,) if self.method not in ("get", "head") and self.contract.needs_space else ()
        return (*common, *(OF_A_BODY if self.body is not None else ()), *self.contract.problems, *full)


def operations(app: Litestar) -> tuple[Operation, ...]:
    """Returns every operation of an application that has a contract, in the order of the document."""
    found: list[Operation] = []
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                contract = handler.opt.get("contract")
                methods = sorted(set(map(str, handler.http_methods)) & set(METHODS))
                if contract is not None:
                    found += [Operation(route.path_format, method, handler, contract) for method in methods]
    return tuple(sorted(found, key=lambda one: (one.path, METHODS.index(one.method))))


def encode_document(document: Json) -> bytes:
    """Encodes a document as the bytes that are served."""
    return json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"


def build_document(app: Litestar, settings: Settings) -> Json:
    """Builds the document as a tree of JSON values."""
    all_of_it = operations(app)
    games = sorted({one.tag for one in all_of_it} - set(TAGS))
    bodies = [one.body for one in all_of_it if one.body is not None]
    schemas = Schemas(bodies, [ProblemDocument, *(kind for one in all_of_it for kind in one.types())], games)
    paths: Json = {}
    for one in all_of_it:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schemas)
    show_instances(paths, examples().get("problems", {}).values(), schemas.components)
    return {
        "openapi": "3.1.0",
        "info": _info(settings),
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": TAGS.get(name, TYPED_TAG)} for name in (*TAGS, *games)],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A personal token, `chronik_…`, from `POST /api/v1/players`. Its scopes are "
                    f"some of {', '.join(f'`{scope.value}`' for scope in Scope)}.",
                }
            },
            "schemas": schemas.components,
            "examples": {kind: {"value": value} for kind, value in examples().get("problems", {}).items()},
        },
    }


def _info(settings: Settings) -> Json:
    limits = {
        "requests_per_second_and_account": settings.rate_account,
        "requests_at_once_and_account": settings.burst_account,
        "requests_per_second_and_address": settings.rate_address,
        "requests_at_once_and_address": settings.burst_address,
        "streams_per_account": settings.streams_account,
        "streams_per_address": settings.streams_address,
        "body_bytes": settings.body_bytes,
        "body_seconds": settings.body_seconds,
        "heartbeat_seconds": settings.heartbeat_seconds,
        "spectator_delay_entries": 0,
        "undos_per_seat_and_match": MAX_UNDOS,
        "replacements_per_sealed_choice": MAX_REPLACED,
        "page_limit": MOST_MATCHES,
        "entries_per_match": MAX_ENTRIES,
    }
    return {
        "title": "Chronik",
        "version": version("chronik"),
        "summary": "A game service that never forgets.",
        "description": files("chronik.service.web.openapi").joinpath("introduction.md").read_text("utf-8").strip(),
        "license": {"name": "MIT", "identifier": "MIT"},
        "x-limits": limits,
    }


def _operation(one: Operation, schemas: Schemas) -> Json:
    handler, contract = one.handler, one.contract
    says = inspect.cleandoc(handler.fn.__doc__ or "")
    summary, _, rest = says.partition("\n\n")
    first, stop, more = " ".join(summary.split()).partition(". ")
    operation: Json = {
        "operationId": handler.operation_id,
        "tags": [one.tag],
        "summary": first.rstrip("."),
    }
    streamed = STREAM if contract.events else ""
    weighs = f"Counts as {contract.weight} requests towards the limits." if contract.weight > 1 else ""
    parts = (more if stop else "", rest, streamed, weighs)
    if text := "\n\n".join(part for part in parts if part):
        operation["description"] = text
    asked = ({"name": name, "in": "query", "description": says} for name, says in contract.asks)
    parameters = [
        *_parameters(one, schemas),
        *({**part, "required": False, "schema": {"type": "string"}} for part in asked),
        *(_header(name, contract) for name in contract.reads),
    ]
    if parameters:
        operation["parameters"] = parameters
    if one.body is not None:
        content = {"schema": schemas.of(one.body)}
        if body := examples().get(str(handler.operation_id), {}).get("body"):
            content["example"] = body
        forms = {media: {"schema": {"type": "string"}, "example": example} for media, example in contract.forms}
        operation["requestBody"] = {"required": True, "content": {JSON: content, **forms}}
    operation["responses"] = _responses(one, schemas)
    operation["security"] = {Token.NONE: [], Token.OPTIONAL: [{}, {"token": []}], Token.REQUIRED: [{"token": []}]}[
        contract.token
    ]
    return operation


def _parameters(one: Operation, schemas: Schemas) -> Iterator[Json]:
    for name, field in parameters(one.handler):
        kwarg = field.kwarg_definition
        if not isinstance(kwarg, PathParameter | QueryParameter):
            continue
        parameter: Json = {
            "name": kwarg.name or kwarg.query or name,
            "in": kwarg.param_type.value,
            "required": isinstance(kwarg, PathParameter),
            "schema": _parameter_schema(field, kwarg, schemas),
        }
        if kwarg.description:
            parameter["description"] = kwarg.description
        yield parameter


def _parameter_schema(field: FieldDefinition, kwarg: ParameterKwarg, schemas: Schemas) -> Json:
    bounds = {name: getattr(kwarg, name) for name in ("ge", "le", "min_length", "max_length", "pattern")}
    (kind,) = [one for one in get_args(field.annotation) if one is not NoneType] or [field.annotation]
    schema = schemas.inline(Annotated[kind, Meta(**{k: v for k, v in bounds.items() if v is not None})])
    if field.default is not None and isinstance(field.default, bool | int | str):
        schema = {**schema, "default": field.default}
    return {**schema, **(kwarg.schema_extra or {})}


def _header(name: str, contract: Contract) -> Json:
    says, schema = READS[name]
    text = f"{says} {contract.ids}" if name == "Last-Event-ID" else says
    return {"name": name, "in": "header", "required": False, "schema": schema, "description": text}


def _responses(one: Operation, schemas: Schemas) -> Json:
    contract, status = one.contract, one.handler.status_code
    answer: Json = {"description": SUCCESS[status]}
    if contract.gives:
        answer["headers"] = {name: _response_header(name) for name in contract.gives}
    if content := _content(one, schemas):
        answer["content"] = content
    responses: Json = {str(status): answer}
    if contract.queued is not None:
        responses["202"] = {
            "description": SUCCESS[202],
            "headers": {"Retry-After": _response_header("Retry-After")},
            "content": {JSON: {"schema": schemas.any_of((contract.queued,))}},
        }
    if "If-None-Match" in contract.reads:
        responses["304"] = {
            "description": "The content has not changed.",
            "headers": {"ETag": _response_header("ETag")},
        }
    for code, kinds in _by_status(one.kinds()).items():
        responses[str(code)] = _problem(code, kinds)
    return responses


def _content(one: Operation, schemas: Schemas) -> Json:
    content: Json = {}
    if one.handler.status_code in (204, 307):
        return content
    for media in one.contract.media:
        if one.answers and (media == JSON or media.endswith("+json")):
            content[media] = {"schema": schemas.any_of(one.answers)}
            if (example := examples().get(str(one.handler.operation_id), {}).get("answer")) is not None:
                content[media]["example"] = example
        elif one.contract.lines or one.contract.events:
            content[media] = {"schema": {"type": "string"}, "x-item-schema": _item(one.contract, schemas)}
            if (example := examples().get(str(one.handler.operation_id), {}).get("lines")) is not None:
                content[media]["example"] = example
        elif media.startswith("text/"):
            content[media] = {"schema": {"type": "string"}}
            if (example := examples().get(str(one.handler.operation_id), {}).get("lines")) is not None:
                content[media]["example"] = example
        else:
            content[media] = {"schema": {"type": "string", "format": "binary"}}
    return content


def _item(contract: Contract, schemas: Schemas) -> Json:
    """Returns the schema of a stream's items, in the form of OpenAPI 3.2's `itemSchema`: a line, or an event."""
    if contract.lines:
        return schemas.any_of(contract.lines)
    return {"oneOf": [_event(event, schemas) for event in contract.events]}


def _event(event: StreamEvent, schemas: Schemas) -> Json:
    data: Json = {"type": "string", "contentMediaType": JSON, "contentSchema": schemas.of(event.data)}
    number: Json = {
        "type": "string",
        "pattern": "^[0-9]+$",
        "description": "The value for `Last-Event-ID`, whose description says what it is.",
    }
    return {
        "type": "object",
        "description": event.says,
        "properties": {"event": {"type": "string", "const": event.name}, "id": number, "data": data},
        "required": ["event", "id", "data"],
    }


def _by_status(kinds: Iterable[Kind]) -> Mapping[int, tuple[Kind, ...]]:
    found: dict[int, tuple[Kind, ...]] = {}
    for kind in sorted({kind.name: kind for kind in kinds}.values(), key=lambda kind: (kind.status, kind.name)):
        found[kind.status] = (*found.get(kind.status, ()), kind)
    return found


def _problem(status: int, kinds: tuple[Kind, ...]) -> Json:
    content: Json = {"schema": {"$ref": "#/components/schemas/Problem"}}
    if met := [kind.name for kind in kinds if kind.name in examples().get("problems", {})]:
        content["examples"] = {name: {"$ref": f"#/components/examples/{name}"} for name in met}
    described: Json = {
        "description": " / ".join(f"`{kind.name}`: {kind.title}" for kind in kinds),
        "content": {MEDIA_TYPE: content},
    }
    if names := OF_STATUS.get(status):
        described["headers"] = {name: _response_header(name) for name in names}
    return described


def _response_header(name: str) -> Json:
    says, schema = GIVES[name]
    return {"description": says, "schema": schema}


@lru_cache(maxsize=1)
def examples() -> Mapping[str, Json]:
    """Returns bodies and answers by operation, recorded from a match that the tests play."""
    found = files("chronik.service.web.openapi").joinpath("examples.json")
    return cast("Mapping[str, Json]", msgspec.json.decode(found.read_bytes())) if found.is_file() else {}
