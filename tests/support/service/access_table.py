"""A table of access: for every operation of the document what each role is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import Struct

from domain.games import CURRENT

ROLES = ("nobody", "revoked", "narrow", "guest", "own", "other", "referee", "organiser")
"""Who tries: without a token; with one that was revoked; with one that reaches nothing, of whoever the row lets in
first; a player who has nothing to do with it; who has seat 0, entered first, or owns the thing; who has seat 1, entered
second, or is challenged; a referee of matches and of the tournament; who opened the match and runs the tournament.
"""


class Operation(Struct, frozen=True):
    """An operation as the document declares it; `body` is its example."""

    id: str
    method: str
    path: str
    body: Any
    is_stream: bool


def declared(document: Any) -> dict[str, Operation]:
    """The operations of a document by their names."""
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


def served(app: Litestar) -> Iterator[tuple[str, str]]:
    """The method and address of every route of an application."""
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            yield from ((str(method), route.path_format) for method in handler.http_methods)


def rows(table: Sequence[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """A table of access by operation, perhaps with a query: the status for each role; `*` is each game."""
    found: dict[str, tuple[str, ...]] = {}
    for statuses, names in table:
        for name in names.split():
            for row in [name.replace("*", game) for game in CURRENT] if "*" in name else [name]:
                assert row not in found, f"{row} stands there twice"
                found[row] = tuple(statuses.split())
                assert len(found[row]) == len(ROLES), row
    return found


def gaps(app: Litestar, document: Any, table: Mapping[str, Sequence[str]]) -> list[str]:
    """Where application, document and table of access do not speak of the same operations."""
    operations = declared(document)
    promised = {(one.method, one.path) for one in operations.values()}
    ruled = {row.partition("?")[0] for row in table}
    return sorted(
        [
            *(f"not declared: {method} {path}" for method, path in set(served(app)) - promised if method != "OPTIONS"),
            *(f"not served: {method} {path}" for method, path in promised - set(served(app))),
            *(f"nobody says who may: {name}" for name in operations.keys() - ruled),
            *(f"there is no operation {name}" for name in ruled - operations.keys()),
        ]
    )
