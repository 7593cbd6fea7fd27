"""The routes that open a match, and that take and leave its seats."""

from functools import partial
from typing import Annotated, Any

from litestar import Response, delete, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from chronik.domain.engine.match.clock import Takebacks
from chronik.domain.engine.match.commands import LeaveSeat, OpenMatch, TakeSeat
from chronik.domain.engine.match.events import Disclosure
from chronik.domain.engine.match.seating import MAX_ENTROPY
from chronik.service.bots.levels import LEVELS
from chronik.service.identity.access import seat_of
from chronik.service.identity.auth import Principal, Scope, authenticate, require
from chronik.service.identity.register import People
from chronik.service.matches.caps import Caps
from chronik.service.matches.clock_summary import NewClock
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import CommandRejected, Submission, open_match, play
from chronik.service.matches.routes.bot_accounts import refuse_unwelcome_bots
from chronik.service.matches.routes.changes import PLAYING, STRICT, Changed, change_response, describe_match
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match, match_exists
from chronik.service.matches.routes.match_terms import find_rules, parse_clock, parse_options
from chronik.service.matches.routes.requested_seats import NO_BOT, Bot, Mine, Open, build_chairs
from chronik.service.matches.routes.submission import caller_key, fingerprint, new_id
from chronik.service.matches.summary import MatchSummary
from chronik.service.running.links import API
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.headers import etag, required_version
from chronik.service.web.openapi.contract import OF_A_COMMAND, OF_A_MATCH, OF_AN_OPENING, Token, promises
from chronik.service.web.problems.kinds import (
    BOTS_NOT_WELCOME,
    MALFORMED,
    NOT_YOUR_SEAT,
    SEAT_TAKEN,
    STALE_VIEW,
    TOO_MANY_MATCHES,
)
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router

Entropy = Annotated[
    str,
    Meta(
        max_length=2 * MAX_ENTROPY,
        pattern="^([0-9a-fA-F]{2})*$",
        description="Randomness of your choice, up to 64 bytes as hex digits; it goes into the seed of every draw.",
    ),
]

SeatNumber = Annotated[
    str,
    PathParameter(description="The number of the seat.", schema_extra={"type": "integer", "minimum": 0, "maximum": 15}),
]
KEYED = ("Idempotency-Key",)


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be opened: its game, its options and its seats, clockwise from seat 0.

    A `private` match is in no list. Whoever has its link can watch it, and take an open seat.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[Mine | Open | Bot, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    disclosure: Disclosure = Disclosure.EVERYONE
    clock: NewClock | None = None
    takebacks: Annotated[
        Takebacks, Meta(description="Whether players may agree on an undo, or only take back what is free to undo.")
    ] = Takebacks.AGREED
    bots_welcome: bool = True
    private: bool = False


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to take; if no number is given, the first open seat. With `bot`, a bot of this level takes it."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    entropy: Entropy = ""
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


def opening_router(matches: LiveMatches, people: People, withheld: WithheldMatches, caps: Caps) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    @post(
        "/matches",
        operation_id="open_match",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(
            token=Token.REQUIRED,
            reads=KEYED,
            gives=("Location", "ETag"),
            problems=(*OF_AN_OPENING, BOTS_NOT_WELCOME, TOO_MANY_MATCHES),
        ),
    )
    async def open_new(request: HTTPRequest, data: JSONBody[NewMatch]) -> Response[MatchSummary]:
        """Opens a match. With an `Idempotency-Key`, repeated requests open it only once.

        `GET /games` lists the numbers of seats that each game allows. A clock limits each answer, the whole match, or
        both, or sets a deadline. `at_zero: bot` needs the level of a bot; with `forfeit`, no level is allowed.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        rules = find_rules(matches.catalogue, data.game)
        command = OpenMatch(
            chairs=build_chairs(data.game, data.seats, principal),
            options=parse_options(rules, data.options),
            disclosure=data.disclosure,
            opener=principal.player,
            clock=parse_clock(data.game, data.clock),
            takebacks=data.takebacks,
            bots_welcome=data.bots_welcome,
            private=data.private,
        )
        await refuse_unwelcome_bots(people, data.bots_welcome, [chair.player for chair in command.chairs])
        match = new_id("match", principal, request)
        await caps.charge_new_match(principal.player, had=partial(match_exists, matches, match))
        done = await open_match(
            matches, rules, command, match, caller_key(principal, request), fingerprint("open", command)
        )
        body = await describe_match(people, done.rules, done.match, done.head, principal)
        headers = {"Location": f"{API}/matches/{match}", "ETag": etag(done.match.version)}
        return Response(body, headers=headers)

    @post(
        "/matches/{match:str}/seats",
        operation_id="take_seat",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(
            **PLAYING,
            reads=STRICT,
            problems=(
                *OF_A_MATCH,
                *OF_A_COMMAND,
                NOT_YOUR_SEAT,
                BOTS_NOT_WELCOME,
                SEAT_TAKEN,
                STALE_VIEW,
                TOO_MANY_MATCHES,
            ),
        ),
    )
    async def take(request: HTTPRequest, match: MatchId, data: JSONBody[NewSeat]) -> Response[Changed]:
        """Takes an open seat. When the last seat is taken, the match starts.

        A player may have only one seat, and a bot account none if `bots_welcome` is false. Nothing is played before the
        start. After it, only a seat that its person offers can be taken (`offer_seat`), by a person who knows no hidden
        cards. Entropy is at most 64 bytes, written as hex digits. The player who
        opened the match and the players at the table may seat built-in bots, even if `bots_welcome` is false. A bot
        adds no entropy and cannot be unseated.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        live = await find_fresh_match(matches, match)
        await _charge_seat(caps, live, data, principal)
        if data.bot is not None:
            _check_bot(live, data.bot, principal)
        elif live.match.opened is not None:
            await refuse_unwelcome_bots(people, live.match.opened.bots_welcome, [principal.player])
        key, version = caller_key(principal, request), required_version(request)
        while True:
            seat = _first_open_seat(live) if data.seat is None else data.seat
            submission = Submission(
                command=_build_take_seat(seat, data, principal),
                key=key,
                fingerprint=fingerprint("seats", data),
                seat=seat,
                version=version,
            )
            try:
                done = await play(matches, live, submission)
            except CommandRejected as refused:
                # The seat was taken in the meantime, but another one may still be open.
                if refused.code == "seat-taken" and data.seat is None and _first_open_seat(live) != seat:
                    continue
                raise
            return await change_response(people, withheld, done, principal)

    @delete(
        "/matches/{match:str}/seats/{seat:str}",
        operation_id="leave_seat",
        status_code=200,
        opt=promises(**PLAYING, reads=STRICT, problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW)),
    )
    async def leave(request: HTTPRequest, match: MatchId, seat: SeatNumber) -> Response[Changed]:
        """Leaves a seat, as long as the match has not started."""
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        who, chosen = require(principal, Scope.PLAY), path_number(seat)
        caps.charge_seat_change(who.player)
        submission = Submission(
            command=LeaveSeat(chosen),
            key=caller_key(who, request),
            fingerprint=fingerprint("leave", chosen),
            seat=chosen,
            player=who.player,
            version=required_version(request),
        )
        return await change_response(people, withheld, await play(matches, live, submission), principal)

    return Router("/", route_handlers=[open_new, take, leave], tags=["matches"])


async def _charge_seat(caps: Caps, live: Live, wanted: NewSeat, principal: Principal) -> None:
    """Counts a taken seat; the caller's first seat in a match also counts towards their unfinished matches."""
    if wanted.bot is not None or seat_of(live.match, principal) is not None:
        caps.charge_seat_change(principal.player)
    else:
        await caps.charge_new_match(principal.player)


def _build_take_seat(seat: int, wanted: NewSeat, principal: Principal) -> TakeSeat:
    if wanted.bot is None:
        return TakeSeat(seat, principal.player, wanted.entropy.lower())
    return TakeSeat(seat, bot=wanted.bot)


def _check_bot(live: Live, level: str, principal: Principal) -> None:
    """Raises `Problem` if the bot does not exist, or the caller may not seat it."""
    opened, levels = live.match.opened, LEVELS.get(live.rules.game.name, {})
    if level not in levels:
        raise Problem(MALFORMED, NO_BOT, at="$.bot", levels=list(levels))
    seated = any(chair.player == principal.player for chair in live.match.chairs)
    if not seated and (opened is None or opened.opener != principal.player):
        raise Problem(
            NOT_YOUR_SEAT,
            "Only the player who opened the match, or a player at the table, can seat bots. Take a seat first.",
        )


def _first_open_seat(live: Live) -> int:
    chairs, offer = live.match.chairs, live.match.offer
    if offer is not None:
        return offer.seat
    return next((number for number, chair in enumerate(chairs) if not chair.taken), len(chairs) - 1)
