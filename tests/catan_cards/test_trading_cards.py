"""Merchant and Caravan, and the Chapel that compensates for a robbery (B54, B55, K22, R16, R40)."""

from __future__ import annotations

import pytest

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import Decline, Gain, Give, PlayCaravan, PlayCard, Receive, Take, YieldFrom
from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.prompts import (
    ActionPrompt,
    GainPrompt,
    GivePrompt,
    ReceivePrompt,
    TakePrompt,
    Why,
    YieldPrompt,
)
from chronik.domain.catan_cards.state import Built, Continuation, Land, SeatState, State
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
    region,
    rig_chance,
)

MERCHANT, CARAVAN, BRIGANDS = card("merchant"), card("caravan"), card("brigands")
CHAPEL, COLOSSUS = Built(card("chapel_st_agatha"), -1, ABOVE), Built(card("colossus"), -1, BELOW)
FULL = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3, "gold": 3}


def seats(mine: dict[str, int] | int, his: dict[str, int] | int, *built: Built) -> tuple[SeatState, SeatState]:
    """Returns seat 0 with the three cards, and seat 1 with these buildings; `mine` and `his` are their resources."""
    return principality(0, hand=(MERCHANT, CARAVAN, BRIGANDS), stored=mine), principality(1, built=built, stored=his)


def play_merchant(state: State) -> Moment:
    """Returns the moment after the Merchant was played."""
    return given(state).when(0, PlayCard(MERCHANT))


# Merchant (B54)


def test_the_merchants_player_takes_one_or_two_resources_and_gives_one() -> None:
    """B54: the second may be declined, and is asked even if only one kind is left (R85)."""
    state = position(*seats(0, {"ore": 2}))
    mine, his = region(state, 0, "ore"), region(state, 1, "ore")
    moment = play_merchant(state)
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
    taken.then(
        Taken(0, mine, 1, his, Why.MERCHANT),
        Resumed(),
        Given(0, mine, 1, his, Why.MERCHANT),
        Resumed(),
        merchant_done(),
    )
    taken.then_stored(0, ore=1).then_stored(1, ore=1)
    declined = moment.when(0, Decline())
    declined.then(Declined(0), Resumed(), Given(0, mine, 1, his, Why.MERCHANT), Resumed(), merchant_done())
    declined.then_stored(0, ore=0).then_stored(1, ore=2).then_asked(ActionPrompt(0))


def merchant_done() -> CardDone:
    return CardDone(0, MERCHANT)


def test_the_merchants_player_must_take_at_least_one_resource() -> None:
    """B54: one or two."""
    moment = play_merchant(position(*seats(1, 1)))
    moment.then_asked(TakePrompt(0, 1, 2, Why.MERCHANT))
    moment.when(0, Decline()).then_rejected("compulsory", "R85")
    assert len(moment.options(0)) == 6


def test_the_merchants_player_may_give_back_a_resource_just_taken() -> None:
    """B54, R4."""
    state = position(*seats({"gold": 1}, {"ore": 1}))
    ore, gold = region(state, 0, "ore"), region(state, 0, "gold")
    moment = play_merchant(state)
    moment.then(
        CardPlayed(0, MERCHANT),
        ...,
        Taken(0, ore, 1, region(state, 1, "ore"), Why.MERCHANT),
        Resumed(),
        QuestionsAsked((GivePrompt(0, 1, Why.MERCHANT),), Continuation.GIVE),
    )
    assert moment.options(0) == [Give(ore), Give(gold)]
    assert moment.default(0) == Give(ore)  # R90: two kinds held equally, in the order of R90
    moment.when(0, Give(region(state, 0, "wool"))).then_rejected("region", "B15")
    moment.when(0, Give(gold)).then(
        Given(0, gold, 1, region(state, 1, "gold"), Why.MERCHANT), Resumed(), CardDone(0, MERCHANT)
    )


def test_the_receiver_chooses_the_receiving_region() -> None:
    """R4: the receiver is asked if several regions have room."""
    his = principality(1, stored={"wool": 1}, more=(Land("mountains_4", 4, ABOVE), Land("fields_4", 4, BELOW)))
    state = position(principality(0, hand=(MERCHANT,), stored={"ore": 1}), his)
    ore, here, there = region(state, 0, "ore"), region(state, 1, "ore"), region(state, 1, "ore", 1)
    moment = play_merchant(state).when(0, Give(ore))
    moment.then(
        Choosing(0, ore, Why.MERCHANT),
        QuestionsAsked((ReceivePrompt(1, 0, Kind.ORE, ore, Why.MERCHANT),), Continuation.GIVE),
    )
    assert moment.options(1) == [Receive(here), Receive(there)]
    assert moment.default(1) == Receive(here)  # R90: equal room, so the lower id
    moment.when(1, Receive(region(state, 1, "wool"))).then_rejected("room", "B14")
    moment.when(1, Receive(here)).then(Given(0, ore, 1, here, Why.MERCHANT), Resumed(), CardDone(0, MERCHANT))


def test_the_victim_chooses_which_region_gives_before_the_second_resource_is_taken() -> None:
    """R4, B54."""
    his = principality(1, stored={"ore": 1}, more=(Land("mountains_4", 4, ABOVE, 1), Land("fields_4", 4, BELOW)))
    state = position(principality(0, hand=(MERCHANT,), stored=0), his)
    ore, here = region(state, 0, "ore"), region(state, 1, "ore")
    moment = play_merchant(state)
    moment.then_asked(YieldPrompt(1, 0, Kind.ORE, ore, 2, Why.MERCHANT))
    moment.when(1, YieldFrom(here)).then(
        Taken(0, ore, 1, here, Why.MERCHANT),
        QuestionsAsked((TakePrompt(0, 1, 1, Why.MERCHANT, optional=True),), Continuation.TAKE),
    )


def test_only_a_resource_with_room_is_given() -> None:
    """B54: both players need room."""
    state = position(*seats({"gold": 1}, {**FULL, "ore": 2}))
    ore = region(state, 0, "ore")
    moment = play_merchant(state).when(0, Take(ore)).when(0, Decline())
    moment.then(
        Declined(0), Resumed(), Given(0, ore, 1, region(state, 1, "ore"), Why.MERCHANT), Resumed(), merchant_done()
    )


@pytest.mark.parametrize(("mine", "his"), [(1, 0), (FULL, 1)])
def test_a_merchant_needs_an_opponent_with_a_resource(mine: dict[str, int] | int, his: int) -> None:
    """B34, R16: a resource of the opponent for which there is room."""
    moment = given(position(*seats(mine, his)))
    moment.when(0, PlayCard(MERCHANT)).then_rejected("no-effect", "B34")
    assert PlayCard(MERCHANT) not in moment.options(0)


def test_no_protection_card_answers_a_merchant() -> None:
    """R22: the opponent is asked nothing."""
    moment = play_merchant(position(principality(0, hand=(MERCHANT,)), principality(1, hand=(card("bishop"),))))
    assert {prompt.seat for prompt in moment.state.prompts} == {0}


# Chapel of St. Agatha (K22, R40)


def test_the_chapel_compensates_after_the_merchant_is_resolved() -> None:
    """K22, R40: with one resource of choice from the bank (R3)."""
    moment = play_merchant(position(*seats(0, {"ore": 1}, CHAPEL)))
    moment.then(
        CardPlayed(0, MERCHANT),
        ...,
        Resumed(),
        CardDone(0, MERCHANT),
        QuestionsAsked((GainPrompt(1, 1, Why.CHAPEL),), Continuation.GAIN),
    )
    wool = region(moment.state, 1, "wool")
    moment.when(1, Gain(wool)).then(Gained(1, wool, Why.CHAPEL)).then_asked(ActionPrompt(0))


def test_a_chapel_that_is_triggered_twice_gives_two_resources() -> None:
    """R40."""
    state = position(*seats(0, {"ore": 2}, CHAPEL))
    moment = play_merchant(state).when(0, Decline()).when(1, Gain(region(state, 1, "wool")))
    moment = moment.when(0, PlayCard(BRIGANDS)).when(1, Decline(), rig_chance(duel=(0,)))
    moment = moment.when(0, Take(region(state, 0, "wool")))
    moment.then(..., CardDone(0, BRIGANDS), QuestionsAsked((GainPrompt(1, 1, Why.CHAPEL),), Continuation.GAIN))


@pytest.mark.parametrize(("pips", "compensated"), [(1, 1), (6, 0)])
def test_the_chapel_compensates_only_for_brigands_that_won(pips: int, compensated: int) -> None:
    """K22: a lost roll gives nothing."""
    moment = given(position(*seats({"gold": 1}, {"ore": 1}, CHAPEL))).when(0, PlayCard(BRIGANDS))
    moment = moment.when(1, Decline(), rig_chance(duel=(pips - 1,)))
    assert len([one for one in moment.state.prompts if isinstance(one, GainPrompt)]) == compensated


def test_the_chapel_ignores_its_owners_brigands() -> None:
    """K22: whether they win or lose."""
    mine = principality(0, hand=(BRIGANDS,), built=(CHAPEL,), stored={"gold": 1})
    for pips in (1, 6):
        moment = given(position(mine, principality(1, stored={"ore": 1}))).when(0, PlayCard(BRIGANDS))
        moment.when(1, Decline(), rig_chance(duel=(pips - 1,))).then_asked(ActionPrompt(0))


def test_the_chapel_does_not_compensate_a_leading_owner() -> None:
    """K22: with equal points the owner is compensated (the case above)."""
    his = principality(1, built=(CHAPEL, COLOSSUS), cities=(-1,), stored={"ore": 1})
    moment = play_merchant(position(principality(0, hand=(MERCHANT,), stored=0), his))
    moment.then(..., CardDone(0, MERCHANT)).then_asked(ActionPrompt(0))
    assert not moment.all(Gained)


def test_the_chapel_compares_points_when_the_card_is_announced() -> None:
    """R40: the state remembers the comparison."""
    his = principality(1, built=(CHAPEL,), stored=1)
    level = play_merchant(position(principality(0, hand=(MERCHANT,)), his))
    assert [one.behind for one in level.state.playing] == [False]
    behind = play_merchant(position(principality(0, hand=(MERCHANT,)), principality(1, cities=(1,))))
    assert [one.behind for one in behind.state.playing] == [True]


def test_a_chapel_without_room_gains_nothing() -> None:
    """R3: the resource is forfeited."""
    moment = play_merchant(position(*seats({"gold": 1}, FULL, CHAPEL)))
    moment = moment.when(0, Take(region(moment.state, 0, "ore"))).when(0, Decline())
    moment.then(..., CardDone(0, MERCHANT)).then_asked(ActionPrompt(0))


def test_the_chapel_ignores_its_owners_merchant() -> None:
    """K22: it answers the opponent's cards."""
    mine = principality(0, hand=(MERCHANT,), built=(CHAPEL,), stored=0)
    play_merchant(position(mine, principality(1, stored={"ore": 1}))).then_asked(ActionPrompt(0))


# Caravan (B55)


def play_caravan(state: State, give: tuple[str, ...], into: tuple[str, ...]) -> Moment:
    return given(state).when(0, PlayCaravan(CARAVAN, give, into))


def test_a_caravan_exchanges_one_or_two_resources() -> None:
    """B55: for example, two of one kind are exchanged for two different kinds."""
    state = position(*seats({"wool": 2, "gold": 1}, 1))
    wool, gold, ore, brick = [region(state, 0, kind) for kind in ("wool", "gold", "ore", "brick")]
    play_caravan(state, (wool,), (ore,)).then(
        CardPlayed(0, CARAVAN), CaravanCame(0, (wool,), (ore,)), CardDone(0, CARAVAN)
    ).then_stored(0, wool=1, ore=1)
    play_caravan(state, (wool, wool), (ore, brick)).then_stored(0, wool=0, ore=1, brick=1)
    moment = play_caravan(state, (wool, gold), (ore, ore)).then_stored(0, wool=1, gold=0, ore=2)
    assert moment.state.discards == ((CARAVAN,),)
    moment.then_asked(ActionPrompt(0))


def test_a_caravan_with_an_invalid_exchange_is_refused() -> None:
    """B55, B14, B15."""
    state = position(*seats({"wool": 2, "gold": 1, "brick": 3, "ore": 2}, 1))
    wool, gold, ore, brick = [region(state, 0, kind) for kind in ("wool", "gold", "ore", "brick")]
    his = region(state, 1, "ore")
    play_caravan(state, (wool,), (gold, ore)).then_rejected("exchange", "B55")
    play_caravan(state, (wool, gold), (ore,)).then_rejected("exchange", "B55")
    play_caravan(state, (wool, gold), (ore, wool)).then_rejected("exchange", "B55")  # a kind that was given
    play_caravan(state, (wool, wool, gold), (ore, ore, ore)).then_rejected("exchange", "B55")
    play_caravan(state, (gold, gold), (wool, wool)).then_rejected("stored", "B15")
    play_caravan(state, (his,), (wool,)).then_rejected("stored", "B15")
    play_caravan(state, (wool,), (his,)).then_rejected("region", "B15")
    play_caravan(state, (wool,), (brick,)).then_rejected("room", "B14")
    play_caravan(state, (wool, gold), (ore, ore)).then_rejected("room", "B14")


def test_the_options_for_a_caravan_are_listed_by_kinds_of_resources() -> None:
    """B55, R91: the fullest region gives, and the emptiest one receives."""
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


def test_a_caravan_needs_a_resource_to_give_and_room_to_receive_one() -> None:
    """B34: otherwise none is offered."""
    assert given(position(*seats(0, 1))).options(0, PlayCaravan) == []
    assert given(position(*seats(FULL, 1))).options(0, PlayCaravan) == []


# Tournament (T8)


def test_a_merchant_goes_to_its_players_pile_in_the_tournament_game() -> None:
    """T8, R60: this includes a Merchant that was the opponent's."""
    stolen = card("merchant", owner=1)
    state = position(
        principality(0, hand=(stolen,), stored=0),
        principality(1, stored={"ore": 1}),
        options=TOURNAMENT,
        discards=((), ()),
    )
    assert given(state).when(0, PlayCard(stolen)).state.discards == ((stolen,), ())
