"""How anything that goes wrong becomes an answer: RFC 9457, never more than the caller may know."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.types import ExceptionHandlersMap, Scope, Send
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from structlog.typing import FilteringBoundLogger

from service.problems.kinds import (
    INTERNAL,
    MALFORMED,
    METHOD_NOT_ALLOWED,
    NOT_ACCEPTABLE,
    NOT_FOUND,
    NOT_JSON,
    NOT_READY,
    RATE_LIMITED,
    SCOPE_MISSING,
    TOO_LARGE,
    TOO_SLOW,
    UNAUTHENTICATED,
    Kind,
)

MEDIA_TYPE = "application/problem+json"
RESERVED = frozenset({"type", "title", "status", "code", "detail"})
BY_STATUS = {
    kind.status: kind
    for kind in (
        MALFORMED,
        UNAUTHENTICATED,
        SCOPE_MISSING,
        NOT_FOUND,
        METHOD_NOT_ALLOWED,
        NOT_ACCEPTABLE,
        TOO_SLOW,
        TOO_LARGE,
        NOT_JSON,
        RATE_LIMITED,
    )
}
EMPTY = "The body is empty; this address needs a JSON object."
PLACE = re.compile(r" - at `(\$(?:\.\w+|\[(?:\d+|\.\.\.)\])*)`$")
MISSING = re.compile(r"Missing required (\w+) parameter '([\w-]+)'")
AWAY = (OperationalError, InterfaceError, ConnectionError)
LOG: FilteringBoundLogger = structlog.get_logger("chronik.errors")


class Problem(Exception):
    """An answer that says what is wrong: a kind, a code, a sentence, and members that help."""

    def __init__(
        self,
        kind: Kind,
        detail: str | None = None,
        *,
        code: str | None = None,
        headers: Mapping[str, str] | None = None,
        **members: object,
    ) -> None:
        super().__init__(kind.name)
        self.kind = kind
        self.detail = detail
        self.code = code or kind.name
        self.headers = dict(headers or {})
        self.members = members

    @property
    def status(self) -> int:
        return self.kind.status

    def body(self) -> bytes:
        """The document, with the members in a fixed order."""
        document: dict[str, object] = {
            "type": self.kind.address,
            "title": self.kind.title,
            "status": self.kind.status,
            "code": self.code,
        }
        if self.detail is not None:
            document["detail"] = self.detail
        document |= {name: value for name, value in self.members.items() if name not in RESERVED}
        return msgspec.json.encode(document)

    def response(self) -> Response[bytes]:
        return Response(self.body(), status_code=self.status, media_type=MEDIA_TYPE, headers=self.headers)

    async def send(self, send: Send) -> None:
        """Answers from outside the application, where no handler catches an exception."""
        body = self.body()
        headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body))} | self.headers
        await send(
            {
                "type": "http.response.start",
                "status": self.status,
                "headers": [
                    (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()
                ],
            }
        )
        await send({"type": "http.response.body", "body": body, "more_body": False})


def malformed(error: Exception) -> Problem:
    """The problem of a body or parameter that does not decode; it names the place and never repeats the input."""
    if isinstance(error, RecursionError):
        return Problem(MALFORMED, "The body is nested too deeply.")
    if isinstance(error, UnicodeError):
        return Problem(MALFORMED, "The body is not UTF-8.")
    if isinstance(error, msgspec.ValidationError):
        place = PLACE.search(str(error))
        reason = str(error)[: place.start()] if place else str(error)
        return Problem(MALFORMED, f"{without_input(reason)}.", at=place[1] if place else "$")
    broken = re.search(r"\(byte (\d+)\)$", str(error))
    if broken:
        return Problem(MALFORMED, f"The JSON is broken at byte {broken[1]}.")
    return Problem(MALFORMED, "The JSON is broken or ends too early.")


def without_input(reason: str) -> str:
    """What msgspec says, less the two sentences in which it quotes the caller."""
    if reason.startswith("Object contains unknown field"):
        return "The object has a field that is not known here"
    if reason.startswith("Invalid ") and " value " in reason:
        return "The value is not one of those allowed"
    return reason.rstrip(".")


def problem_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    assert isinstance(error, Problem)
    return error.response()


def malformed_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return malformed(error).response()


def http_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The framework's own refusals, in our words."""
    assert isinstance(error, HTTPException)
    if isinstance(error, ValidationException):
        return invalid_input(error).response()
    if isinstance(error, InternalServerException) and error.detail == "client disconnected prematurely":
        return Problem(MALFORMED, "The body ended before it was complete.").response()
    if error.status_code >= 500:
        return internal_response(request, error)
    kind = BY_STATUS.get(error.status_code, MALFORMED)
    return Problem(kind, headers=allowed(error.headers or {}) | challenge(kind)).response()


def allowed(headers: Mapping[str, str]) -> dict[str, str]:
    """The methods that an address knows, as the framework has found them."""
    known = next((value for name, value in headers.items() if name.lower() == "allow"), None)
    return {} if known is None else {"Allow": allow(method.strip() for method in known.split(","))}


def invalid_input(error: ValidationException) -> Problem:
    """A parameter, a header or an absent body that the framework refused."""
    for found in cast("list[dict[str, Any]]", error.extra if isinstance(error.extra, list) else []):
        key, source = found.get("key", ""), found.get("source", "request")
        if key == "data":
            return Problem(MALFORMED, EMPTY, at="$")
        place = f"{getattr(source, 'value', source)}.{key}"
        return Problem(MALFORMED, f"{without_input(str(found.get('message', '')))}.", at=place)
    if absent := MISSING.match(error.detail):
        return Problem(MALFORMED, "A parameter is missing.", at=f"{absent[1]}.{absent[2]}")
    return Problem(MALFORMED)


def challenge(kind: Kind) -> dict[str, str]:
    return {"WWW-Authenticate": 'Bearer realm="chronik"'} if kind is UNAUTHENTICATED else {}


def away(error: Exception) -> bool:
    """Whether it says no more than that the database does not answer, or went away in the middle of a question."""
    return isinstance(error, AWAY) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def internal(error: Exception, scope: Scope) -> Problem:
    """Our mistake: everything goes to the log, nothing to the caller but the number of the request.

    A database that is away is no mistake, and passes.
    """
    if away(error):
        LOG.warning("the records do not answer", error=type(error).__name__)
        return Problem(NOT_READY, "The records do not answer.", headers={"Retry-After": "2"})
    LOG.error("internal", exc_info=error)
    number = scope["state"].get("request_id")
    return Problem(INTERNAL, **({"request": number} if number else {}))


def internal_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return internal(error, request.scope).response()


# Litestar leaves a type argument of this map open.
EXCEPTION_HANDLERS: ExceptionHandlersMap = {  # pyright: ignore[reportUnknownVariableType]
    Problem: problem_response,
    UnicodeDecodeError: malformed_response,
    HTTPException: http_response,
    Exception: internal_response,
}
"""What `Litestar(exception_handlers=…)` is given: it leaves no exception unanswered.

A decoding error outside a body (`bodies.decoded` answers those) comes from stored bytes, so it is ours: 500.
"""


def allow(methods: Iterable[str]) -> str:
    """A header `Allow`; where there is GET, there is HEAD."""
    known = {str(method) for method in methods}
    return ", ".join(sorted(known | ({"HEAD"} if "GET" in known else set())))
