"""Production, and Small Market Town (B13, B14, B59, K28)."""

from __future__ import annotations

from typing import Any

import pytest

from chronik.domain.catan_cards.commands import Gain, PayStar, PlayAlchemist, Side
from chronik.domain.catan_cards.events import ActionsBegan, Gained, Produced
from chronik.domain.catan_cards.prompts import ActionPrompt, GainPrompt, Why
from chronik.domain.catan_cards.state import Built, Land, SeatState
from tests.catan_cards.rolling import PLACES, TOURNAMENT_FACE, before_roll, effect, on, roll_dice, roll_event_card
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    BELOW,
    FACTS,
    Moment,
    card,
    given,
    principality,
    rig_chance,
    wide_principality,
    with_feeling,
)


def roll_production(*seats: SeatState, number: int, **changes: Any) -> Moment:
    """Returns the moment after a roll with production only."""
    return roll_dice(before_roll(*seats, **changes), TOURNAMENT_FACE, number)


@for_each("number", range(1, 7))
def test_regions_with_the_rolled_number_gain_one_resource(number: int) -> None:
    """B13: the regions of both players gain, and the event names them (E6)."""
    moment = roll_production(wide_principality(0), wide_principality(1), number=number, options=BASE)
    seats = [[land.region for land in seat.lands] for seat in (wide_principality(0), wide_principality(1))]
    regions = [region for lands in seats for region in lands if FACTS.lands[region].number == number]
    assert moment.the(Produced) == Produced(tuple(regions))
    for seat in (0, 1):
        for land in moment.state.seats[seat].lands:
            assert land.stored == (2 if land.region in regions else 1)


def test_the_order_of_seats_has_no_effect_on_production() -> None:
    """R8: both players produce simultaneously."""
    moment = roll_production(number=2, options=BASE, active=1, first=1)
    assert moment.the(Produced).gained == ("fields_2_b", "mountains_2_a")


def test_a_full_region_gains_nothing() -> None:
    """B14: surplus is lost and does not move to another region of the kind."""
    more = [Land("mountains_4", -4, ABOVE, 0)]
    moment = roll_production(principality(0, stored={"ore": 3}, more=more), number=2, options=BASE)
    assert moment.the(Produced) == Produced(("fields_2_b",), ("mountains_2_a",))
    moment.then_stored(0, ore=3)


DOUBLE = {
    "brick_factory": (5, "hills_5_a", -1, BELOW),
    "foundry": (2, "mountains_2_a", 1, ABOVE),
    "grain_mill": (1, "fields_1_a", -1, ABOVE),
    "sawmill": (4, "forest_4_a", -1, BELOW),
    "woolen_mill": (3, "pasture_3_a", 1, ABOVE),
}


@for_each("name", DOUBLE)
@for_each("stored", range(4))
def test_a_production_building_doubles_production(name: str, stored: int) -> None:
    """B59, R7: two instead of one, up to three stored; a region with two gains one."""
    number, region, slot, side = DOUBLE[name]
    moment = roll_production(principality(0, stored=stored, built=on(slot, side, name)), number=number, options=BASE)
    assert moment.the(Produced).gained.count(region) == min(2, 3 - stored)
    assert (region in moment.the(Produced).full) == (stored == 3)


@for_each(
    ("name", "slot", "side"),
    [("foundry", -1, BELOW), ("foundry", 1, BELOW), ("grain_mill", 1, ABOVE), ("woolen_mill", -1, ABOVE)],
)
def test_a_production_building_doubles_only_its_kind_beside_it(name: str, slot: int, side: Side) -> None:
    """B11, B59: a site borders the two regions of its side."""
    for number in range(1, 7):
        moment = roll_production(principality(0, built=on(slot, side, name)), number=number, options=BASE)
        gained = [region for region in moment.the(Produced).gained if region.endswith("_a")]
        assert len(gained) == 1


def test_two_production_buildings_on_one_region_do_not_triple() -> None:
    """R6: still two, although these cards exist only once each."""
    built = [Built(card("foundry"), -1, ABOVE), Built("foundry-2", 1, ABOVE)]
    moment = roll_production(principality(0, stored=0, built=built), number=2, options=BASE)
    assert moment.the(Produced).gained.count("mountains_2_a") == 2


# Small Market Town

TOWN = on(0, None, "market_town")
FULL = {"ore": 3, "wool": 1}


def test_a_market_town_gains_one_resource_for_a_full_region() -> None:
    """K28, R38: its owner chooses it after normal production."""
    moment = roll_production(principality(0, stored=FULL, built=TOWN), number=2)
    assert effect(moment) == [Produced(("fields_2_b",), ("mountains_2_a",))]
    moment.then_asked(GainPrompt(0, 1, Why.MARKET_TOWN))
    assert Gain("mountains_2_a") not in moment.options(0)
    moment = moment.when(0, Gain("pasture_3_a"))
    moment.then(Gained(0, "pasture_3_a", Why.MARKET_TOWN), ..., ActionsBegan())


def test_full_regions_gain_nothing_without_a_market_town() -> None:
    """K28."""
    roll_production(principality(0, stored=FULL), number=2).then_asked(ActionPrompt(0))


@for_each("stored", range(4))
def test_a_market_town_gains_exactly_one_for_a_full_region_with_doubled_production(stored: int) -> None:
    """R38: with two stored it gains one and no bonus."""
    seat = principality(0, stored={"ore": stored}, built=[*TOWN, *on(1, ABOVE, "foundry")])
    moment = roll_production(seat, number=2)
    asked = (GainPrompt(0, 1, Why.MARKET_TOWN),) if stored == 3 else (ActionPrompt(0),)
    moment.then_asked(*asked)


def test_a_market_town_works_in_the_turn_of_the_other_player() -> None:
    """R38: the Market Town works in both players' turns."""
    moment = roll_production(principality(0, stored=FULL, built=TOWN), number=2, active=1, first=1)
    moment.then_asked(GainPrompt(0, 1, Why.MARKET_TOWN))


def test_a_region_counts_as_full_if_it_was_full_before_production() -> None:
    """R38, R98: two full regions give two resources, one by one; regions that this production filled do not count."""
    more = [Land("mountains_4", -4, ABOVE, 3), Land("fields_4", -4, BELOW, 2)]
    seat = principality(0, stored={"lumber": 3}, more=more, built=TOWN)
    moment = roll_production(seat, number=4)
    assert moment.the(Produced) == Produced(("fields_4", "pasture_4_b"), ("mountains_4", "forest_4_a"))
    moment.then_asked(GainPrompt(0, 2, Why.MARKET_TOWN))
    moment = moment.when(0, Gain("hills_5_a"))
    moment.then_asked(GainPrompt(0, 1, Why.MARKET_TOWN))
    moment.when(0, Gain("hills_5_a")).then_stored(0, brick=2)


def test_two_market_towns_gain_one_after_the_other() -> None:
    """R38: the roller finishes first; both players can have one only in the tournament game."""
    more = [Land("mountains_4", -4, ABOVE, 3)]
    one = principality(0, stored={"lumber": 3}, more=more, built=[Built(card("market_town", 1, 0), 0)])
    other = principality(1, stored={"wool": 3}, built=[Built(card("market_town", 1, 1), 0)])
    moment = roll_production(one, other, number=4)
    moment.then_asked(GainPrompt(0, 2, Why.MARKET_TOWN))
    moment = moment.when(0, Gain("hills_5_a")).when(0, Gain("hills_5_a"))
    moment.then_asked(GainPrompt(1, 1, Why.MARKET_TOWN))
    moment.when(1, Gain("hills_6_b")).the(ActionsBegan)
    passive = roll_production(one, other, number=4, active=1, first=1)
    passive.then_asked(GainPrompt(1, 1, Why.MARKET_TOWN))
    passive.when(1, Gain("hills_6_b")).then_asked(GainPrompt(0, 2, Why.MARKET_TOWN))


def test_a_market_town_without_room_gains_nothing() -> None:
    """R3, R85: with one free region the resource goes there."""
    roll_production(principality(0, stored=3, built=TOWN), number=2).then_asked(ActionPrompt(0))
    almost = principality(0, stored=dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 3), built=TOWN)
    assert effect(roll_production(almost, number=2))[1] == Gained(0, "goldfield_6_a", Why.MARKET_TOWN)


def test_an_alchemists_number_counts_as_rolled_for_a_market_town() -> None:
    """R38."""
    hand = (card("alchemist"),)
    state = before_roll(principality(0, stored=FULL, built=TOWN, hand=hand))
    chance = rig_chance(event_die=(PLACES[TOURNAMENT_FACE],))
    given(state).when(0, PlayAlchemist(hand[0], 2), chance).then_asked(GainPrompt(0, 1, Why.MARKET_TOWN))


@pytest.mark.parametrize("stars", [0, 1])
def test_a_market_town_gains_nothing_if_production_is_skipped(stars: int) -> None:
    """R38: in Unrest without a paid star."""
    seat = with_feeling(principality(0, stored=FULL, built=TOWN), 0, stars=stars)
    other = with_feeling(principality(1), 1, stars=0)
    moment = roll_event_card(before_roll(seat, other, top="unrest"), 2)
    if stars:
        moment.when(0, PayStar()).then_asked(GainPrompt(0, 1, Why.MARKET_TOWN))
    else:
        moment.then_asked(ActionPrompt(0))
