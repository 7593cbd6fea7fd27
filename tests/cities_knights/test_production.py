"""Production: the yields of the hexes, shortages, and the aqueduct (R7)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import NOTHING, Counts, Kind
from chronik.domain.cities_knights.commands import Roll, TakeResource
from chronik.domain.cities_knights.events import (
    ActionBegan,
    AqueductUsed,
    DiceRolled,
    Produced,
    QuestionsAsked,
    ShipMoved,
)
from chronik.domain.cities_knights.facts.rulesets import CommodityBank
from chronik.domain.cities_knights.prompts import AqueductPrompt
from chronik.domain.cities_knights.state import UNLIMITED, Continuation, Face, Phase, SeatState
from tests.cities_knights.loaded import load_dice
from tests.support.cases import for_each
from tests.support.cities_knights.table import BEGINNER, FACTS, GAME, Moment, at, cards, given, position


def roll_total(*seats: SeatState, total: int, **changes: Any) -> Moment:
    """Returns the moment after a roll of this total; the ship moves one step."""
    dice = (total // 2, total - total // 2)
    state = position(*seats, phase=Phase.PRE_ROLL, **changes)
    return given(state).when(state.active, Roll(), load_dice(dice, event="ship"))


def gained_cards(moment: Moment) -> tuple[Counts, ...]:
    found = moment.all(Produced)
    return found[0].gained if found else ()


@for_each(
    ("corner", "total", "settlement", "city"),
    [
        (44, 5, cards(brick=1), cards(brick=2)),
        (46, 6, cards(grain=1), cards(grain=2)),
        (9, 9, cards(lumber=1), cards(lumber=1, paper=1)),
        (48, 11, cards(wool=1), cards(wool=1, cloth=1)),
        (5, 10, cards(ore=1), cards(ore=1, coin=1)),
    ],
)
def test_a_settlement_gets_one_resource_and_a_city_the_yield_of_its_terrain(
    corner: int, total: int, settlement: Counts, city: Counts
) -> None:
    """R7.1, C-19: in hills and fields a city gets two resources, elsewhere one resource and a commodity."""
    assert gained_cards(roll_total(SeatState(), SeatState(settlements=at(corner)), total=total)) == ((), settlement)
    assert gained_cards(roll_total(SeatState(), SeatState(cities=at(corner)), total=total)) == ((), city)
    roll_total(SeatState(settlements=at(corner)), SeatState(), total=total).then_seat(0, hand=settlement)


def test_a_sideways_city_produces_as_a_settlement() -> None:
    """R7.2, R10.6."""
    assert gained_cards(roll_total(SeatState(sideways=at(48)), SeatState(), total=11)) == (cards(wool=1), ())


def test_every_building_at_every_hex_with_the_rolled_token_produces() -> None:
    """R7.1: both hexes with an 8, several buildings at one hex; other tokens produce nothing."""
    seats = (SeatState(settlements=at(30, 42)), SeatState(cities=at(41), settlements=at(33)), SeatState())
    moment = roll_total(*seats, total=8)
    moment.then(
        DiceRolled(4, 4, Face.SHIP),
        ShipMoved(1),
        Produced((cards(ore=1, lumber=1), cards(ore=1, coin=1, lumber=1), ())),
        ActionBegan(),
    )


def test_no_event_is_logged_if_no_hex_produces() -> None:
    roll_total(SeatState(settlements=at(30)), SeatState(), total=2).then(DiceRolled(1, 1, Face.SHIP), ShipMoved(1), ...)
    assert not gained_cards(roll_total(SeatState(settlements=at(30)), SeatState(), total=2))


def test_the_robbers_hex_produces_nothing() -> None:
    """R7.1, R8.4: it gives no commodities either; the other hex with the same token still produces."""
    seats = (SeatState(cities=at(30, 42)), SeatState())
    assert gained_cards(roll_total(*seats, total=8, robber=11)) == (cards(lumber=1, paper=1), ())


def test_a_robber_off_the_board_blocks_no_hex() -> None:
    """C-44, C-73."""
    assert gained_cards(roll_total(SeatState(settlements=at(5)), SeatState(), total=10, robber=-1)) == (
        cards(ore=1),
        (),
    )


def test_swapped_tokens_affect_production_at_once() -> None:
    """R7.1: tokens are read from the state, not from the deal."""
    state = position(SeatState(settlements=at(5)), SeatState(), phase=Phase.PRE_ROLL)
    tokens = list(state.tokens)
    tokens[0], tokens[1] = tokens[1], tokens[0]
    moment = given(replace(state, tokens=tuple(tokens))).when(0, Roll(), load_dice((1, 1), event="ship"))
    assert gained_cards(moment) == (cards(ore=1), ())


# Shortage


def test_a_single_seat_gets_what_is_left_of_a_kind_that_runs_short() -> None:
    """R7.3, C-53: two claims on one ore; the event names the shortage."""
    moment = roll_total(SeatState(settlements=at(30, 41)), SeatState(hand=cards(ore=18)), total=8)
    assert moment.the(Produced) == Produced((cards(ore=1), ()), (Kind.ORE,))


def test_if_a_kind_runs_short_for_several_seats_none_gets_any() -> None:
    """R7.3: the event names the shortage although no seat gets a card."""
    moment = roll_total(SeatState(settlements=at(30)), SeatState(settlements=at(41), hand=cards(ore=18)), total=8)
    assert moment.the(Produced) == Produced(((), ()), (Kind.ORE,))


def test_a_bank_with_exactly_enough_cards_is_not_short() -> None:
    """R7.3."""
    moment = roll_total(SeatState(settlements=at(30)), SeatState(settlements=at(41), hand=cards(ore=17)), total=8)
    assert moment.the(Produced) == Produced((cards(ore=1), cards(ore=1)))


def test_one_kind_that_runs_short_does_not_affect_the_others() -> None:
    """R7.3, C-41: a commodity without its resource and the other way round; nothing is replaced."""
    ore_gone = roll_total(SeatState(cities=at(30)), SeatState(settlements=at(41), hand=cards(ore=18)), total=8)
    assert ore_gone.the(Produced) == Produced((cards(coin=1), ()), (Kind.ORE,))
    coins_gone = roll_total(SeatState(cities=at(30)), SeatState(hand=cards(coin=12)), total=8)
    assert coins_gone.the(Produced) == Produced((cards(ore=1), ()), (Kind.COIN,))


def test_an_unlimited_bank_never_lacks_commodities() -> None:
    """C-41 (commodity_bank = unlimited): resources still run short."""
    options = replace(BEGINNER, commodity_bank=CommodityBank.UNLIMITED)
    seats = (SeatState(cities=at(30)), SeatState(cities=at(41), hand=cards(ore=19, coin=30)))
    moment = roll_total(*seats, total=8, options=options)
    assert moment.the(Produced) == Produced((cards(coin=1), cards(coin=1)), (Kind.ORE,))
    assert moment.state.bank[6] == UNLIMITED - 32


# Aqueduct


AQUEDUCT = SeatState(levels=(0, 0, 3))


def test_seats_with_an_aqueduct_that_get_nothing_take_a_resource_clockwise() -> None:
    """R7.4, C-36: one after the other from the active seat; only those with the third level of science."""
    moment = roll_total(AQUEDUCT, SeatState(levels=(5, 5, 2)), AQUEDUCT, total=2, active=2)
    moment.then(..., QuestionsAsked((AqueductPrompt(2),), Continuation.AQUEDUCT, (0,)))
    moment.when(0, TakeResource(Kind.ORE)).then_rejected("not-asked")
    moment = moment.when(2, TakeResource(Kind.ORE))
    moment.then(AqueductUsed(2, Kind.ORE), QuestionsAsked((AqueductPrompt(0),), Continuation.AQUEDUCT))
    moment = moment.when(0, TakeResource(Kind.BRICK)).then(AqueductUsed(0, Kind.BRICK), ActionBegan())
    moment.then_seat(2, hand=cards(ore=1)).then_seat(0, hand=cards(brick=1))


def test_a_seat_that_received_a_card_gets_no_aqueduct_resource() -> None:
    """R7.4: a commodity alone is a card too."""
    seat = replace(AQUEDUCT, cities=at(30))
    roll_total(seat, SeatState(hand=cards(ore=19)), total=8).then(
        ..., Produced((cards(coin=1), ()), (Kind.ORE,)), ActionBegan()
    )


def test_a_seat_blocked_by_robber_or_shortage_still_uses_its_aqueduct() -> None:
    """R7.4, C-36: whatever the reason for getting nothing."""
    roll_total(replace(AQUEDUCT, settlements=at(30)), SeatState(), total=8, robber=11).then_asked(AqueductPrompt(0))
    seats = (replace(AQUEDUCT, settlements=at(30)), SeatState(hand=cards(ore=19)))
    roll_total(*seats, total=8).then_asked(AqueductPrompt(0))


def test_a_seven_gives_no_aqueduct_resource() -> None:
    """R7.4: aqueducts are used only after production, and a seven produces nothing."""
    roll_total(AQUEDUCT, SeatState(), total=7).then(..., ShipMoved(1), ActionBegan())


@pytest.mark.parametrize("decline", [True, False])
def test_an_option_decides_whether_the_aqueduct_can_be_declined(decline: bool) -> None:
    """R7.4 (aqueduct_decline). aqueduct_decline=true, aqueduct_decline=false."""
    moment = roll_total(AQUEDUCT, SeatState(), total=2, options=replace(BEGINNER, aqueduct_decline=decline))
    assert (TakeResource() in moment.options(0)) is decline
    assert len(moment.options(0)) == 5 + decline
    declined = moment.when(0, TakeResource())
    if decline:
        declined.then(AqueductUsed(0), ActionBegan()).then_seat(0, hand=NOTHING)
    else:
        declined.then_rejected("resource", "R7.4")


def test_an_aqueduct_takes_only_a_resource_that_the_bank_has() -> None:
    """R7.4: it never takes a commodity; by default it takes what the bank has most of (1.19)."""
    moment = roll_total(AQUEDUCT, SeatState(hand=cards(brick=2, ore=19)), total=2)
    for kind in (Kind.ORE, Kind.CLOTH, Kind.COIN, Kind.PAPER):
        moment.when(0, TakeResource(kind)).then_rejected("resource")
    assert moment.options(0) == [
        TakeResource(Kind.BRICK),
        TakeResource(Kind.LUMBER),
        TakeResource(Kind.WOOL),
        TakeResource(Kind.GRAIN),
        TakeResource(),
    ]
    assert GAME.default(moment.state, 0) == TakeResource(Kind.LUMBER)


def test_a_seat_is_not_asked_about_its_aqueduct_if_the_bank_has_no_resource() -> None:
    """R7.4: a second seat is not asked either if the first one took the last resource."""
    left = (*FACTS.bank[:5], 0, 0, 0)
    moment = roll_total(AQUEDUCT, replace(AQUEDUCT, hand=left), total=2)
    moment.then(..., ShipMoved(1), ActionBegan())
    one_less = (left[0] - 1, *left[1:])
    moment = roll_total(AQUEDUCT, replace(AQUEDUCT, hand=one_less), total=2).then_asked(AqueductPrompt(0))
    moment.when(0, TakeResource(Kind.BRICK)).then(AqueductUsed(0, Kind.BRICK), ActionBegan())
    moment.when(0, TakeResource()).then(AqueductUsed(0), QuestionsAsked((AqueductPrompt(1),), Continuation.AQUEDUCT))
