"""Query parameters: only those that an address knows, and each of them once."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from litestar.typing import FieldDefinition

from service.problems.kinds import MALFORMED
from service.problems.problem import Problem


def understood(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuses a query that would be ignored: who writes `?dryrun=true` does not want the command to be played."""
    if not connection.scope["query_string"] or handler.opt.get("any_query"):
        return
    given = [name for name, _ in connection.query_params.multi_items()]
    if not given:
        return
    known = names(handler)
    if not set(given) <= set(known):
        raise Problem(MALFORMED, "The query has a parameter that is not known here.", at="query", known=list(known))
    if len(set(given)) < len(given):
        raise Problem(MALFORMED, "The query names a parameter twice.", at="query")


@lru_cache(maxsize=1_000)
def names(handler: BaseRouteHandler) -> tuple[str, ...]:
    """The query parameters that a handler reads, as they are written on the wire."""
    return tuple(
        field.kwarg_definition.name or name
        for name, field in parameters(handler)
        if isinstance(field.kwarg_definition, QueryParameter)
    )


def parameters(handler: BaseRouteHandler) -> Iterator[tuple[str, FieldDefinition]]:
    """What a handler is given by name, and what is read for it: several addresses may ask for the same things."""
    yield from handler.parsed_fn_signature.parameters.items()
    for provider in handler.resolve_dependencies().values():
        yield from provider.parsed_fn_signature.parameters.items()
