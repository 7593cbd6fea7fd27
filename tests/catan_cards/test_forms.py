"""Forms: commands of a seat that are not listed (G10, R73, R91)."""

from __future__ import annotations

from chronik.domain.catan_cards.cards.kinds import Kind, Resources
from chronik.domain.catan_cards.commands import BuildRoad, OfferTrade, PayTax, SearchForCard
from chronik.domain.catan_cards.events import Lost, RoadBuilt, StackSearched
from chronik.domain.catan_cards.facts.rulesets import Ruleset
from chronik.domain.catan_cards.forms import CardsForm, DeckForm, Form, LayoutForm, PaymentForm, TradeForm, forms
from chronik.domain.catan_cards.options import options
from chronik.domain.catan_cards.prompts import (
    DeckPrompt,
    LayoutPrompt,
    Prompt,
    ShedPrompt,
    TakeCardsPrompt,
    TaxPrompt,
    Why,
)
from chronik.domain.catan_cards.state import Land, Phase, Question, State
from tests.support.catan_cards.table import ABOVE, BELOW, FACTS, TOURNAMENT, given, position, principality, region

HAND = ("abbey-1", "spy-1")


def state_with_prompts(*prompts: Prompt) -> State:
    """Returns a state in which seat 0 has two cards and these prompts."""
    return position(principality(0, hand=HAND, stored={"ore": 2, "gold": 1}), stack=(Question(prompts),))


def forms_of(state: State, *kinds: type) -> list[Form]:
    return [form for form in forms(FACTS, state, 0) if isinstance(form, kinds or object)]


def test_forms_describe_decks_and_layouts() -> None:
    """T13, B3, X5, T6."""
    crest = tuple(region.id for region in FACTS.crests[0])
    assert forms_of(state_with_prompts(DeckPrompt(0), DeckPrompt(1))) == [DeckForm("bring-deck", 33, 4)]
    assert forms_of(state_with_prompts(LayoutPrompt(0, feeling=True))) == [
        LayoutForm("choose-layout", crest, feeling=True)
    ]
    deck = tuple(f"0:{name}-1" for name in ("abbey", "spy", "church", "scout"))
    state = position(principality(0, deck=deck), options=TOURNAMENT, stack=(Question((LayoutPrompt(0, hand=3),)),))
    assert forms_of(state) == [LayoutForm("choose-layout", crest, among=deck, count=3)]


def test_forms_describe_choices_of_cards() -> None:
    """B8, B37."""
    state = state_with_prompts(TakeCardsPrompt(0, 2, 3))
    assert forms_of(state) == [CardsForm("take-cards", state.stacks[1], 3)]
    assert forms_of(state_with_prompts(ShedPrompt(0, 2))) == [CardsForm("shed", HAND, 2, (1, 2, 3, 4, 5, 6))]


def test_a_seat_without_a_question_has_no_options_and_no_forms() -> None:
    state = state_with_prompts(ShedPrompt(0, 2))
    assert forms(FACTS, state, 1) == ()
    assert list(options(FACTS, state, 1)) == []


def test_a_price_that_can_be_paid_in_several_ways_has_a_form() -> None:
    """R91: the regions that may pay; no form if there is only one way, as for three of three."""
    more = (Land("hills_1", 2, ABOVE, 2), Land("hills_2", 2, BELOW, 1))
    state = position(principality(0, stored={"brick": 2, "lumber": 1}, more=more, roads=(0,)))
    bricks = region(state, 0, "brick"), "hills_1", "hills_2"
    lumber = region(state, 0, "lumber")
    assert forms_of(state, PaymentForm) == [
        PaymentForm("build-road", (*bricks, lumber), Resources(brick=2, lumber=1)),
        PaymentForm("trade-with-bank", bricks, Resources(brick=3), give=Kind.BRICK),
    ]
    given(state).when(0, BuildRoad(-2, pay=("hills_1", lumber, "hills_2"))).then(
        RoadBuilt(0, -2, ("hills_1", lumber, "hills_2"))
    )
    only = position(principality(0, stored={"brick": 2, "lumber": 1}))
    assert BuildRoad(-2) in options(FACTS, only, 0)
    assert forms_of(only, PaymentForm) == []


def test_forms_describe_offers_and_caravans() -> None:
    """R73, B55: from stored resources, into regions with room; an offer only while one is left."""
    state = position(principality(0, hand=("caravan-1",), stored={"ore": 3, "gold": 1}))
    ore, gold = region(state, 0, "ore"), region(state, 0, "gold")
    room = tuple(land.region for land in state.seats[0].lands if land.region != ore)
    offer, caravan = forms_of(state, TradeForm)
    assert offer == TradeForm("offer-trade", _sort_regions(state, ore, gold), room, 3)
    assert caravan == TradeForm("play-caravan", _sort_regions(state, ore, gold), room, 2, "caravan-1")
    mute = position(principality(0, stored=1), options=Ruleset(offers_per_turn=0))
    assert forms_of(mute, TradeForm) == []


def test_the_answer_to_an_offer_may_choose_regions() -> None:
    """R73: the regions that give store the wanted kind, and those that receive store the offered kind."""
    state = position(principality(0, stored={"ore": 1}), principality(1, stored={"gold": 1}))
    ore, gold = region(state, 0, "ore"), region(state, 0, "gold")
    theirs, room = region(state, 1, "gold"), region(state, 1, "ore")
    state = given(state).when(0, OfferTrade((ore,), (gold,))).state
    assert list(forms(FACTS, state, 1)) == [TradeForm("answer-offer", (theirs,), (room,), 1)]


def _sort_regions(state: State, *regions: str) -> tuple[str, ...]:
    """Returns the regions in the order of their places."""
    return tuple(land.region for land in state.seats[0].lands if land.region in regions)


def test_a_tax_and_a_search_can_be_paid_with_any_kinds_of_resources() -> None:
    """K19, B38, R5."""
    state = state_with_prompts(TaxPrompt(0, 2))
    ore, gold = region(state, 0, "ore"), region(state, 0, "gold")
    assert forms_of(state) == [PaymentForm("pay-tax", _sort_regions(state, ore, gold), any=2)]
    given(state).when(0, PayTax((gold, ore))).then(Lost(0, (gold, ore), Why.UNREST))
    seat = principality(0, hand=HAND, stored={"ore": 2, "gold": 1})
    state = position(seat, phase=Phase.HAND)
    assert forms_of(state) == [PaymentForm("search-for-card", _sort_regions(state, ore, gold), any=2)]
    given(state).when(0, SearchForCard(1, (ore, gold))).then(StackSearched(0, 1, Why.SEARCH, paid=(ore, gold)), ...)
