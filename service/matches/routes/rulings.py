"""Rulings of a referee on a running match, and resignations."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from chronik.domain.engine.match.commands import Extend, Pause, Resign, Resume, RuleResult
from chronik.domain.engine.match.events import Cause
from chronik.service.identity.auth import Principal, Scope, authenticate, require
from chronik.service.identity.register import People
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.referee import Order, carry_out
from chronik.service.matches.routes.changes import PLAYING, STRICT, Changed, change_response
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match
from chronik.service.matches.routes.submission import caller_key, submit_as_caller
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.headers import required_version
from chronik.service.web.openapi.contract import OF_A_COMMAND, OF_A_MATCH, promises
from chronik.service.web.problems.kinds import NOT_YOUR_SEAT, STALE_VIEW
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

LONGEST_EXTENSION = 30 * 86_400
MOST_POINTS = 1_000_000

Why = Annotated[Cause, Meta(description="The reason: a code, which is public in the log.")]


class NewPause(Struct, frozen=True, forbid_unknown_fields=True):
    """An order to pause the match, or to resume it."""

    paused: bool
    cause: Why = Cause.OTHER


class NewExtension(Struct, frozen=True, forbid_unknown_fields=True):
    """More time for one seat or for all seats; for all seats the deadline moves too."""

    seconds: Annotated[int, Meta(ge=1, le=LONGEST_EXTENSION)]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    cause: Why = Cause.OTHER


class NewRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of the match: points and places by seat. Equal points share the better place."""

    points: Annotated[
        tuple[Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)], ...], Meta(min_length=1, max_length=16)
    ]
    places: Annotated[tuple[Annotated[int, Meta(ge=1, le=16)], ...], Meta(min_length=1, max_length=16)]
    cause: Why = Cause.OTHER


def rulings_router(matches: LiveMatches, people: People, withheld: WithheldMatches) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    ruling = promises(**PLAYING, reads=STRICT, problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW))

    async def carry_out_order(request: HTTPRequest, match: str, who: Principal, order: Order) -> Response[Changed]:
        live = await find_fresh_match(matches, match)
        done = await carry_out(matches, live, order, caller_key(who, request), required_version(request))
        return await change_response(people, withheld, done, who)

    @post(
        "/matches/{match:str}/resignations",
        operation_id="resign",
        status_code=200,
        opt=ruling,
    )
    async def resign(request: HTTPRequest, match: MatchId) -> Response[Changed]:
        """Resigns: the caller's seat is out of the match.

        From then on the seat gets the game's default answers, and it is placed last, with its points. If at most one
        seat is left, the match is closed at once: that seat is first, and no seat has points.
        """
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        _, done = await submit_as_caller(matches, live, request, principal, "resign", Resign())
        return await change_response(people, withheld, done, principal)

    @post(
        "/matches/{match:str}/pauses",
        operation_id="pause_match",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=ruling,
    )
    async def pause(request: HTTPRequest, match: MatchId, data: JSONBody[NewPause]) -> Response[Changed]:
        """Pauses or resumes a running match as a referee. During a pause no seat can play and no clock runs.

        A deadline does not move. A referee may not rule on a match that they play in.
        """
        who = require(await authenticate(request), Scope.REFEREE)
        order = Pause(who.player, data.cause) if data.paused else Resume(who.player)
        return await carry_out_order(request, match, who, order)

    @post(
        "/matches/{match:str}/extensions",
        operation_id="extend_time",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=ruling,
    )
    async def extend(request: HTTPRequest, match: MatchId, data: JSONBody[NewExtension]) -> Response[Changed]:
        """Gives more time as a referee, for the current answer and for the match.

        A seat whose time is up, but has not been called yet, can play on. The request is refused if the match has no
        clock, or if the seat is played by a bot or is out. A referee may not rule on a match that they play in.
        """
        who = require(await authenticate(request), Scope.REFEREE)
        return await carry_out_order(request, match, who, Extend(who.player, data.seconds, data.seat, data.cause))

    @post(
        "/matches/{match:str}/rulings",
        operation_id="rule_result",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=ruling,
    )
    async def rule(request: HTTPRequest, match: MatchId, data: JSONBody[NewRuling]) -> Response[Changed]:
        """Closes a running match as a referee, with the result given in the ruling.

        The ruling has points and a place for every seat. A referee may not rule on a match that they play in.
        """
        who = require(await authenticate(request), Scope.REFEREE)
        return await carry_out_order(request, match, who, RuleResult(who.player, data.points, data.places, data.cause))

    return Router("/", route_handlers=[resign, pause, extend, rule], tags=["matches"])
