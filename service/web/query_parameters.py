"""Checks that a request has only query parameters that its route reads, and each only once."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from litestar.typing import FieldDefinition

from chronik.service.web.problems.kinds import MALFORMED
from chronik.service.web.problems.problem import Problem


def check_query(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Raises a problem for a parameter that would be ignored.

    A caller who writes `?dryrun=true`, for example, does not want to play the command.
    """
    if not connection.scope["query_string"] or handler.opt.get("any_query"):
        return
    given = [name for name, _ in connection.query_params.multi_items()]
    if not given:
        return
    known = query_parameter_names(handler)
    if not set(given) <= set(known):
        raise Problem(MALFORMED, "The query has an unknown parameter.", at="query", known=list(known))
    if len(set(given)) < len(given):
        raise Problem(MALFORMED, "The query repeats a parameter.", at="query")


@lru_cache(maxsize=1_000)
def query_parameter_names(handler: BaseRouteHandler) -> tuple[str, ...]:
    """Returns the names of the query parameters that a handler reads."""
    return tuple(
        field.kwarg_definition.name or name
        for name, field in parameters(handler)
        if isinstance(field.kwarg_definition, QueryParameter)
    )


def parameters(handler: BaseRouteHandler) -> Iterator[tuple[str, FieldDefinition]]:
    """Yields the parameters of a handler and of its dependencies."""
    yield from handler.parsed_fn_signature.parameters.items()
    for provider in handler.resolve_dependencies().values():
        yield from provider.parsed_fn_signature.parameters.items()
