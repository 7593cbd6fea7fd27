"""Weights: what takes long to work out counts for several requests in the limits."""

from typing import Any

from litestar import Request


def weigh(request: Request[Any, Any, Any]) -> None:
    """Counts a request for as many as its route says, or raises the problem that its caller has to wait."""
    weight: int = request.route_handler.opt.get("weight", 1)
    if weight > 1:
        request.scope["state"]["weigh"](weight)
