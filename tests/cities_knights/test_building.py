"""Roads, settlements, cities and walls (R10)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import KINDS, NOTHING, Counts
from chronik.domain.cities_knights.commands import BuildCity, BuildRoad, BuildSettlement, BuildWall
from chronik.domain.cities_knights.events import CityBuilt, Finished, RoadBuilt, SettlementBuilt, WallBuilt
from chronik.domain.cities_knights.facts.rulesets import PillageWithoutSettlement
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import Phase, SeatState
from tests.cities_knights.exactness import check_options_exact
from tests.support.cases import for_each
from tests.support.cities_knights.table import BEGINNER, FACTS, at, cards, edge, given, knight, path, position

ROAD = cards(brick=1, lumber=1)
SETTLEMENT = cards(brick=1, lumber=1, wool=1, grain=1)
CITY = cards(ore=3, grain=2)
WALL = cards(brick=2)
BUILDINGS = (BuildRoad, BuildSettlement, BuildCity, BuildWall)


def builder(hand: Counts = NOTHING, **changes: Any) -> SeatState:
    """Returns a seat with a settlement at 16, and roads from there over 26 to 18."""
    return replace(SeatState(hand=hand, settlements=at(16), roads=path(16, 26, 18)), **changes)


def other(**changes: Any) -> SeatState:
    """Returns an opponent far away, with a city at 51."""
    return replace(SeatState(cities=at(51), roads=path(51, 46)), **changes)


def test_building_costs_are_paid_to_the_bank() -> None:
    """R10.1: the costs of each building."""
    hand = tuple(map(sum, zip(ROAD, SETTLEMENT, CITY, WALL, strict=True)))
    before = given(position(builder(hand), other()))
    moment = before.when(0, BuildRoad(edge(18, 37))).then(RoadBuilt(0, edge(18, 37), ROAD))
    moment = moment.when(0, BuildSettlement(18)).then(SettlementBuilt(0, 18, SETTLEMENT))
    moment = moment.when(0, BuildCity(18)).then(CityBuilt(0, 18, CITY))
    moment = moment.when(0, BuildWall(18)).then(WallBuilt(0, 18, WALL))
    moment.then_seat(0, hand=NOTHING, settlements=at(16), cities=at(18), walls=at(18))
    assert [new - old for new, old in zip(moment.state.bank, before.state.bank, strict=True)] == list(hand)


@for_each(
    ("command", "cost"),
    [
        (BuildRoad(edge(18, 37)), ROAD),
        (BuildSettlement(18), SETTLEMENT),
        (BuildCity(16), CITY),
        (BuildWall(20), WALL),
    ],
)
def test_building_is_refused_if_one_card_is_missing(command: Any, cost: Counts) -> None:
    """R10.1: it does not matter which card is missing."""
    for kind in (kind for kind in range(8) if cost[kind]):
        hand = tuple(count - (number == kind) for number, count in enumerate(cost))
        moment = given(position(builder(hand, cities=at(20)), other()))
        lacks = KINDS[kind].value
        assert moment.when(0, command).then_rejected("cards").facts == {"missing": {lacks: 1}}
        assert not moment.options(0, type(command))
    assert command in given(position(builder(cost, cities=at(20)), other())).options(0)


def test_the_active_seat_is_prompted_again_after_each_building() -> None:
    """R5.4: any number in any order; the seat is asked again after each one."""
    moment = given(position(builder(cards(brick=2, lumber=2)), other()))
    moment = moment.when(0, BuildRoad(edge(18, 37))).then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))
    moment.when(0, BuildRoad(edge(37, 27))).then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_only_the_active_seat_builds() -> None:
    """R5.4."""
    moment = given(position(builder(ROAD), other(hand=ROAD)))
    moment.when(1, BuildRoad(edge(46, 52))).then_rejected("not-asked")
    pre_roll = given(position(builder(ROAD), other(), phase=Phase.PRE_ROLL))
    pre_roll.when(0, BuildRoad(edge(18, 37))).then_rejected("another-question")


# Roads


def test_a_road_must_touch_a_road_or_building_of_its_owner() -> None:
    """R10.2: from the tips of the roads, from between them and from the settlement; nowhere else."""
    moment = given(position(builder(ROAD, settlements=at(16, 5), roads=path(16, 26, 18)), other()))
    ends = ((16, 24), (16, 35), (26, 8), (18, 28), (18, 37), (5, 0), (5, 1))
    assert {command.edge for command in moment.options(0, BuildRoad)} == {edge(*pair) for pair in ends}
    moment.when(0, BuildRoad(edge(37, 27))).then_rejected("edge", "R10.2")


def test_an_edge_holds_only_one_road() -> None:
    """R10.2: an edge holds only one road, whoever owns it."""
    moment = given(position(builder(ROAD), other(roads=path(18, 28))))
    moment.when(0, BuildRoad(edge(16, 26))).then_rejected("edge")
    moment.when(0, BuildRoad(edge(18, 28))).then_rejected("edge")


@for_each(
    "opponent",
    [other(settlements=at(18)), other(cities=at(18)), other(sideways=at(18)), other(knights=(knight(18),))],
)
def test_a_road_cannot_continue_past_an_opponents_piece(opponent: SeatState) -> None:
    """R10.2, R11.9: it may end at an opponent's piece, never begin there; an inactive knight blocks as well."""
    moment = given(position(builder(ROAD), opponent))
    moment.when(0, BuildRoad(edge(18, 37))).then_rejected("edge")
    ends_there = given(position(builder(ROAD, roads=path(16, 26)), opponent))
    ends_there.when(0, BuildRoad(edge(26, 18))).then(RoadBuilt(0, edge(26, 18), ROAD))


def test_a_knight_does_not_block_its_owners_roads() -> None:
    """R11.9."""
    moment = given(position(builder(ROAD, knights=(knight(18),)), other()))
    moment.when(0, BuildRoad(edge(18, 37))).then(RoadBuilt(0, edge(18, 37), ROAD))


def test_a_road_needs_only_one_unblocked_end() -> None:
    """R10.2: one free end is enough."""
    moment = given(position(builder(ROAD, settlements=at(16, 37)), other(knights=(knight(18),))))
    moment.when(0, BuildRoad(edge(18, 37))).then(RoadBuilt(0, edge(18, 37), ROAD))


def test_a_seat_builds_at_most_fifteen_roads() -> None:
    """R2.1, R2.5."""
    fifteen = path(0, 5, 1, 7, 2, 9, 3, 19, 11, 30, 21, 41, 31, 49, 40, 53)
    assert fifteen.bit_count() == FACTS.supply.roads == 15
    moment = given(position(builder(ROAD, roads=fifteen, settlements=at(5)), other(), longest=0))
    assert not moment.options(0, BuildRoad)
    moment.when(0, BuildRoad(edge(53, 48))).then_rejected("piece-supply")


# Settlements


def test_a_settlement_must_touch_a_road_of_its_owner() -> None:
    """R10.3."""
    moment = given(position(builder(SETTLEMENT), other()))
    assert [command.corner for command in moment.options(0, BuildSettlement)] == [18]
    moment.when(0, BuildSettlement(20)).then_rejected("corner")


def test_settlements_follow_the_distance_rule() -> None:
    """R10.3: the distance rule applies to all seats' buildings; knights on the next corner do not matter."""
    near = given(position(builder(SETTLEMENT), other(settlements=at(37))))
    near.when(0, BuildSettlement(18)).then_rejected("corner")
    near.when(0, BuildSettlement(26)).then_rejected("corner")
    beside_knights = given(position(builder(SETTLEMENT, knights=(knight(26),)), other(knights=(knight(37),))))
    beside_knights.when(0, BuildSettlement(18)).then(SettlementBuilt(0, 18, SETTLEMENT))


@pytest.mark.parametrize("own", [True, False])
def test_a_settlement_cannot_be_built_on_a_corner_with_a_knight(own: bool) -> None:
    """R10.3, R11.9: not even if it is the seat's own knight."""
    knights = (knight(18),)
    seats = (builder(SETTLEMENT, knights=knights), other()) if own else (builder(SETTLEMENT), other(knights=knights))
    given(position(*seats)).when(0, BuildSettlement(18)).then_rejected("corner")


def test_a_seat_builds_at_most_five_settlements() -> None:
    """R2.1, R2.5."""
    moment = given(position(builder(SETTLEMENT, settlements=at(16, 0, 2, 3, 11)), other()))
    assert not moment.options(0, BuildSettlement)
    moment.when(0, BuildSettlement(18)).then_rejected("piece-supply")


def test_a_seat_with_five_or_more_settlements_can_only_upgrade_them() -> None:
    """C-67: exceed_supply allows six; only with fewer than five can the seat build one again."""
    options = replace(BEGINNER, pillage_without_settlement=PillageWithoutSettlement.EXCEED_SUPPLY)
    hand = tuple(map(sum, zip(SETTLEMENT, CITY, CITY, strict=True)))
    six = builder(hand, settlements=at(16, 0, 2, 3, 11, 12))
    moment = given(position(six, other(), options=options))
    for corner in (0, 2):
        moment.when(0, BuildSettlement(18)).then_rejected("piece-supply")
        moment = moment.when(0, BuildCity(corner))
    moment.when(0, BuildSettlement(18)).then(SettlementBuilt(0, 18, SETTLEMENT))


# Cities


def test_a_city_replaces_a_settlement_of_its_owner() -> None:
    """R10.4: the settlement is in supply again."""
    moment = given(position(builder(CITY), other(settlements=at(0)))).when(0, BuildCity(16))
    moment.then(CityBuilt(0, 16, CITY)).then_seat(0, settlements=0, cities=at(16))
    assert points(FACTS, moment.state)[0] == 2


def test_a_seat_can_upgrade_only_its_own_settlements() -> None:
    """R10.4."""
    moment = given(position(builder(CITY, cities=at(20)), other(settlements=at(0))))
    for corner in (0, 18, 20, 51):
        moment.when(0, BuildCity(corner)).then_rejected("corner")


def test_a_seat_builds_at_most_four_cities() -> None:
    """R2.1, R2.5."""
    moment = given(position(builder(CITY, cities=at(0, 2, 3, 11)), other()))
    assert not moment.options(0, BuildCity)
    moment.when(0, BuildCity(16)).then_rejected("piece-supply")


def test_sideways_cities_are_upgraded_first_and_use_no_new_piece() -> None:
    """R10.6: all four cities are on the board, two of them on their side; those are set up in any order."""
    hand = cards(ore=9, grain=6)
    moment = given(position(builder(hand, cities=at(0, 2), sideways=at(3, 11)), other()))
    moment.when(0, BuildCity(16)).then_rejected("corner")
    assert [command.corner for command in moment.options(0, BuildCity)] == [3, 11]
    moment = moment.when(0, BuildCity(11)).then(CityBuilt(0, 11, CITY))
    moment.then_seat(0, settlements=at(16), sideways=at(3), cities=at(0, 2, 11))
    moment.when(0, BuildCity(16)).then_rejected("corner")
    moment = moment.when(0, BuildCity(3)).then(CityBuilt(0, 3, CITY))
    moment.when(0, BuildCity(16)).then_rejected("piece-supply")


def test_a_sideways_city_counts_as_a_settlement_but_uses_no_settlement_piece() -> None:
    """R10.6: worth a point, at the distance of a building, without a wall."""
    hand = tuple(map(sum, zip(SETTLEMENT, WALL, strict=True)))
    four = builder(hand, settlements=at(16, 0, 2, 3), sideways=at(11))
    moment = given(position(four, other()))
    assert points(FACTS, moment.state)[0] == 5
    moment.when(0, BuildWall(11)).then_rejected("corner")
    moment.when(0, BuildSettlement(18)).then(SettlementBuilt(0, 18, SETTLEMENT))
    beside = given(position(builder(SETTLEMENT, sideways=at(28)), other()))
    beside.when(0, BuildSettlement(18)).then_rejected("corner")


# Walls


def test_a_wall_needs_a_city_of_its_owner_without_a_wall() -> None:
    """R10.5."""
    moment = given(position(builder(cards(brick=4), cities=at(20)), other()))
    moment.when(0, BuildWall(16)).then_rejected("corner")
    moment.when(0, BuildWall(51)).then_rejected("corner")
    moment = moment.when(0, BuildWall(20)).then(WallBuilt(0, 20, WALL))
    moment.when(0, BuildWall(20)).then_rejected("corner")


def test_a_seat_builds_at_most_three_walls() -> None:
    """R10.5, R2.1."""
    moment = given(position(builder(WALL, cities=at(0, 2, 3, 11), walls=at(0, 2, 3)), other()))
    assert not moment.options(0, BuildWall)
    moment.when(0, BuildWall(11)).then_rejected("piece-supply")


# Offered and accepted


@for_each(
    "seat",
    [
        builder(cards(brick=3, lumber=2, wool=1, grain=3, ore=3), cities=at(20, 0), knights=(knight(26),)),
        builder(cards(brick=2, lumber=1), sideways=at(3), cities=at(20), walls=at(20)),
        builder(cards(brick=9, lumber=9, wool=9, grain=9, ore=9), sideways=at(3, 11), cities=at(20)),
        builder(),
    ],
)
def test_the_listed_buildings_are_exactly_the_accepted_ones(seat: SeatState) -> None:
    """R10, 1.19: options and accepted commands are equal for every edge and corner."""
    opponent = other(settlements=at(9), knights=(knight(18),), roads=path(28, 18, 37))
    check_options_exact(given(position(seat, opponent)), 0, *BUILDINGS)


def test_a_building_that_completes_the_needed_points_wins_the_match() -> None:
    """R17.2, R17.3: the active seat has won when nothing else is asked."""
    options = replace(BEGINNER, victory_points=8)
    rich = builder(CITY, settlements=at(16, 3), cities=at(0, 2), sideways=0, defender=1)
    moment = given(position(rich, other(), options=options)).when(0, BuildCity(16))
    moment.then(CityBuilt(0, 16, CITY), Finished((8, 2), (1, 2)))
    assert moment.state.phase is Phase.OVER


def test_a_seat_with_enough_points_does_not_win_in_another_seats_turn() -> None:
    """R17.2: a seat whose turn it is not may have them."""
    options = replace(BEGINNER, victory_points=5)
    moment = given(position(builder(ROAD), other(cities=at(51, 0, 2)), options=options))
    moment.when(0, BuildRoad(edge(18, 37))).then(RoadBuilt(0, edge(18, 37), ROAD))
