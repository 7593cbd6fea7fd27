"""Handing over a seat during play: who may offer, agree and take, what stays with the seat, and what lapses."""

from __future__ import annotations

from typing import Any

from chronik.domain.engine.match.clock import AtZero, Clock, Takebacks
from chronik.domain.engine.match.commands import (
    AnswerSeatOffer,
    CallTime,
    Inspect,
    OfferSeat,
    OpenMatch,
    Resign,
    TakeBack,
    TakeSeat,
)
from chronik.domain.engine.match.events import SeatChanged, SeatOfferAnswered, SeatOffered, SeatOpened
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import FormerPlayer, Match, SeatOffer
from chronik.domain.engine.seats import SeatHolder
from chronik.projections.match.lobby import Listing, update_listing
from tests.every_game.playout import Table
from tests.support.cases import for_each
from tests.support.engine.demo import DEMO, Draw, Step
from tests.support.engine.timed import LONG, REFEREE, Timed, each, events

EVE, BEN = "e" * 31 + "1", f"{1:032x}"
OFFER = 8
"""The number of the offer in these matches."""


def offered() -> Timed:
    """Returns a table of three at which seat 0 has offered its place."""
    table = Timed(each(60, AtZero.BOT, "easy"))
    assert table.do(OfferSeat(), 0)[0].n == OFFER
    return table


def agreed() -> Timed:
    """Returns a table at which the others have agreed."""
    table = offered()
    for seat in (1, 2):
        table.do(AnswerSeatOffer(OFFER, True), seat)
    return table


def test_another_person_takes_an_offered_seat_when_all_others_agree() -> None:
    table = Timed(Clock(match=600))
    table.after(5).do(Draw(), 0)
    hand, left = table.state.hands[0], table.match.timing
    number = table.do(OfferSeat(), 0)[0].n
    assert table.match.offer == SeatOffer(number, 0)
    assert events(table.do(AnswerSeatOffer(number, True), 2)) == (SeatOfferAnswered(number, 2, True),)
    assert table.code(TakeSeat(0, EVE), 0) == "started-already"
    assert events(table.do(AnswerSeatOffer(number, True), 1)) == (SeatOfferAnswered(number, 1, True), SeatOpened(0))
    table.do(Step(1), 0)  # the person plays on until the seat is taken
    assert events(table.do(TakeSeat(0, EVE), 0)) == (SeatChanged(0, EVE),)
    match = table.match
    assert [chair.player for chair in match.chairs] == [EVE, BEN, f"{2:032x}"]
    assert match.former == (FormerPlayer(0, f"{0:032x}", match.version),)
    assert (table.state.hands[0], match.offer) == (hand, None)
    assert match.timing is not None
    assert left is not None
    assert match.timing.watches[0].left == left.watches[0].left
    table.do(TakeBack(match.version - 2), 0)
    assert table.match.chairs == match.chairs, "an undo does not bring a person back"
    assert table.verified().ok


def test_one_batch_opens_a_seat_if_only_bots_are_there() -> None:
    table = Timed(None, bots=(1, 2))
    assert events(table.do(OfferSeat(), 0)) == (SeatOffered(0), SeatOpened(0))
    table.do(TakeSeat(0, EVE), 0)
    assert table.verified().ok


def test_a_seat_cannot_be_offered_where_players_decide_nothing_together() -> None:
    own = Timed(None, takebacks=Takebacks.OWN)
    held, lesson, waiting = (Table(DEMO, "0" * 31 + "1", bytes(32)) for _ in range(3))
    people = (SeatHolder(player=EVE), SeatHolder(player=BEN))
    held.do(OpenMatch(people, LONG, held=True), by=Author.ENGINE)
    lesson.do(OpenMatch(people, LONG, tutorial="first"), by=Author.ENGINE)
    waiting.do(OpenMatch((people[0], SeatHolder()), LONG), by=Author.ENGINE)
    refusals = [table.refusal(OfferSeat(), 0) for table in (own, held, lesson, waiting)]
    assert [one and one.code for one in refusals] == ["seat-stays", "seat-stays", "seat-stays", "not-started"]


@for_each(
    ("is_open", "command", "seat", "code"),
    [
        (False, OfferSeat(), 1, "seat-offered-already"),
        (False, AnswerSeatOffer(99, True), 1, "no-such-seat-offer"),
        (False, AnswerSeatOffer(OFFER, True), 0, "seat-offer-answered"),
        (False, TakeSeat(0, EVE), 0, "started-already"),
        (True, AnswerSeatOffer(OFFER, False), 1, "seat-offer-answered"),
        (True, TakeSeat(1, EVE), 1, "started-already"),
        (True, TakeSeat(0, EVE, entropy="00"), 0, "seat-for-person"),
        (True, TakeSeat(0, bot="easy"), 0, "seat-for-person"),
        (True, TakeSeat(0, BEN), 0, "seated-already"),
        (True, TakeSeat(0, REFEREE), 0, "knows-hidden-cards"),
        (True, TakeSeat(0, EVE), 0, None),
    ],
)
def test_an_offered_seat_refuses(is_open: bool, command: Any, seat: int, code: str | None) -> None:
    table = agreed() if is_open else offered()
    table.do(Inspect(REFEREE), by=Author.REFEREE)
    assert table.code(command, seat) == code


def test_a_person_may_return_to_their_seat_but_not_sit_at_another() -> None:
    table = agreed()
    table.do(TakeSeat(0, EVE), 0)
    for seat, code in ((1, "knows-hidden-cards"), (0, None)):
        (offer,) = table.do(OfferSeat(), seat)
        for other in {0, 1, 2} - {seat}:
            table.do(AnswerSeatOffer(offer.n, True), other)
        assert table.code(TakeSeat(seat, f"{0:032x}"), seat) == code
        table.do(AnswerSeatOffer(offer.n, False), seat)


@for_each("ends", ["withdrawn", "refused", "resigned", "time"])
def test_an_offer_lapses_if_it_is_withdrawn_or_refused_or_a_seat_is_lost(ends: str) -> None:
    table = agreed() if ends == "withdrawn" else offered()
    match ends:
        case "withdrawn" | "refused":
            table.do(AnswerSeatOffer(OFFER, False), 0 if ends == "withdrawn" else 1)
        case "resigned":
            table.do(Resign(), 2)
            assert table.code(OfferSeat(), 2) == "forfeited"
        case "time":
            table.after(61).do(CallTime(), by=Author.CLOCK)
            assert table.code(OfferSeat(), 0) == "bot-plays"
    assert table.match.offer is None
    assert update_listing(Listing(id=table.match.id), table.log).offered is None


def test_the_lobby_lists_an_open_seat_and_whoever_left_it() -> None:
    table = agreed()
    listing = update_listing(Listing(id=table.match.id), table.log)
    assert listing.offered == 0
    listing = update_listing(listing, table.do(TakeSeat(0, EVE), 0))
    assert (listing.offered, listing.former) == (None, table.match.former)
    assert [chair.player for chair in listing.chairs] == [chair.player for chair in table.match.chairs]
    assert [match for _, match in walk(DEMO, Match(id=table.match.id), table.log)][-1] == table.match
