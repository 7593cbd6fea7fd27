"""The access table: the answer of every operation of the interface document to each role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import Struct

from chronik.domain.games import CURRENT

ROLES = ("nobody", "revoked", "narrow", "guest", "own", "other", "referee", "organiser", "playing organiser")
"""The roles: without a token; with a revoked one; with one without scopes, of the first player that the row lets in; an
uninvolved player; the player who has seat 0, entered first, or owns the thing; the player who has seat 1, entered
second, or is challenged; a referee of matches and of the tournament; the player who opened the match and organises the
tournament; the same with a token that only plays.
"""


class Operation(Struct, frozen=True):
    """An operation as the document declares it; `body` is its example."""

    id: str
    method: str
    path: str
    body: Any
    is_stream: bool


def operations_of(document: Any) -> dict[str, Operation]:
    """Returns the operations of a document by name."""
    return {
        one["operationId"]: Operation(
            one["operationId"],
            method.upper(),
            path,
            one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example"),
            "text/event-stream" in one["responses"]["200"]["content"] if "200" in one["responses"] else False,
        )
        for path, methods in document["paths"].items()
        for method, one in methods.items()
    }


def routes_of(app: Litestar) -> Iterator[tuple[str, str]]:
    """Yields the method and address of every route of an application."""
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            yield from ((str(method), route.path_format) for method in handler.http_methods)


def parse_rows(table: Sequence[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Returns a table by operation, perhaps with a query: the status for each role; `*` means each game."""
    found: dict[str, tuple[str, ...]] = {}
    for statuses, names in table:
        for name in names.split():
            for row in [name.replace("*", game) for game in CURRENT] if "*" in name else [name]:
                assert row not in found, f"{row} stands there twice"
                found[row] = tuple(statuses.split())
                assert len(found[row]) == len(ROLES), row
    return found


def find_gaps(app: Litestar, document: Any, table: Mapping[str, Sequence[str]]) -> list[str]:
    """Returns the operations that application, document and access table do not share."""
    operations = operations_of(document)
    promised = {(one.method, one.path) for one in operations.values()}
    ruled = {row.partition("?")[0] for row in table}
    return sorted(
        [
            *(
                f"not declared: {method} {path}"
                for method, path in set(routes_of(app)) - promised
                if method != "OPTIONS"
            ),
            *(f"not served: {method} {path}" for method, path in promised - set(routes_of(app))),
            *(f"nobody says who may: {name}" for name in operations.keys() - ruled),
            *(f"there is no operation {name}" for name in ruled - operations.keys()),
        ]
    )
