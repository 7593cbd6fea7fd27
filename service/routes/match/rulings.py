"""Rulings: what a referee does to a running match, and how a seat gives up."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from domain.engine.match.commands import Extend, Pause, Resign, Resume, RuleResult
from domain.engine.match.events import Cause
from service.http.bodies import StrictJSON
from service.http.entity_tags import wanted_version
from service.http.idempotency import owned_key
from service.http.match_problems import match_problem
from service.http.request import HTTPRequest
from service.http.router import Router
from service.matches.live import LiveMatches
from service.matches.referee import Order, referee
from service.openapi.contract import OF_A_COMMAND, OF_A_MATCH, promises
from service.people.auth import Principal, Scope, authenticate, require
from service.people.register import People
from service.problems.kinds import NOT_YOUR_SEAT, STALE_VIEW
from service.routes.match.changes import PLAYING, STRICT, Changed, changed
from service.routes.match.lookup import MatchId, fresh_match
from service.routes.match.submission import submit_in_own_seat
from service.tournaments.holds import Holds

LONGEST_EXTENSION = 30 * 86_400
MOST_POINTS = 1_000_000

Why = Annotated[Cause, Meta(description="Why: a code, which stands in the log for everybody to read.")]


class NewPause(Struct, frozen=True, forbid_unknown_fields=True):
    """Stop the match, or let it go on."""

    paused: bool
    cause: Why = Cause.OTHER


class NewExtension(Struct, frozen=True, forbid_unknown_fields=True):
    """More time for one seat, or for all; for all the deadline moves too."""

    seconds: Annotated[int, Meta(ge=1, le=LONGEST_EXTENSION)]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    cause: Why = Cause.OTHER


class NewRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """How the match ends: points and places by seat; equal points share the better place."""

    points: Annotated[
        tuple[Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)], ...], Meta(min_length=1, max_length=16)
    ]
    places: Annotated[tuple[Annotated[int, Meta(ge=1, le=16)], ...], Meta(min_length=1, max_length=16)]
    cause: Why = Cause.OTHER


def rulings_router(matches: LiveMatches, people: People, holds: Holds) -> Router:
    """The addresses of this file, under `/api/v1`."""

    ruling = promises(**PLAYING, reads=STRICT, problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW))

    async def ordered(request: HTTPRequest, match: str, who: Principal, order: Order) -> Response[Changed]:
        live = await fresh_match(matches, match)
        try:
            done = await referee(matches, live, order, owned_key(who, request), wanted_version(request))
        except Exception as error:
            raise match_problem(error, live.rules, live.match) from error
        return await changed(people, holds, done, who)

    @post(
        "/matches/{match:str}/resignations",
        operation_id="resign",
        status_code=200,
        opt=ruling,
    )
    async def resign(request: HTTPRequest, match: MatchId) -> Response[Changed]:
        """Resigns: the caller's seat is out of the match.

        From then on the game's default answers for it, and it is placed last, with its points. If at most one seat is
        left, the match is closed at once: that seat is first, and nobody has points.
        """
        principal = await authenticate(request)
        live = await fresh_match(matches, match)
        _, done = await submit_in_own_seat(matches, live, request, principal, "resign", Resign())
        return await changed(people, holds, done, principal)

    @post(
        "/matches/{match:str}/pauses",
        operation_id="pause_match",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=ruling,
    )
    async def pause(request: HTTPRequest, match: MatchId, data: JSONBody[NewPause]) -> Response[Changed]:
        """Pauses a running match as a referee, or resumes it: in a pause no seat plays and no clock runs.

        A deadline stays where it is. Nobody is referee of a match they play in.
        """
        who = require(await authenticate(request), Scope.REFEREE)
        order = Pause(who.player, data.cause) if data.paused else Resume(who.player)
        return await ordered(request, match, who, order)

    @post(
        "/matches/{match:str}/extensions",
        operation_id="extend_time",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=ruling,
    )
    async def extend(request: HTTPRequest, match: MatchId, data: JSONBody[NewExtension]) -> Response[Changed]:
        """Gives more time as a referee, for the answer that is owed and for the match.

        A seat whose time is over, but was not called yet, plays on. There is nothing to extend without a clock, for a
        bot, or for a seat that is out. Nobody is referee of a match they play in.
        """
        who = require(await authenticate(request), Scope.REFEREE)
        return await ordered(request, match, who, Extend(who.player, data.seconds, data.seat, data.cause))

    @post(
        "/matches/{match:str}/rulings",
        operation_id="rule_result",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=ruling,
    )
    async def rule(request: HTTPRequest, match: MatchId, data: JSONBody[NewRuling]) -> Response[Changed]:
        """Closes a running match as a referee, with the result that the ruling gives.

        It names points and a place for every seat. Nobody is referee of a match they play in.
        """
        who = require(await authenticate(request), Scope.REFEREE)
        return await ordered(request, match, who, RuleResult(who.player, data.points, data.places, data.cause))

    return Router("/", route_handlers=[resign, pause, extend, rule], tags=["matches"])
