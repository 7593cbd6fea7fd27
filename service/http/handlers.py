"""Handlers: how whatever goes wrong in a request becomes an answer, and none stays without one."""

import re
from collections.abc import Mapping
from typing import Any, cast

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.types import ExceptionHandlersMap, Scope, Send
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolEmpty
from structlog.typing import FilteringBoundLogger

from service.http.head_requests import allow
from service.observing.metrics import problem_told
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
)
from service.problems.problem import CUT_SHORT, EMPTY, MEDIA_TYPE, Problem, challenge, malformed, without_input

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
"""What the framework's own exceptions become. A problem that we raise needs no line here."""

MISSING = re.compile(r"Missing required (\w+) parameter '([\w-]+)'")

AWAY = (OperationalError, InterfaceError, ConnectionError, PoolEmpty)
GAVE_WAY = ("40P01", "40001")
"""What Postgres says where two transactions cannot both be carried out: a deadlock, a serialization failure."""

LOG: FilteringBoundLogger = structlog.get_logger("chronik.errors")


def answer(problem: Problem) -> Response[bytes]:
    """A problem as the framework answers it."""
    problem_told(problem.kind.name, problem.code)
    return Response(problem.body(), status_code=problem.status, media_type=MEDIA_TYPE, headers=problem.headers)


async def send_problem(problem: Problem, send: Send) -> None:
    """Answers with a problem from outside the application, where no handler catches an exception."""
    problem_told(problem.kind.name, problem.code)
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
    return answer(error)


def malformed_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    return answer(malformed(error))


def http_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The framework's own refusals, in our words."""
    assert isinstance(error, HTTPException)
    if isinstance(error, ValidationException):
        return answer(invalid_input(error))
    if isinstance(error, InternalServerException) and error.detail == "client disconnected prematurely":
        return answer(Problem(MALFORMED, CUT_SHORT))
    if error.status_code >= 500:
        return internal_response(request, error)
    kind = BY_STATUS.get(error.status_code, MALFORMED)
    return answer(Problem(kind, headers=allowed(error.headers or {}) | challenge(kind)))


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


def away(error: Exception) -> bool:
    """Whether it passes: the database does not answer, or goes away amid a question, or has others go first.

    So does a crowd that has every connection for longer than anybody waits for one.
    """
    if isinstance(error, DBAPIError):
        return isinstance(error, AWAY) or error.connection_invalidated or sqlstate(error) in GAVE_WAY
    return isinstance(error, AWAY)


def sqlstate(error: DBAPIError) -> str:
    """The code by which Postgres says what went wrong; empty where there is none."""
    return str(getattr(error.orig, "sqlstate", None) or "")


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
    return answer(internal(error, request.scope))


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
