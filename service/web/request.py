"""The type of our requests, and helpers for their addresses."""

from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Request
from litestar.datastructures import State
from litestar.params import PathParameter

from chronik.service.identity.auth import Principal
from chronik.service.running.settings import Network
from chronik.service.web.addresses import public_origin
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.problems.problem import Problem

HTTPRequest = Request[Any, Any, State]
GameName = Annotated[str, PathParameter(description="The name of the game.", max_length=40)]


def caller(request: HTTPRequest) -> str:
    """Returns the account, or the address of a guest, under which a request is counted."""
    principal: Principal | None = request.scope["state"]["principal"]
    address: str = request.scope["state"]["address"]
    return address if principal is None else principal.player


def path_number(text: str) -> int:
    """Returns a number in a path; raises `not-found` for any other spelling, even `01`."""
    if len(text) > 6 or not text.isdecimal() or text != str(int(text)):
        raise Problem(NOT_FOUND)
    return int(text)


def next_page(request: HTTPRequest, cursor: str) -> str:
    """Returns the address of the next page of the same list."""
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return f"{request.scope['path']}?{urlencode([*asked, ('cursor', cursor)])}"


def origin(request: HTTPRequest) -> str:
    """Returns the scheme and host under which the caller reaches the service."""
    trusted: tuple[Network, ...] = request.app.state.trusted_proxies
    return public_origin(request.scope, trusted)
