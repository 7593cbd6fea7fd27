"""Room: what is not written to a log is refused here when there is too little space left."""

from typing import Any

from litestar import Request

from service.http.match_problems import match_problem
from service.log.outcomes import ReadOnly
from service.log.room import Room

READING = frozenset({"GET", "HEAD", "OPTIONS"})


def expect_room(request: Request[Any, Any, Any], room: Room) -> None:
    """Raises a problem for what would write while nothing shall be recorded; reading always goes on.

    What appends to a log is let through: a request that was answered before is answered again.
    """
    if request.method in READING or not request.route_handler.opt.get("needs_room"):
        return
    try:
        room.expect()
    except ReadOnly as error:
        raise match_problem(error, None, None) from error
