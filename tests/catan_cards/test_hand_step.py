"""The hand step: shed, draw, search, fetch an Artwork, exchange, end the turn (B36 to B40, K24, R56, R84, R99)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import (
    BuildCard,
    DrawCard,
    EndActions,
    EndTurn,
    Exchange,
    FetchArtwork,
    PickCard,
    SearchForCard,
    Shed,
)
from chronik.domain.catan_cards.events import (
    ActionsEnded,
    CardDrawn,
    CardPicked,
    CardsShed,
    Fetched,
    QuestionsAsked,
    StackSearched,
    TurnBegan,
)
from chronik.domain.catan_cards.forms import CardsForm, forms
from chronik.domain.catan_cards.prompts import HandPrompt, PickPrompt, RollPrompt, ShedPrompt, Why
from chronik.domain.catan_cards.state import Built, Phase, SeatState
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    FACTS,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
    region,
)

HAND = ("abbey-1", "garrison-1", "smithy-1")
STACKS = (("spy-1", "scout-1", "merchant-1"), ("caravan-1", "brigands-1"), (), ("colossus-1",), ("guido-1",), ())
TOWN_HALL, PATRONS_HOUSE = (Built(card(name), 1, ABOVE) for name in ("town_hall", "patrons_house"))


def hand_step(
    *hand: str, seat: SeatState | None = None, stacks: tuple[tuple[str, ...], ...] = STACKS, **changes: Any
) -> Moment:
    """Returns the hand step of seat 0 with this hand."""
    own = replace(seat or principality(0), hand=hand)
    return given(position(own, phase=Phase.HAND, stacks=stacks, **changes))


# The beginning and the end of the step


def test_ending_the_actions_always_begins_the_hand_step() -> None:
    """R99, B12."""
    moment = given(position(principality(0, hand=HAND))).when(0, EndActions()).then(ActionsEnded(0))
    moment.then_asked(HandPrompt(0, 0, exchange=True))


def test_cards_above_the_limit_are_shed_first() -> None:
    """B37: the player chooses cards and stacks."""
    hand = (*HAND, "church-1", "library-1")
    moment = given(position(principality(0, hand=hand), stacks=STACKS)).when(0, EndActions())
    moment.then(ActionsEnded(0), ...).then_asked(ShedPrompt(0, 2))
    moment = moment.when(0, Shed(("abbey-1", "church-1"), (3, 1)))
    moment.then(CardsShed(0, ("abbey-1", "church-1"), (3, 1))).then_asked(HandPrompt(0, 0, exchange=True))
    assert moment.state.stacks[2] == ("abbey-1",)
    assert moment.state.stacks[0][-1] == "church-1"


def test_each_choice_of_many_cards_to_shed_is_listed_once() -> None:
    """B37: a form describes other orders and stacks; ten cards in every order are over a million."""
    more = ("church", "library", "marketplace", "mint", "harbor", "fleet_ore", "fleet_wool")
    hand = (*HAND, *map(card, more))
    moment = given(position(principality(0, hand=hand), stacks=STACKS)).when(0, EndActions())
    moment.then_asked(ShedPrompt(0, 7))
    listed = moment.options(0)
    assert len(listed) == 120 * len(STACKS)
    assert len({frozenset(one.cards) for one in listed}) == 120
    assert forms(FACTS, moment.state, 0) == (CardsForm("shed", hand, 7, (1, 2, 3, 4, 5, 6)),)
    moment.when(0, Shed(hand[:2:-1], (6, 5, 4, 3, 2, 1, 1))).then_seat(0, hand=hand[:3])


def test_an_abbey_and_a_library_raise_the_hand_limit() -> None:
    """B36: each of them raises it by one."""
    built = (Built("abbey-2", -1, ABOVE), Built("library-1", 1, ABOVE), Built("library-2", 1, ABOVE))
    moment = given(position(principality(0, hand=HAND, built=built, cities=(1,)))).when(0, EndActions())
    moment.then_asked(HandPrompt(0, 3))


def test_a_player_with_a_full_hand_may_end_the_turn() -> None:
    """R84: the player ends the step when nothing is compulsory any more."""
    hand_step(*HAND).when(0, EndTurn()).then(TurnBegan(1)).then_asked(RollPrompt(1, 8))


def test_drawing_up_to_the_limit_is_compulsory() -> None:
    """R84, B38."""
    moment = hand_step("abbey-1")
    assert moment.options(0, EndTurn) == []
    assert moment.when(0, EndTurn()).then_rejected("must-draw", "R84").facts == {"left": 2}


def test_no_card_is_drawn_if_all_stacks_are_empty() -> None:
    """B40, R66, R84."""
    moment = hand_step("abbey-1", stacks=((),) * 6)
    assert moment.options(0) == [EndTurn()]
    assert moment.default(0) == EndTurn()
    moment.when(0, DrawCard(1)).then_rejected("stack")
    moment.when(0, EndTurn()).then(TurnBegan(1))


# Drawing and searching (B38)


def test_drawing_the_top_card_of_a_stack_costs_nothing() -> None:
    """B38, R69: cards are drawn one by one."""
    moment = hand_step("abbey-1").when(0, DrawCard(1)).then(CardDrawn(0, 1, "spy-1"))
    moment = moment.then_asked(HandPrompt(0, 1)).when(0, DrawCard(2)).then(CardDrawn(0, 2, "caravan-1"))
    moment.then_seat(0, hand=("abbey-1", "spy-1", "caravan-1"), drawn=2).then_asked(HandPrompt(0, 0))


@pytest.mark.parametrize("stack", [3, 6])
def test_an_empty_stack_cannot_be_drawn_from(stack: int) -> None:
    """R78."""
    moment = hand_step()
    moment.when(0, DrawCard(stack)).then_rejected("stack")
    moment.when(0, SearchForCard(stack)).then_rejected("stack")
    assert {one.stack for one in moment.options(0)} == {1, 2, 4, 5}


def test_no_card_is_drawn_above_the_limit() -> None:
    """B38."""
    moment = hand_step(*HAND)
    moment.when(0, DrawCard(1)).then_rejected("hand-full", "B38")
    moment.when(0, SearchForCard(1)).then_rejected("hand-full")
    assert moment.options(0, DrawCard) == []


def test_a_search_shows_the_stack_before_a_card_is_chosen() -> None:
    """B38, E12, R70: a search takes two steps, and the stack keeps its order."""
    moment = hand_step(*HAND[:2], seat=principality(0, stored={"ore": 2, "wool": 1}))
    ore, wool = (region(moment.state, 0, kind) for kind in ("ore", "wool"))
    moment = moment.when(0, SearchForCard(1, (ore, wool)))
    moment.then(StackSearched(0, 1, Why.SEARCH, paid=(ore, wool)), QuestionsAsked((PickPrompt(0, 1),)))
    moment.then_stored(0, ore=1, wool=0)
    assert moment.options(0) == [PickCard(one) for one in STACKS[0]]
    assert moment.default(0) == PickCard("spy-1")
    moment.when(0, PickCard("caravan-1")).then_rejected("card")
    moment = moment.when(0, PickCard("scout-1")).then(CardPicked(0, 1, "scout-1")).then_asked(HandPrompt(0, 0))
    assert moment.state.stacks[0] == ("spy-1", "merchant-1")
    assert moment.state.seats[0].hand[-1] == "scout-1"


def test_by_default_a_search_is_paid_with_the_most_plentiful_resources() -> None:
    """R90, R91: one by one, ties in the order of the resources; the event lists them in that order."""
    moment = hand_step(seat=principality(0, stored={"ore": 2, "brick": 1, "gold": 1}))
    ore, brick = (region(moment.state, 0, kind) for kind in ("ore", "brick"))
    moment.when(0, SearchForCard(2)).then(StackSearched(0, 2, Why.SEARCH, paid=(brick, ore)), ...)


def test_with_a_town_hall_a_search_costs_only_one_resource() -> None:
    """B38, B59: further Town Halls change nothing."""
    built = (TOWN_HALL, Built(card("town_hall", 2), 1, BELOW))
    moment = hand_step(seat=principality(0, stored={"gold": 1}, built=built, cities=(1,)))
    gold = region(moment.state, 0, "gold")
    moment.when(0, SearchForCard(1)).then(StackSearched(0, 1, Why.SEARCH, paid=(gold,)), ...)


def test_a_search_must_be_paid_exactly() -> None:
    """R5, R91."""
    moment = hand_step(seat=principality(0, stored={"ore": 1, "wool": 1}))
    ore, grain = region(moment.state, 0, "ore"), region(moment.state, 0, "grain")
    for wrong in ((ore,), (ore, ore), (ore, grain), ("nowhere", ore)):
        moment.when(0, SearchForCard(1, wrong)).then_rejected("payment", "R91")
    poor = hand_step(seat=principality(0, stored={"ore": 1}))
    poor.when(0, SearchForCard(1)).then_rejected("cost")
    assert poor.options(0, SearchForCard) == []


def test_by_default_a_card_is_drawn_from_the_first_stack() -> None:
    """R90: the default draws from the first stack that has cards, and ends the step if nothing is compulsory."""
    assert hand_step("abbey-1", stacks=((), *STACKS[1:])).default(0) == DrawCard(2)
    assert hand_step(*HAND).default(0) == EndTurn()


def test_players_draw_from_separate_stacks_in_the_tournament_game() -> None:
    """T7, T8: `of` names the owner; four stacks of seat 0, then four of seat 1."""
    stacks = (("0:spy-1",), (), (), (), ("1:spy-1",), ("1:scout-1", "1:abbey-1"), (), ())
    seats = (principality(0), principality(1, stored=1))
    moment = given(position(*seats, options=TOURNAMENT, phase=Phase.HAND, stacks=stacks, active=1))
    assert moment.options(1, DrawCard) == [DrawCard(1), DrawCard(2)]
    moment.when(1, DrawCard(3)).then_rejected("stack")
    moment.when(1, DrawCard(5)).then_rejected("stack")
    moment.when(1, DrawCard(1)).then(CardDrawn(1, 1, "1:spy-1", of=1))
    searched = moment.when(1, SearchForCard(2))
    searched.then(StackSearched(1, 2, Why.SEARCH, of=1, paid=searched.the(StackSearched).paid), ...)
    searched.when(1, PickCard("1:abbey-1")).then(CardPicked(1, 2, "1:abbey-1", of=1))


def test_a_card_gained_in_the_hand_step_is_not_used_in_that_turn() -> None:
    """B40: it is neither built nor played."""
    hand_step("abbey-1").when(0, BuildCard("abbey-1", -1, ABOVE)).then_rejected("another-question")


# An Artwork of the discard pile (K24, R56)

PILE = (("artwork_epic-1", "spy-1", "artwork_relief-1"),)
LESS_SPY = (STACKS[0][1:], *STACKS[1:])


def seat_with_patrons_house(*hand: str, built: tuple[Built, ...] = (PATRONS_HOUSE,), **changes: Any) -> Moment:
    """Returns the hand step of seat 0 with a Patron's House and one gold."""
    own = principality(0, stored={"gold": 1}, built=built, cities=(1,), **changes)
    return hand_step(*hand, seat=own, stacks=LESS_SPY, discards=PILE)


def test_a_fetched_artwork_counts_as_a_drawn_card() -> None:
    """K24 (2), R56: the pile keeps its order, the card is public; draws may come before and after."""
    moment = seat_with_patrons_house("abbey-1").when(0, DrawCard(2))
    assert moment.options(0, FetchArtwork) == [FetchArtwork("artwork_epic-1"), FetchArtwork("artwork_relief-1")]
    gold = region(moment.state, 0, "gold")
    moment = moment.when(0, FetchArtwork("artwork_epic-1"))
    moment.then(Fetched(0, "artwork_epic-1", Why.ARTWORK, paid=(gold,))).then_asked(HandPrompt(0, 0))
    assert moment.state.discards == (("spy-1", "artwork_relief-1"),)
    assert moment.state.seats[1].hand_sight.cards == ("artwork_epic-1",)


def test_only_one_artwork_can_be_fetched_in_a_turn() -> None:
    """K24 (3), R48: not even for two gold."""
    two = seat_with_patrons_house(built=(PATRONS_HOUSE, Built(card("patrons_house", 2), 1, BELOW)), fetched=True)
    assert two.options(0, FetchArtwork) == []
    two.when(0, FetchArtwork("artwork_epic-1")).then_rejected("used", "R48")


def test_a_player_with_a_full_hand_cannot_fetch_an_artwork() -> None:
    """K24 (4): nor can cards be exchanged with the discard pile."""
    moment = seat_with_patrons_house(*HAND)
    moment.when(0, FetchArtwork("artwork_epic-1")).then_rejected("hand-full")
    assert moment.options(0, FetchArtwork) == []


def test_an_artwork_can_be_fetched_only_with_a_patrons_house_and_gold() -> None:
    """K24 (2)."""
    seat_with_patrons_house(built=()).when(0, FetchArtwork("artwork_epic-1")).then_rejected("card")
    seat_with_patrons_house().when(0, FetchArtwork("spy-1")).then_rejected("card")
    seat_with_patrons_house().when(0, FetchArtwork("artwork_fountain-1")).then_rejected("card")
    poor = hand_step(
        seat=principality(0, stored=0, built=(PATRONS_HOUSE,), cities=(1,)), stacks=LESS_SPY, discards=PILE
    )
    poor.when(0, FetchArtwork("artwork_epic-1")).then_rejected("cost")
    assert poor.options(0, FetchArtwork) == []


def test_an_artwork_may_be_fetched_if_all_stacks_are_empty() -> None:
    """R84."""
    own = principality(0, stored={"gold": 1}, built=(PATRONS_HOUSE,), cities=(1,))
    moment = hand_step("abbey-1", seat=own, stacks=((),) * 6, discards=PILE)
    assert moment.options(0) == [FetchArtwork("artwork_epic-1"), FetchArtwork("artwork_relief-1"), EndTurn()]


def test_players_fetch_artworks_from_separate_piles_in_the_tournament_game() -> None:
    """K24, T8."""
    own = principality(0, stored=1, built=(Built("0:patrons_house-1", 1, ABOVE),), cities=(1,))
    piles = (("0:artwork_epic-1",), ("1:artwork_epic-1",))
    moment = given(position(own, options=TOURNAMENT, phase=Phase.HAND, discards=piles))
    moment.when(0, FetchArtwork("1:artwork_epic-1")).then_rejected("card")
    fetched = moment.when(0, FetchArtwork("0:artwork_epic-1"))
    assert fetched.the(Fetched).of == 0
    assert fetched.state.discards == ((), ("1:artwork_epic-1",))


# Exchanging (B39)


def test_a_player_with_a_full_hand_may_exchange_a_card_with_a_stack() -> None:
    """B39: once per turn, a card goes under a stack, and the stack's top card comes to the hand."""
    moment = hand_step(*HAND).when(0, Exchange("garrison-1", 2))
    moment.then(CardsShed(0, ("garrison-1",), (2,), Why.EXCHANGE), CardDrawn(0, 2, "caravan-1"))
    assert moment.state.stacks[1] == ("brigands-1", "garrison-1")
    moment.then_seat(0, hand=("abbey-1", "smithy-1", "caravan-1")).then_asked(HandPrompt(0, 0))
    moment.when(0, Exchange("abbey-1", 1)).then_rejected("no-exchange", "B39")
    assert moment.options(0) == [EndTurn()]


def test_a_player_who_drew_a_card_cannot_exchange_one() -> None:
    """B39."""
    moment = hand_step(*HAND[:2]).when(0, DrawCard(1))
    moment.when(0, Exchange("abbey-1", 1)).then_rejected("no-exchange")
    hand_step(*HAND[:2]).when(0, Exchange("abbey-1", 1)).then_rejected("no-exchange")


def test_a_player_who_shed_cards_may_still_exchange_one() -> None:
    """B39: the hand was above the limit when the step began."""
    moment = given(position(principality(0, hand=(*HAND, "church-1")), stacks=STACKS)).when(0, EndActions())
    moment = moment.when(0, Shed(("church-1",), (1,)))
    moment.when(0, Exchange("abbey-1", 1)).then(..., CardDrawn(0, 1, "spy-1"))


def test_an_exchange_needs_a_stack_with_cards() -> None:
    """R72."""
    moment = hand_step(*HAND)
    moment.when(0, Exchange("abbey-1", 3)).then_rejected("stack", "B38")
    assert {one.stack for one in moment.options(0, Exchange)} == {1, 2, 4, 5}


def test_an_exchange_by_search_may_take_the_same_card_back() -> None:
    """B39, R84: the search is paid, and one card must be taken."""
    moment = hand_step(*HAND, seat=principality(0, stored={"gold": 2}))
    gold = region(moment.state, 0, "gold")
    moment = moment.when(0, Exchange("abbey-1", 4, search=True))
    moment.then(
        CardsShed(0, ("abbey-1",), (4,), Why.EXCHANGE),
        StackSearched(0, 4, Why.EXCHANGE, paid=(gold, gold)),
        QuestionsAsked((PickPrompt(0, 4),)),
    )
    assert moment.options(0) == [PickCard("colossus-1"), PickCard("abbey-1")]
    again = moment.when(0, PickCard("abbey-1")).then(CardPicked(0, 4, "abbey-1"))
    again.then_seat(0, hand=("garrison-1", "smithy-1", "abbey-1")).then_asked(HandPrompt(0, 0))


def test_an_exchange_costs_something_only_if_it_includes_a_search() -> None:
    """B39, R5."""
    moment = hand_step(*HAND)
    ore, wool = (region(moment.state, 0, kind) for kind in ("ore", "wool"))
    moment.when(0, Exchange("abbey-1", 1, pay=(ore, wool))).then_rejected("payment")
    moment.when(0, Exchange("abbey-1", 1, search=True, pay=(ore,))).then_rejected("payment")
    moment.when(0, Exchange("spy-1", 1)).then_rejected("card")
    poor = hand_step(*HAND, seat=principality(0, stored=0))
    poor.when(0, Exchange("abbey-1", 1, search=True)).then_rejected("cost")
    assert not any(one.search for one in poor.options(0, Exchange))


def test_every_listed_option_of_the_hand_step_is_accepted() -> None:
    """R84."""
    for moment in (
        hand_step("abbey-1"),
        hand_step(*HAND),
        seat_with_patrons_house("abbey-1"),
        seat_with_patrons_house(*HAND),
    ):
        for command in moment.options(0):
            assert moment.when(0, command).refused is None
