"""A request as our routes know it, and what stands in its address."""

from typing import Any
from urllib.parse import urlencode

from litestar import Request
from litestar.datastructures import State

from service.people.auth import Principal
from service.problems.kinds import NOT_FOUND
from service.problems.problem import Problem

HTTPRequest = Request[Any, Any, State]


def caller(request: HTTPRequest) -> str:
    """Whom the limits count a request for: an account, or the address of a guest."""
    principal: Principal | None = request.scope["state"]["principal"]
    address: str = request.scope["state"]["address"]
    return address if principal is None else principal.player


def path_number(text: str) -> int:
    """A number in an address as we write it; whatever else stands there, `01` too, names nothing."""
    if len(text) > 6 or not text.isdecimal() or text != str(int(text)):
        raise Problem(NOT_FOUND)
    return int(text)


def next_page(request: HTTPRequest, cursor: str) -> str:
    """The address of the next page of the same list."""
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return f"{request.url.path}?{urlencode([*asked, ('cursor', cursor)])}"
