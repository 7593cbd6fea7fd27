"""The Spy (B57, R16, R35, R53, R60)."""

from __future__ import annotations

import pytest

from chronik.domain.catan_cards.commands import Decline, PlayCard, StealCard
from chronik.domain.catan_cards.events import CardDone, CardPlayed, CardStolen, HandShown, QuestionsAsked, Resumed
from chronik.domain.catan_cards.prompts import ActionPrompt, SpyPrompt, Why
from chronik.domain.catan_cards.rules.spying import stealable_cards
from chronik.domain.catan_cards.state import Continuation, State
from chronik.domain.engine.seats import Seat
from chronik.projections.catan_cards.seen import CatanCardsLook
from chronik.projections.catan_cards.view import view
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    FACTS,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
)

SPY, SCOUT, OTTO, ABBEY = card("spy"), card("scout"), card("knight_otto"), card("abbey")
GUIDO = card("guido")


def position_with_spy(*hand: str) -> State:
    """Returns a position in which seat 0 holds a Spy, seat 1 these cards."""
    return position(principality(0, hand=(SPY,)), principality(1, hand=hand))


def play_spy(*hand: str) -> Moment:
    """Returns the moment after the Spy was played."""
    return given(position_with_spy(*hand)).when(0, PlayCard(SPY))


def test_the_whole_hand_is_shown_and_then_a_card_is_chosen() -> None:
    """B57, E12: two steps."""
    moment = play_spy(ABBEY, SCOUT, OTTO)
    moment.then(
        CardPlayed(0, SPY),
        QuestionsAsked((), Continuation.CARD_DONE),
        HandShown(1, 0, Why.SPY),
        QuestionsAsked((SpyPrompt(0, 1),)),
    )
    assert moment.options(0) == [StealCard(OTTO), StealCard(SCOUT)]
    moment = moment.when(0, StealCard(OTTO))
    moment.then(CardStolen(0, 1, OTTO), Resumed(), CardDone(0, SPY))
    moment.then_seat(0, hand=(OTTO,)).then_seat(1, hand=(ABBEY, SCOUT)).then_asked(ActionPrompt(0))


@pytest.mark.parametrize("hand", [(SCOUT, ABBEY, OTTO), (OTTO, SCOUT, ABBEY)])
def test_a_spy_does_not_see_in_which_order_the_cards_came(hand: tuple[str, ...]) -> None:
    """E1, E12: a Spy sees the cards, but not which one was drawn last."""
    moment = play_spy(*hand)
    look = view(FACTS, moment.state, Seat(0)).sight
    assert isinstance(look, CatanCardsLook)
    assert look.cards == (ABBEY, OTTO, SCOUT) == moment.state.seats[0].hand_sight.cards
    assert moment.options(0) == [StealCard(OTTO), StealCard(SCOUT)]


def test_both_seats_remember_the_hand_that_the_spy_saw() -> None:
    """E10: the spying seat knows the cards left, the victim the card taken."""
    moment = play_spy(ABBEY, SCOUT).when(0, StealCard(SCOUT))
    assert moment.state.seats[0].hand_sight.cards == (ABBEY,)
    assert moment.state.seats[1].hand_sight.cards == (SCOUT,)


def test_a_spy_must_take_a_card_if_possible() -> None:
    """B57."""
    moment = play_spy(SCOUT)
    moment.when(0, StealCard()).then_rejected("compulsory", "R85")
    moment.when(0, Decline()).then_rejected("another-question", "E4")
    moment.then_asked(SpyPrompt(0, 1))  # even for a single card: the choice of a hidden card is always asked (R85)


def test_by_default_a_spy_takes_the_card_with_the_lowest_id() -> None:
    """R90."""
    assert play_spy(SCOUT, OTTO, card("arsonist")).default(0) == StealCard(card("arsonist"))
    assert play_spy(ABBEY).default(0) == StealCard()


def test_a_spy_is_used_up_even_if_the_hand_has_no_card_to_take() -> None:
    """B57, R16: the look must still be ended by an answer."""
    moment = play_spy(ABBEY, GUIDO).then_asked(SpyPrompt(0, 1))
    assert moment.options(0) == [StealCard()]
    moment.when(0, StealCard()).then(CardStolen(0, 1), Resumed(), CardDone(0, SPY)).then_seat(1, hand=(ABBEY, GUIDO))


@for_each("title", ["guido", "abbey", "library", "chapel_st_agatha", "market_town"])
def test_a_spy_cannot_take_buildings_or_guido(title: str) -> None:
    """B57, K14, K2: the Market Town is a building."""
    moment = given(position(principality(0, hand=(SPY,)), principality(1, hand=(card(title), SCOUT))))
    moment = moment.when(0, PlayCard(SPY))
    moment.when(0, StealCard(card(title))).then_rejected("target", "B51")


def test_a_spy_can_take_action_cards_and_units() -> None:
    """B57, R53: all action cards except Guido, knights, fleets, Lancers and the Traveling Theater."""
    titles = ("bishop", "growth", "artwork_epic", "joust", "knight_osmund", "fleet_ore", "lancers", "traveling_theater")
    hand = tuple(card(title) for title in titles)
    assert stealable_cards(FACTS, position_with_spy(*hand), 1) == sorted(hand)


def test_a_spy_cannot_take_a_card_outside_the_hand() -> None:
    """B57."""
    play_spy(SCOUT).when(0, StealCard(OTTO)).then_rejected("target", "B51")


def test_a_spy_needs_an_opposing_hand_card() -> None:
    """R16, B34: any card is enough."""
    moment = given(position_with_spy())
    moment.when(0, PlayCard(SPY)).then_rejected("no-effect", "B34")
    assert moment.options(0, PlayCard) == []
    assert given(position_with_spy(ABBEY)).options(0, PlayCard) == [PlayCard(SPY)]


def test_the_stolen_card_may_be_used_in_the_same_turn() -> None:
    """B57."""
    moment = play_spy(card("spy", 2), SCOUT).when(0, StealCard(card("spy", 2)))
    moment.when(0, PlayCard(card("spy", 2))).the(HandShown)


def test_a_stolen_card_keeps_its_owner_in_the_tournament_game() -> None:
    """T9, R60: a knight whose name is in play may be held (R61)."""
    spy, otto = card("spy", owner=0), card("knight_otto", owner=1)
    state = position(principality(0, hand=(spy,)), principality(1, hand=(otto,)), options=TOURNAMENT, discards=((), ()))
    moment = given(state).when(0, PlayCard(spy)).when(0, StealCard(otto))
    moment.then_seat(0, hand=(otto,))
    assert moment.state.discards == ((spy,), ())


def test_a_spy_sees_a_public_feeling_in_the_hand_but_cannot_take_it() -> None:
    """K4, R35."""
    state = position(
        principality(0, hand=(card("spy", owner=0),)),
        principality(1, hand=(card("public_feeling", owner=1), card("scout", owner=1))),
        options=TOURNAMENT,
        discards=((), ()),
    )
    moment = given(state).when(0, PlayCard(card("spy", owner=0)))
    assert moment.options(0) == [StealCard(card("scout", owner=1))]
