"""Production: what hexes bring, shortage, the aqueduct (R7)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.cities_knights.cards.kinds import NOTHING, Counts, Kind
from domain.cities_knights.commands import Roll, TakeResource
from domain.cities_knights.events import ActionBegan, AqueductUsed, DiceRolled, Produced, QuestionsAsked, ShipMoved
from domain.cities_knights.facts.rulesets import CommodityBank
from domain.cities_knights.prompts import AqueductPrompt
from domain.cities_knights.state import UNLIMITED, Continuation, Face, Phase, SeatState
from tests.support.cities_knights.loaded import loaded
from tests.support.cities_knights.table import BEGINNER, FACTS, GAME, Moment, at, cards, given, position


def rolled(*seats: SeatState, total: int, **changes: Any) -> Moment:
    """The roll of this total; the ship sails by one step."""
    dice = (total // 2, total - total // 2)
    state = position(*seats, phase=Phase.PRE_ROLL, **changes)
    return given(state).when(state.active, Roll(), loaded(dice, event="ship"))


def gained(moment: Moment) -> tuple[Counts, ...]:
    found = moment.all(Produced)
    return found[0].gained if found else ()


@pytest.mark.parametrize(
    ("corner", "total", "settlement", "city"),
    [
        (44, 5, cards(brick=1), cards(brick=2)),
        (46, 6, cards(grain=1), cards(grain=2)),
        (9, 9, cards(lumber=1), cards(lumber=1, paper=1)),
        (48, 11, cards(wool=1), cards(wool=1, cloth=1)),
        (5, 10, cards(ore=1), cards(ore=1, coin=1)),
    ],
)
def test_a_settlement_gets_one_resource_and_a_city_what_its_terrain_says(
    corner: int, total: int, settlement: Counts, city: Counts
) -> None:
    """R7.1, C-19: hills and fields two resources, the others one and a commodity."""
    assert gained(rolled(SeatState(), SeatState(settlements=at(corner)), total=total)) == ((), settlement)
    assert gained(rolled(SeatState(), SeatState(cities=at(corner)), total=total)) == ((), city)
    rolled(SeatState(settlements=at(corner)), SeatState(), total=total).then_seat(0, hand=settlement)


def test_a_sideways_city_is_a_settlement() -> None:
    """R7.2, R10.6."""
    assert gained(rolled(SeatState(sideways=at(48)), SeatState(), total=11)) == (cards(wool=1), ())


def test_every_building_at_every_hex_of_the_token_counts() -> None:
    """R7.1: both hexes with an 8, several buildings at one hex; other tokens bring nothing."""
    seats = (SeatState(settlements=at(30, 42)), SeatState(cities=at(41), settlements=at(33)), SeatState())
    moment = rolled(*seats, total=8)
    moment.then(
        DiceRolled(4, 4, Face.SHIP),
        ShipMoved(1),
        Produced((cards(ore=1, lumber=1), cards(ore=1, coin=1, lumber=1), ())),
        ActionBegan(),
    )


def test_nothing_is_told_when_nothing_is_produced() -> None:
    rolled(SeatState(settlements=at(30)), SeatState(), total=2).then(DiceRolled(1, 1, Face.SHIP), ShipMoved(1), ...)
    assert not gained(rolled(SeatState(settlements=at(30)), SeatState(), total=2))


def test_the_hex_of_the_robber_brings_nothing() -> None:
    """R7.1, R8.4: commodities included; the other hex of the token does."""
    seats = (SeatState(cities=at(30, 42)), SeatState())
    assert gained(rolled(*seats, total=8, robber=11)) == (cards(lumber=1, paper=1), ())


def test_a_robber_beside_the_board_stops_nothing() -> None:
    """C-44, C-73."""
    assert gained(rolled(SeatState(settlements=at(5)), SeatState(), total=10, robber=-1)) == (cards(ore=1), ())


def test_a_swap_of_tokens_counts_at_once() -> None:
    """R7.1: tokens are read from the state, not from the deal."""
    state = position(SeatState(settlements=at(5)), SeatState(), phase=Phase.PRE_ROLL)
    tokens = list(state.tokens)
    tokens[0], tokens[1] = tokens[1], tokens[0]
    moment = given(replace(state, tokens=tuple(tokens))).when(0, Roll(), loaded((1, 1), event="ship"))
    assert gained(moment) == (cards(ore=1), ())


# Shortage


def test_a_single_claimant_gets_the_rest() -> None:
    """R7.3, C-53: two claims on one ore; the shortage is told."""
    moment = rolled(SeatState(settlements=at(30, 41)), SeatState(hand=cards(ore=18)), total=8)
    assert moment.the(Produced) == Produced((cards(ore=1), ()), (Kind.ORE,))


def test_several_claimants_get_nothing_of_what_is_short() -> None:
    """R7.3: and the shortage is told though nobody gets a card."""
    moment = rolled(SeatState(settlements=at(30)), SeatState(settlements=at(41), hand=cards(ore=18)), total=8)
    assert moment.the(Produced) == Produced(((), ()), (Kind.ORE,))


def test_exactly_enough_is_no_shortage() -> None:
    """R7.3."""
    moment = rolled(SeatState(settlements=at(30)), SeatState(settlements=at(41), hand=cards(ore=17)), total=8)
    assert moment.the(Produced) == Produced((cards(ore=1), cards(ore=1)))


def test_kinds_run_short_independently() -> None:
    """R7.3, C-41: a commodity without its resource and the other way round; nothing is replaced."""
    ore_gone = rolled(SeatState(cities=at(30)), SeatState(settlements=at(41), hand=cards(ore=18)), total=8)
    assert ore_gone.the(Produced) == Produced((cards(coin=1), ()), (Kind.ORE,))
    coins_gone = rolled(SeatState(cities=at(30)), SeatState(hand=cards(coin=12)), total=8)
    assert coins_gone.the(Produced) == Produced((cards(ore=1), ()), (Kind.COIN,))


def test_a_bank_without_end_never_lacks_commodities() -> None:
    """C-41 (commodity_bank = unlimited): resources still run short."""
    options = replace(BEGINNER, commodity_bank=CommodityBank.UNLIMITED)
    seats = (SeatState(cities=at(30)), SeatState(cities=at(41), hand=cards(ore=19, coin=30)))
    moment = rolled(*seats, total=8, options=options)
    assert moment.the(Produced) == Produced((cards(coin=1), cards(coin=1)), (Kind.ORE,))
    assert moment.state.bank[6] == UNLIMITED - 32


# Aqueduct


AQUEDUCT = SeatState(levels=(0, 0, 3))


def test_who_gets_nothing_takes_a_resource_clockwise() -> None:
    """R7.4, C-36: one after the other from the active seat; only those with the third level of science."""
    moment = rolled(AQUEDUCT, SeatState(levels=(5, 5, 2)), AQUEDUCT, total=2, active=2)
    moment.then(..., QuestionsAsked((AqueductPrompt(2),), Continuation.AQUEDUCT, (0,)))
    moment.when(0, TakeResource(Kind.ORE)).then_rejected("not-asked")
    moment = moment.when(2, TakeResource(Kind.ORE))
    moment.then(AqueductUsed(2, Kind.ORE), QuestionsAsked((AqueductPrompt(0),), Continuation.AQUEDUCT))
    moment = moment.when(0, TakeResource(Kind.BRICK)).then(AqueductUsed(0, Kind.BRICK), ActionBegan())
    moment.then_seat(2, hand=cards(ore=1)).then_seat(0, hand=cards(brick=1))


def test_who_got_a_card_is_not_asked() -> None:
    """R7.4: a commodity alone is a card too."""
    seat = replace(AQUEDUCT, cities=at(30))
    rolled(seat, SeatState(hand=cards(ore=19)), total=8).then(
        ..., Produced((cards(coin=1), ()), (Kind.ORE,)), ActionBegan()
    )


def test_the_robber_and_a_shortage_leave_one_entitled() -> None:
    """R7.4, C-36: whatever the reason for getting nothing."""
    rolled(replace(AQUEDUCT, settlements=at(30)), SeatState(), total=8, robber=11).then_asked(AqueductPrompt(0))
    seats = (replace(AQUEDUCT, settlements=at(30)), SeatState(hand=cards(ore=19)))
    rolled(*seats, total=8).then_asked(AqueductPrompt(0))


def test_a_seven_feeds_no_aqueduct() -> None:
    """R7.4: after production on another total only."""
    rolled(AQUEDUCT, SeatState(), total=7).then(..., ShipMoved(1), ActionBegan())


@pytest.mark.parametrize("decline", [True, False])
def test_taking_nothing_depends_on_the_option(decline: bool) -> None:
    """R7.4 (aqueduct_decline). aqueduct_decline=true, aqueduct_decline=false."""
    moment = rolled(AQUEDUCT, SeatState(), total=2, options=replace(BEGINNER, aqueduct_decline=decline))
    assert (TakeResource() in moment.options(0)) is decline
    assert len(moment.options(0)) == 5 + decline
    declined = moment.when(0, TakeResource())
    if decline:
        declined.then(AqueductUsed(0), ActionBegan()).then_seat(0, hand=NOTHING)
    else:
        declined.then_rejected("resource", "R7.4")


def test_only_a_resource_of_the_bank_is_taken() -> None:
    """R7.4: no commodity, and nothing the bank does not hold; the most plentiful by default (1.19)."""
    moment = rolled(AQUEDUCT, SeatState(hand=cards(brick=2, ore=19)), total=2)
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


def test_nobody_is_asked_while_the_bank_has_no_resource() -> None:
    """R7.4: not even the second, when the first took the last one."""
    left = (*FACTS.bank[:5], 0, 0, 0)
    moment = rolled(AQUEDUCT, replace(AQUEDUCT, hand=left), total=2)
    moment.then(..., ShipMoved(1), ActionBegan())
    one_less = (left[0] - 1, *left[1:])
    moment = rolled(AQUEDUCT, replace(AQUEDUCT, hand=one_less), total=2).then_asked(AqueductPrompt(0))
    moment.when(0, TakeResource(Kind.BRICK)).then(AqueductUsed(0, Kind.BRICK), ActionBegan())
    moment.when(0, TakeResource()).then(AqueductUsed(0), QuestionsAsked((AqueductPrompt(1),), Continuation.AQUEDUCT))
