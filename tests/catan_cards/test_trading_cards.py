"""Merchant and Caravan, and the Chapel that answers a robbery (B54, B55, K22, R16, R40)."""

from __future__ import annotations

import pytest

from domain.catan_cards.cards.kinds import Kind
from domain.catan_cards.commands import Decline, Gain, Give, PlayCaravan, PlayCard, Receive, Take, YieldFrom
from domain.catan_cards.events import (
    CaravanCame,
    CardDone,
    CardPlayed,
    Choosing,
    Declined,
    Gained,
    Given,
    QuestionsAsked,
    Resumed,
    Taken,
)
from domain.catan_cards.prompts import (
    ActionPrompt,
    GainPrompt,
    GivePrompt,
    ReceivePrompt,
    TakePrompt,
    Why,
    YieldPrompt,
)
from domain.catan_cards.state import Built, Continuation, Land, SeatState, State
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    TOURNAMENT,
    Moment,
    card,
    given,
    loaded,
    position,
    principality,
    region,
)

MERCHANT, CARAVAN, BRIGANDS = card("merchant"), card("caravan"), card("brigands")
CHAPEL, COLOSSUS = Built(card("chapel_st_agatha"), -1, ABOVE), Built(card("colossus"), -1, BELOW)
FULL = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3, "gold": 3}


def seats(mine: dict[str, int] | int, his: dict[str, int] | int, *built: Built) -> tuple[SeatState, SeatState]:
    """Seat 0 holds the three cards and so many resources, seat 1 so many, and has built these."""
    return principality(0, hand=(MERCHANT, CARAVAN, BRIGANDS), stored=mine), principality(1, built=built, stored=his)


def merchant(state: State) -> Moment:
    """The moment after the Merchant was played."""
    return given(state).when(0, PlayCard(MERCHANT))


# Merchant (B54)


def test_the_merchant_takes_one_or_two_and_gives_one() -> None:
    """B54: the second may be declined, and is asked even where one kind alone is left (R85)."""
    state = position(*seats(0, {"ore": 2}))
    mine, his = region(state, 0, "ore"), region(state, 1, "ore")
    moment = merchant(state)
    moment.then(
        CardPlayed(0, MERCHANT),
        QuestionsAsked((), Continuation.CARD_DONE),
        QuestionsAsked((), Continuation.MERCHANT_GIVE),
        Taken(0, mine, 1, his, Why.MERCHANT),
        QuestionsAsked((TakePrompt(0, 1, 1, Why.MERCHANT, optional=True),), Continuation.TAKE),
    )
    assert moment.options(0) == [Take(mine), Decline()]
    assert moment.default(0) == Take(mine)  # R90
    taken = moment.when(0, Take(mine))
    taken.then(Taken(0, mine, 1, his, Why.MERCHANT), Resumed(), Given(0, mine, 1, his, Why.MERCHANT), Resumed(), done())
    taken.then_stored(0, ore=1).then_stored(1, ore=1)
    declined = moment.when(0, Decline())
    declined.then(Declined(0), Resumed(), Given(0, mine, 1, his, Why.MERCHANT), Resumed(), done())
    declined.then_stored(0, ore=0).then_stored(1, ore=2).then_asked(ActionPrompt(0))


def done() -> CardDone:
    return CardDone(0, MERCHANT)


def test_the_first_resource_cannot_be_declined() -> None:
    """B54: one or two."""
    moment = merchant(position(*seats(1, 1)))
    moment.then_asked(TakePrompt(0, 1, 2, Why.MERCHANT))
    moment.when(0, Decline()).then_rejected("compulsory", "R85")
    assert len(moment.options(0)) == 6


def test_the_giver_names_what_he_gives_and_may_give_what_he_has_just_taken() -> None:
    """B54, R4."""
    state = position(*seats({"gold": 1}, {"ore": 1}))
    ore, gold = region(state, 0, "ore"), region(state, 0, "gold")
    moment = merchant(state)
    moment.then(
        CardPlayed(0, MERCHANT),
        ...,
        Taken(0, ore, 1, region(state, 1, "ore"), Why.MERCHANT),
        Resumed(),
        QuestionsAsked((GivePrompt(0, 1, Why.MERCHANT),), Continuation.GIVE),
    )
    assert moment.options(0) == [Give(ore), Give(gold)]
    assert moment.default(0) == Give(ore)  # R90: held as often, in the order of R90
    moment.when(0, Give(region(state, 0, "wool"))).then_rejected("region", "B15")
    moment.when(0, Give(gold)).then(
        Given(0, gold, 1, region(state, 1, "gold"), Why.MERCHANT), Resumed(), CardDone(0, MERCHANT)
    )


def test_who_is_given_to_says_where_it_goes() -> None:
    """R4: he is asked where several of his regions have room."""
    his = principality(1, stored={"wool": 1}, more=(Land("mountains_4", 4, ABOVE), Land("fields_4", 4, BELOW)))
    state = position(principality(0, hand=(MERCHANT,), stored={"ore": 1}), his)
    ore, here, there = region(state, 0, "ore"), region(state, 1, "ore"), region(state, 1, "ore", 1)
    moment = merchant(state).when(0, Give(ore))
    moment.then(
        Choosing(0, ore, Why.MERCHANT),
        QuestionsAsked((ReceivePrompt(1, 0, Kind.ORE, ore, Why.MERCHANT),), Continuation.GIVE),
    )
    assert moment.options(1) == [Receive(here), Receive(there)]
    assert moment.default(1) == Receive(here)  # R90: as much room, the lower id
    moment.when(1, Receive(region(state, 1, "wool"))).then_rejected("room", "B14")
    moment.when(1, Receive(here)).then(Given(0, ore, 1, here, Why.MERCHANT), Resumed(), CardDone(0, MERCHANT))


def test_who_is_taken_from_says_where_it_comes_from_and_the_second_is_asked_all_the_same() -> None:
    """R4, B54."""
    his = principality(1, stored={"ore": 1}, more=(Land("mountains_4", 4, ABOVE, 1), Land("fields_4", 4, BELOW)))
    state = position(principality(0, hand=(MERCHANT,), stored=0), his)
    ore, here = region(state, 0, "ore"), region(state, 1, "ore")
    moment = merchant(state)
    moment.then_asked(YieldPrompt(1, 0, Kind.ORE, ore, 2, Why.MERCHANT))
    moment.when(1, YieldFrom(here)).then(
        Taken(0, ore, 1, here, Why.MERCHANT),
        QuestionsAsked((TakePrompt(0, 1, 1, Why.MERCHANT, optional=True),), Continuation.TAKE),
    )


def test_only_what_has_room_is_given() -> None:
    """B54: both need room."""
    state = position(*seats({"gold": 1}, {**FULL, "ore": 2}))
    ore = region(state, 0, "ore")
    moment = merchant(state).when(0, Take(ore)).when(0, Decline())
    moment.then(Declined(0), Resumed(), Given(0, ore, 1, region(state, 1, "ore"), Why.MERCHANT), Resumed(), done())


@pytest.mark.parametrize(("mine", "his"), [(1, 0), (FULL, 1)])
def test_a_merchant_needs_a_resource_to_take(mine: dict[str, int] | int, his: int) -> None:
    """B34, R16: the opponent has none, or none finds room."""
    moment = given(position(*seats(mine, his)))
    moment.when(0, PlayCard(MERCHANT)).then_rejected("no-effect", "B34")
    assert PlayCard(MERCHANT) not in moment.options(0)


def test_a_merchant_has_no_protection() -> None:
    """R22: the opponent is asked nothing."""
    moment = merchant(position(principality(0, hand=(MERCHANT,)), principality(1, hand=(card("bishop"),))))
    assert {prompt.seat for prompt in moment.state.prompts} == {0}


# Chapel of St. Agatha (K22, R40)


def test_the_chapel_compensates_after_the_merchant_is_resolved() -> None:
    """K22, R40; one of choice from the bank (R3)."""
    moment = merchant(position(*seats(0, {"ore": 1}, CHAPEL)))
    moment.then(
        CardPlayed(0, MERCHANT),
        ...,
        Resumed(),
        CardDone(0, MERCHANT),
        QuestionsAsked((GainPrompt(1, 1, Why.CHAPEL),), Continuation.GAIN),
    )
    wool = region(moment.state, 1, "wool")
    moment.when(1, Gain(wool)).then(Gained(1, wool, Why.CHAPEL)).then_asked(ActionPrompt(0))


def test_two_triggers_give_two_resources() -> None:
    """R40."""
    state = position(*seats(0, {"ore": 2}, CHAPEL))
    moment = merchant(state).when(0, Decline()).when(1, Gain(region(state, 1, "wool")))
    moment = moment.when(0, PlayCard(BRIGANDS)).when(1, Decline(), loaded(duel=(0,)))
    moment = moment.when(0, Take(region(state, 0, "wool")))
    moment.then(..., CardDone(0, BRIGANDS), QuestionsAsked((GainPrompt(1, 1, Why.CHAPEL),), Continuation.GAIN))


@pytest.mark.parametrize(("pips", "compensated"), [(1, 1), (6, 0)])
def test_brigands_must_have_won(pips: int, compensated: int) -> None:
    """K22: a roll that is lost brings nothing."""
    moment = given(position(*seats({"gold": 1}, {"ore": 1}, CHAPEL))).when(0, PlayCard(BRIGANDS))
    moment = moment.when(1, Decline(), loaded(duel=(pips - 1,)))
    assert len([one for one in moment.state.prompts if isinstance(one, GainPrompt)]) == compensated


def test_no_resource_for_the_owners_own_brigands() -> None:
    """K22: neither when they fail nor when they win."""
    mine = principality(0, hand=(BRIGANDS,), built=(CHAPEL,), stored={"gold": 1})
    for pips in (1, 6):
        moment = given(position(mine, principality(1, stored={"ore": 1}))).when(0, PlayCard(BRIGANDS))
        moment.when(1, Decline(), loaded(duel=(pips - 1,))).then_asked(ActionPrompt(0))


def test_the_chapel_sleeps_for_who_leads() -> None:
    """K22: the owner must not have more VP; equal ones will do (the case above)."""
    his = principality(1, built=(CHAPEL, COLOSSUS), cities=(-1,), stored={"ore": 1})
    moment = merchant(position(principality(0, hand=(MERCHANT,), stored=0), his))
    moment.then(..., CardDone(0, MERCHANT)).then_asked(ActionPrompt(0))
    assert not moment.all(Gained)


def test_points_are_compared_when_the_card_is_announced() -> None:
    """R40: what the state remembers of the moment."""
    his = principality(1, built=(CHAPEL,), stored=1)
    level = merchant(position(principality(0, hand=(MERCHANT,)), his))
    assert [one.behind for one in level.state.playing] == [False]
    behind = merchant(position(principality(0, hand=(MERCHANT,)), principality(1, cities=(1,))))
    assert [one.behind for one in behind.state.playing] == [True]


def test_a_chapel_without_room_gains_nothing() -> None:
    """R3: the resource is forfeited."""
    moment = merchant(position(*seats({"gold": 1}, FULL, CHAPEL)))
    moment = moment.when(0, Take(region(moment.state, 0, "ore"))).when(0, Decline())
    moment.then(..., CardDone(0, MERCHANT)).then_asked(ActionPrompt(0))


def test_the_merchants_own_chapel_is_silent() -> None:
    """K22: it answers the opponent's cards."""
    mine = principality(0, hand=(MERCHANT,), built=(CHAPEL,), stored=0)
    merchant(position(mine, principality(1, stored={"ore": 1}))).then_asked(ActionPrompt(0))


# Caravan (B55)


def caravan(state: State, give: tuple[str, ...], into: tuple[str, ...]) -> Moment:
    return given(state).when(0, PlayCaravan(CARAVAN, give, into))


def test_a_caravan_exchanges_one_or_two() -> None:
    """B55: also two of one kind for two different ones."""
    state = position(*seats({"wool": 2, "gold": 1}, 1))
    wool, gold, ore, brick = [region(state, 0, kind) for kind in ("wool", "gold", "ore", "brick")]
    caravan(state, (wool,), (ore,)).then(
        CardPlayed(0, CARAVAN), CaravanCame(0, (wool,), (ore,)), CardDone(0, CARAVAN)
    ).then_stored(0, wool=1, ore=1)
    caravan(state, (wool, wool), (ore, brick)).then_stored(0, wool=0, ore=1, brick=1)
    moment = caravan(state, (wool, gold), (ore, ore)).then_stored(0, wool=1, gold=0, ore=2)
    assert moment.state.discards == ((CARAVAN,),)
    moment.then_asked(ActionPrompt(0))


def test_what_a_caravan_refuses() -> None:
    """B55, B14, B15."""
    state = position(*seats({"wool": 2, "gold": 1, "brick": 3, "ore": 2}, 1))
    wool, gold, ore, brick = [region(state, 0, kind) for kind in ("wool", "gold", "ore", "brick")]
    his = region(state, 1, "ore")
    caravan(state, (wool,), (gold, ore)).then_rejected("exchange", "B55")
    caravan(state, (wool, gold), (ore,)).then_rejected("exchange", "B55")
    caravan(state, (wool, gold), (ore, wool)).then_rejected("exchange", "B55")  # a kind that was given
    caravan(state, (wool, wool, gold), (ore, ore, ore)).then_rejected("exchange", "B55")
    caravan(state, (gold, gold), (wool, wool)).then_rejected("stored", "B15")
    caravan(state, (his,), (wool,)).then_rejected("stored", "B15")
    caravan(state, (wool,), (his,)).then_rejected("region", "B15")
    caravan(state, (wool,), (brick,)).then_rejected("room", "B14")
    caravan(state, (wool, gold), (ore, ore)).then_rejected("room", "B14")


def test_caravans_are_listed_by_kinds() -> None:
    """B55, R91: what is given leaves the fullest region, what is taken goes where most room is."""
    more = (Land("mountains_4", 4, ABOVE, 1), Land("fields_4", 4, BELOW, 3))
    state = position(principality(0, hand=(CARAVAN,), stored={"wool": 2}, more=more))
    listed = given(state).options(0, PlayCaravan)
    assert len(set(listed)) == len(listed)
    ore, also_ore, wool = region(state, 0, "ore"), "mountains_4", region(state, 0, "wool")
    assert PlayCaravan(CARAVAN, (also_ore,), (wool,)) in listed
    assert PlayCaravan(CARAVAN, (wool, wool), (ore, ore)) in listed
    for command in listed:
        given(state).when(0, command).the(CaravanCame)
    one = 3 * 5  # wool, grain or ore for each other kind
    two = 15 + 10 + 10 + 15 + 10  # two wools, wool and grain, wool and ore, two grains, grain and ore
    assert len(listed) == one + two - 2  # wool has room for one, not for two


def test_a_caravan_needs_something_to_give_and_room() -> None:
    """B34: nothing is offered otherwise."""
    assert given(position(*seats(0, 1))).options(0, PlayCaravan) == []
    assert given(position(*seats(FULL, 1))).options(0, PlayCaravan) == []


# Tournament (T8)


def test_a_merchant_goes_to_the_own_pile_in_the_tournament_game() -> None:
    """T8, R60: also one that was the opponent's."""
    stolen = card("merchant", owner=1)
    state = position(
        principality(0, hand=(stolen,), stored=0),
        principality(1, stored={"ore": 1}),
        options=TOURNAMENT,
        discards=((), ()),
    )
    assert given(state).when(0, PlayCard(stolen)).state.discards == ((stolen,), ())
