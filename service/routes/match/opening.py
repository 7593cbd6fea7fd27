"""Tables: opening a match, sitting down, standing up."""

from functools import partial
from typing import Annotated, Any

from litestar import Response, delete, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from domain.engine.match.clock import Takebacks
from domain.engine.match.commands import LeaveSeat, OpenMatch, TakeSeat
from domain.engine.match.events import Disclosure
from domain.engine.match.seating import MAX_ENTROPY
from service.bots.levels import LEVELS
from service.http.bodies import StrictJSON
from service.http.caps import Caps
from service.http.clock_summary import NewClock
from service.http.entity_tags import etag, wanted_version
from service.http.idempotency import fingerprint, new_id, owned_key
from service.http.match_problems import match_problem
from service.http.match_summary import MatchSummary
from service.http.request import HTTPRequest, path_number
from service.http.router import Router
from service.links import API
from service.matches.live import Live, LiveMatches
from service.matches.play import Submission, open_match
from service.openapi.contract import OF_A_COMMAND, OF_A_MATCH, OF_AN_OPENING, Token, promises
from service.people.access import seat_of
from service.people.auth import Principal, Scope, authenticate, require
from service.people.register import People
from service.problems.kinds import BOTS_NOT_WELCOME, MALFORMED, NOT_YOUR_SEAT, SEAT_TAKEN, STALE_VIEW, TOO_MANY_MATCHES
from service.problems.problem import Problem
from service.routes.match.changes import PLAYING, STRICT, Changed, changed, described
from service.routes.match.lookup import MatchId, fresh_match, was_opened
from service.routes.match.match_terms import wanted_clock, wanted_options, wanted_rules
from service.routes.match.submission import submit
from service.routes.match.wanted_seats import NO_BOT, Bot, Mine, Open, chairs_of
from service.routes.match.welcome import expect_welcome
from service.tournaments.holds import Holds

Entropy = Annotated[
    str,
    Meta(
        max_length=2 * MAX_ENTROPY,
        pattern="^([0-9a-fA-F]{2})*$",
        description="Your own randomness, up to 64 bytes as hex digits; it goes into the seed of all chance.",
    ),
]

SeatNumber = Annotated[
    str,
    PathParameter(description="The number of the seat.", schema_extra={"type": "integer", "minimum": 0, "maximum": 15}),
]
KEYED = ("Idempotency-Key",)


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be opened: the game, its options, and who sits where, clockwise from seat 0."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[Mine | Open | Bot, ...], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    disclosure: Disclosure = Disclosure.EVERYONE
    clock: NewClock | None = None
    takebacks: Annotated[
        Takebacks, Meta(description="Whether all may agree to go back, or each only takes back what is free.")
    ] = Takebacks.AGREED
    bots_welcome: bool = True


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to take; without a number, the first that is open. With a `bot` of some level, that one sits there."""

    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    entropy: Entropy = ""
    bot: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


def opening_router(matches: LiveMatches, people: People, holds: Holds, caps: Caps) -> Router:
    """The addresses of this file, under `/api/v1`."""

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
        """Opens a match. With an `Idempotency-Key` it is opened once, however often this is sent.

        `GET /games` says how many seats a game has. A clock limits each answer or the whole match, or names a deadline;
        `at_zero: bot` needs a bot's level, and `forfeit` takes none.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        rules = wanted_rules(matches.catalogue, data.game)
        command = OpenMatch(
            chairs=chairs_of(data.game, data.seats, principal),
            options=wanted_options(rules, data.options),
            disclosure=data.disclosure,
            opener=principal.player,
            clock=wanted_clock(data.game, data.clock),
            takebacks=data.takebacks,
            bots_welcome=data.bots_welcome,
        )
        await expect_welcome(people, data.bots_welcome, [chair.player for chair in command.chairs])
        match = new_id("match", principal, request)
        await caps.another_match(principal.player, had=partial(was_opened, matches, match))
        try:
            done = await open_match(
                matches, rules, command, match, owned_key(principal, request), fingerprint("open", command)
            )
        except Exception as error:
            raise match_problem(error, rules, None) from error
        body = await described(people, done.rules, done.match, done.head, principal)
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
        """Takes an open seat; when it was the last one, the match starts.

        Nobody sits on two seats, and no account that a program plays where `bots_welcome` is false. Before the start
        nothing is played, and after it the seats stay as they are. Entropy is at most 64 bytes, written as hex digits.
        Whoever has opened the match, or sits at the table, may seat bots; they bring no entropy, and do not stand up
        again; bots of the house they may seat where `bots_welcome` is false, too.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        live = await fresh_match(matches, match)
        await _counted(caps, live, data, principal)
        if data.bot is not None:
            _check_bot(live, data.bot, principal)
        elif live.match.opened is not None:
            await expect_welcome(people, live.match.opened.bots_welcome, [principal.player])
        key, version = owned_key(principal, request), wanted_version(request)
        while True:
            seat = _first_open(live) if data.seat is None else data.seat
            submission = Submission(
                command=_taking(seat, data, principal),
                key=key,
                fingerprint=fingerprint("seats", data),
                seat=seat,
                version=version,
            )
            try:
                done = await submit(matches, live, submission)
            except Problem as refused:
                # The seat that was free a moment ago is taken: another one may still be open.
                if refused.kind is SEAT_TAKEN and data.seat is None and _first_open(live) != seat:
                    continue
                raise
            return await changed(people, holds, done, principal)

    @delete(
        "/matches/{match:str}/seats/{seat:str}",
        operation_id="leave_seat",
        status_code=200,
        opt=promises(**PLAYING, reads=STRICT, problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW)),
    )
    async def leave(request: HTTPRequest, match: MatchId, seat: SeatNumber) -> Response[Changed]:
        """Stands up again, as long as the match has not started."""
        principal = await authenticate(request)
        live = await fresh_match(matches, match)
        who, chosen = require(principal, Scope.PLAY), path_number(seat)
        caps.change_seat(who.player)
        submission = Submission(
            command=LeaveSeat(chosen),
            key=owned_key(who, request),
            fingerprint=fingerprint("leave", chosen),
            seat=chosen,
            player=who.player,
            version=wanted_version(request),
        )
        return await changed(people, holds, await submit(matches, live, submission), principal)

    return Router("/", route_handlers=[open_new, take, leave], tags=["matches"])


async def _counted(caps: Caps, live: Live, wanted: NewSeat, principal: Principal) -> None:
    """Counts that a seat is taken: one's first makes it another match of the caller's."""
    if wanted.bot is not None or seat_of(live.match, principal) is not None:
        caps.change_seat(principal.player)
    else:
        await caps.another_match(principal.player)


def _taking(seat: int, wanted: NewSeat, principal: Principal) -> TakeSeat:
    if wanted.bot is None:
        return TakeSeat(seat, principal.player, wanted.entropy.lower())
    return TakeSeat(seat, bot=wanted.bot)


def _check_bot(live: Live, level: str, principal: Principal) -> None:
    """Raises `Problem` where there is no such bot, or it is not for the caller to seat it."""
    opened, levels = live.match.opened, LEVELS.get(live.rules.game.name, {})
    if level not in levels:
        raise Problem(MALFORMED, NO_BOT, at="$.bot", levels=list(levels))
    seated = any(chair.player == principal.player for chair in live.match.chairs)
    if not seated and (opened is None or opened.opener != principal.player):
        raise Problem(NOT_YOUR_SEAT, "Bots are seated by whoever has opened the match, or sits at the table.")


def _first_open(live: Live) -> int:
    chairs = live.match.chairs
    return next((number for number, chair in enumerate(chairs) if not chair.taken), len(chairs) - 1)
