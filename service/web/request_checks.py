"""Checks a request before its body is read: media type, query, free space, and its weight under the rate limit."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Request

from chronik.service.log.free_space import FreeSpace
from chronik.service.web.bodies import check_accept
from chronik.service.web.query_parameters import check_query

READING = frozenset({"GET", "HEAD", "OPTIONS"})


def request_checks(free_space: FreeSpace) -> Callable[[Request[Any, Any, Any]], Awaitable[None]]:
    """Returns a `before_request` hook with all checks; a Litestar guard would get a copy of the route."""

    async def check(request: Request[Any, Any, Any]) -> None:
        check_accept(request, request.route_handler)
        check_query(request, request.route_handler)
        check_free_space(request, free_space)
        weigh(request)

    return check


def check_free_space(request: Request[Any, Any, Any], free_space: FreeSpace) -> None:
    """Raises `ReadOnly` if a request would write and nothing can be recorded.

    A request that appends to a log passes, because a repeated request must still get its recorded answer.
    """
    if request.method not in READING and request.route_handler.opt.get("needs_space"):
        free_space.check()


def weigh(request: Request[Any, Any, Any]) -> None:
    """Counts a request with the weight of its route; raises a problem if its caller has to wait."""
    weight: int = request.route_handler.opt.get("weight", 1)
    if weight > 1:
        request.scope["state"]["weigh"](weight)
