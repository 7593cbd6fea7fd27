"""Exception handlers: every exception in a request becomes an answer."""

import re
from collections.abc import Mapping
from typing import Any, cast

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.types import ExceptionHandlersMap, Scope, Send
from structlog.typing import FilteringBoundLogger

from chronik.domain.tournament.record.log import NewerEntry
from chronik.service.operating.metrics import count_problem
from chronik.service.sql.outages import is_outage
from chronik.service.web.headers import allow_header
from chronik.service.web.problems.kinds import (
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
)
from chronik.service.web.problems.problem import (
    CUT_SHORT,
    EMPTY,
    MEDIA_TYPE,
    Problem,
    challenge,
    decoding_problem,
    without_input,
)

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
"""The kinds for the framework's exceptions, by status; problems that we raise need no line here."""

MISSING = re.compile(r"Missing required (\w+) parameter '([\w-]+)'")

NEWER = "A newer version of Chronik wrote this tournament. Send the request to a process of that version."

LOG: FilteringBoundLogger = structlog.get_logger("chronik.errors")


def to_response(problem: Problem) -> Response[bytes]:
    """Converts a problem to a response of the framework."""
    count_problem(problem.kind.name, problem.code)
    return Response(problem.body(), status_code=problem.status, media_type=MEDIA_TYPE, headers=problem.headers)


async def send_problem(problem: Problem, send: Send) -> None:
    """Sends a problem from outside the application, where no exception handler runs."""
    count_problem(problem.kind.name, problem.code)
    body = problem.body()
    headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body))} | problem.headers
    await send(
        {
            "type": "http.response.start",
            "status": problem.status,
            "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


def problem_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    assert isinstance(error, Problem)
    return to_response(error)


def malformed_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return to_response(decoding_problem(error))


def http_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Converts errors raised by the framework into problem responses."""
    assert isinstance(error, HTTPException)
    if isinstance(error, ValidationException):
        return to_response(invalid_input(error))
    if isinstance(error, InternalServerException) and error.detail == "client disconnected prematurely":
        return to_response(Problem(MALFORMED, CUT_SHORT))
    if error.status_code >= 500:
        return internal_response(request, error)
    kind = BY_STATUS.get(error.status_code, MALFORMED)
    return to_response(Problem(kind, headers=allow_of(error.headers or {}) | challenge(kind)))


def allow_of(headers: Mapping[str, str]) -> dict[str, str]:
    """Returns the `Allow` header of the framework's answer, with HEAD added."""
    known = next((value for name, value in headers.items() if name.lower() == "allow"), None)
    return {} if known is None else {"Allow": allow_header(method.strip() for method in known.split(","))}


def invalid_input(error: ValidationException) -> Problem:
    """Returns the problem for a parameter, a header or a missing body that the framework rejected."""
    for found in cast("list[dict[str, Any]]", error.extra if isinstance(error.extra, list) else []):
        key, source = found.get("key", ""), found.get("source", "request")
        if key == "data":
            return Problem(MALFORMED, EMPTY, at="$")
        place = f"{getattr(source, 'value', source)}.{key}"
        return Problem(MALFORMED, f"{without_input(str(found.get('message', '')))}.", at=place)
    if absent := MISSING.match(error.detail):
        return Problem(MALFORMED, "A parameter is missing.", at=f"{absent[1]}.{absent[2]}")
    return Problem(MALFORMED)


def internal_problem(error: Exception, scope: Scope) -> Problem:
    """Returns the problem for an unexpected exception: the log gets the traceback, the caller only the request id.

    A database that is away is not a bug, and becomes `not-ready`.
    """
    if is_outage(error):
        LOG.warning("the records do not answer", error=type(error).__name__)
        return Problem(NOT_READY, "The database does not answer. Try again in a moment.", headers={"Retry-After": "2"})
    if isinstance(error, NewerEntry):
        return Problem(NOT_READY, NEWER, headers={"Retry-After": "5"})
    LOG.error("internal", exc_info=error)
    number = scope["state"].get("request_id")
    return Problem(INTERNAL, **({"request": number} if number else {}))


def internal_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return to_response(internal_problem(error, request.scope))


# Litestar leaves a type argument of this map open.
EXCEPTION_HANDLERS: ExceptionHandlersMap = {  # pyright: ignore[reportUnknownVariableType]
    Problem: problem_response,
    UnicodeDecodeError: malformed_response,
    HTTPException: http_response,
    Exception: internal_response,
}
"""The handlers for `Litestar(exception_handlers=…)`; together they leave no exception unanswered.

`bodies.decode_body` answers decoding errors in a body. Any other decoding error comes from stored bytes and is our
fault: 500.
"""
