"""The exception handler for matches: it turns failures to read or write a match into problems."""

from typing import Any

from litestar import Request, Response
from litestar.types import ExceptionHandlersMap

from chronik.service.cold.objects import Unreachable
from chronik.service.log.outcomes import Damaged, KeyReused, NotLoaded, OutcomeUnknown, Outdated, ReadOnly, Unavailable
from chronik.service.matches.play import CommandRejected, NotSeated, PromptClosed, Stale
from chronik.service.matches.problems import match_problem
from chronik.service.matches.referee import TooFar
from chronik.service.web.handlers import to_response

FAILURES = (
    CommandRejected,
    Stale,
    PromptClosed,
    NotSeated,
    TooFar,
    KeyReused,
    OutcomeUnknown,
    Outdated,
    ReadOnly,
    Unreachable,
    Unavailable,
    Damaged,
    NotLoaded,
)
"""Exceptions that any route may leave to the application's exception handlers."""


def failure_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Returns the problem response for a failure."""
    return to_response(match_problem(error))


# Litestar leaves a type argument of this map open.
FAILURE_HANDLERS: ExceptionHandlersMap = dict.fromkeys(  # pyright: ignore[reportUnknownVariableType]
    FAILURES, failure_response
)
