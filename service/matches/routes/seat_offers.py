"""Seat offers: a person offers their seat during play, and the other people at the table answer."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from chronik.domain.engine.match.commands import AnswerSeatOffer, OfferSeat
from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.service.identity.auth import Scope, authenticate, require
from chronik.service.identity.register import People
from chronik.service.matches.caps import Caps
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.routes.changes import PLAYING, STRICT, Changed, change_response
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match
from chronik.service.matches.routes.submission import submit_as_caller
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.openapi.contract import OF_A_COMMAND, OF_A_MATCH, promises
from chronik.service.web.problems.kinds import NOT_YOUR_SEAT, STALE_VIEW
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router

OfferNumber = Annotated[
    str,
    PathParameter(
        description="The number of the offer: the version of its entry.",
        schema_extra={"type": "integer", "minimum": 1, "maximum": MAX_ENTRIES},
    ),
]


class SeatOfferAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the offer of a seat. The offering seat withdraws its offer with `grant: false`."""

    grant: bool


def seat_offers_router(matches: LiveMatches, people: People, withheld: WithheldMatches, caps: Caps) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    offering = promises(**PLAYING, reads=STRICT, problems=(*OF_A_MATCH, *OF_A_COMMAND, NOT_YOUR_SEAT, STALE_VIEW))

    @post(
        "/matches/{match:str}/seat-offers",
        operation_id="offer_seat",
        return_dto=None,
        status_code=200,
        opt=offering,
    )
    async def offer(request: HTTPRequest, match: MatchId) -> Response[Changed]:
        """Offers the caller's seat to another person, and keeps playing it until that person takes it.

        When all other people at the table agree, the seat is open: `POST …/seats` takes it, with its cards, points and
        clock. Not in tournaments and tutorials, nor where `takebacks` is `own`. One seat is offered at a time.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        live = await find_fresh_match(matches, match)
        caps.charge_seat_change(principal.player)
        _, done = await submit_as_caller(matches, live, request, principal, "offer", OfferSeat())
        return await change_response(people, withheld, done, principal)

    @post(
        "/matches/{match:str}/seat-offers/{offer:str}/answers",
        operation_id="answer_seat_offer",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=offering,
    )
    async def answer(
        request: HTTPRequest, match: MatchId, offer: OfferNumber, data: JSONBody[SeatOfferAnswer]
    ) -> Response[Changed]:
        """Agrees or disagrees that another person takes an offered seat; the offering seat withdraws the offer.

        Each other person answers once. An offer ends if one of them disagrees, or if a seat is out or a bot plays on.
        """
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        command = AnswerSeatOffer(path_number(offer), data.grant)
        _, done = await submit_as_caller(matches, live, request, principal, "answer", command)
        return await change_response(people, withheld, done, principal)

    return Router("/", route_handlers=[offer, answer], tags=["matches"])
