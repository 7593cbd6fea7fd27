"""The award for the longest road and its changes of holder during a match (R16.2, R16.3)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import NOTHING, Counts
from chronik.domain.cities_knights.commands import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    MoveKnight,
    RecruitKnight,
    Retreat,
)
from chronik.domain.cities_knights.events import (
    CityBuilt,
    Finished,
    KnightMoved,
    KnightRecruited,
    KnightRetreated,
    LongestRoadPassed,
    RoadBuilt,
    SettlementBuilt,
)
from chronik.domain.cities_knights.island.longest_road import road_lengths
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import Knight, SeatState
from tests.support.cities_knights.table import BEGINNER, FACTS, Moment, at, cards, edge, given, knight, path, position

ROAD = cards(brick=1, lumber=1)
RECRUIT = cards(wool=1, ore=1)
SETTLEMENT = cards(brick=1, lumber=1, wool=1, grain=1)
NORTH = (0, 5, 1, 7, 2, 9, 3, 19)
"""Corners along the northern coast, from west to east."""
SOUTH = (50, 44, 51, 46, 52, 48, 53, 40)
"""Corners along the southern coast, from west to east."""
SPUR = path(10, 17, 2)
"""Two roads from inland to a corner of the northern coast."""


def road_along(corners: tuple[int, ...], roads: int) -> int:
    """Returns the first `count` roads in a row."""
    return path(*corners[: roads + 1])


def northern_seat(roads: int, hand: Counts = NOTHING, *knights: Knight, **changes: Any) -> SeatState:
    """Returns a seat with this number of roads in a row along the northern coast."""
    return replace(SeatState(hand=hand, roads=road_along(NORTH, roads), knights=knights), **changes)


def southern_seat(roads: int, **changes: Any) -> SeatState:
    """Returns a seat with this number of roads in a row along the southern coast."""
    return replace(SeatState(roads=road_along(SOUTH, roads)), **changes)


def moment_of(*seats: SeatState, longest: int | None = None, **changes: Any) -> Moment:
    return given(position(*seats, longest=longest, **changes))


def test_a_road_of_five_segments_takes_the_award() -> None:
    """R16.2: at least five roads are needed; the award is worth two points."""
    moment = moment_of(northern_seat(3, cards(brick=2, lumber=2)), southern_seat(3))
    moment = moment.when(0, BuildRoad(edge(7, 2))).then(RoadBuilt(0, edge(7, 2), ROAD))
    moment = moment.when(0, BuildRoad(edge(2, 9)))
    moment.then(RoadBuilt(0, edge(2, 9), ROAD), LongestRoadPassed(0, 5))
    assert points(FACTS, moment.state) == (2, 0)


def test_a_longer_road_takes_the_award_but_an_equal_one_does_not() -> None:
    """R16.2: the holder keeps it in a tie."""
    moment = moment_of(northern_seat(4, cards(brick=2, lumber=2)), southern_seat(5), longest=1)
    moment = moment.when(0, BuildRoad(edge(2, 9))).then(RoadBuilt(0, edge(2, 9), ROAD))
    moment = moment.when(0, BuildRoad(edge(9, 3))).then(RoadBuilt(0, edge(9, 3), ROAD), LongestRoadPassed(0, 6))
    assert points(FACTS, moment.state) == (2, 0)


def test_the_holder_keeps_the_award_when_its_road_grows() -> None:
    """R16.2."""
    moment_of(northern_seat(5, ROAD), southern_seat(3), longest=0).when(0, BuildRoad(edge(9, 3))).then(
        RoadBuilt(0, edge(9, 3), ROAD)
    )


def test_an_opponents_settlement_breaks_a_road() -> None:
    """R16.1, R16.3: no seat has five roads in a row any more."""
    moment = moment_of(SeatState(hand=SETTLEMENT, roads=SPUR), northern_seat(6), longest=1).when(0, BuildSettlement(2))
    moment.then(SettlementBuilt(0, 2, SETTLEMENT), LongestRoadPassed(None, 4))
    assert road_lengths(moment.state) == (2, 4)


def test_an_opponents_knight_breaks_a_road_and_the_next_longest_takes_the_award() -> None:
    """R11.9, R16.3: even an inactive knight breaks a road."""
    moment = moment_of(SeatState(hand=RECRUIT, roads=SPUR), northern_seat(6), southern_seat(5), longest=1).when(
        0, RecruitKnight(2)
    )
    moment.then(KnightRecruited(0, 2, RECRUIT), LongestRoadPassed(2, 5))
    assert points(FACTS, moment.state) == (0, 0, 2)


def test_a_knight_does_not_break_its_owners_road() -> None:
    """R11.9."""
    moment_of(northern_seat(6, RECRUIT), southern_seat(5), longest=0).when(0, RecruitKnight(7)).then(
        KnightRecruited(0, 7, RECRUIT)
    )


def test_if_the_longest_roads_are_tied_after_a_break_no_seat_has_the_award() -> None:
    """R16.2, C-49: no seat holds it until one seat alone has the longest road."""
    hand = cards(wool=1, ore=1, brick=1, lumber=1)
    breaker, west = SeatState(hand=hand, roads=road_along(SOUTH, 5) | SPUR), SeatState(roads=path(12, 22, 4, 13, 6, 24))
    moment = moment_of(breaker, northern_seat(6), west, longest=1).when(0, RecruitKnight(2))
    moment.then(KnightRecruited(0, 2, RECRUIT), LongestRoadPassed(None, 5))
    assert points(FACTS, moment.state) == (0, 0, 0)
    moment.when(0, BuildRoad(edge(48, 53))).then(RoadBuilt(0, edge(48, 53), ROAD), LongestRoadPassed(0, 6))


def test_a_holder_who_is_among_the_tied_seats_after_a_break_keeps_the_award() -> None:
    """R16.2, C-49: a road of seven is broken to five, and another seat has five too."""
    seven = SeatState(roads=path(13, 0, 5, 1, 7, 2, 9, 3))
    moment = moment_of(SeatState(hand=RECRUIT, roads=SPUR), seven, southern_seat(5), longest=1)
    moment = moment.when(0, RecruitKnight(2)).then(KnightRecruited(0, 2, RECRUIT))
    assert road_lengths(moment.state) == (2, 5, 5)


def test_a_road_is_joined_again_when_the_blocking_knight_moves_away() -> None:
    """R16.3."""
    mover = SeatState(roads=SPUR, knights=(knight(2, ready=True),))
    moment = moment_of(mover, northern_seat(6)).when(0, MoveKnight(2, 10))
    moment.then(KnightMoved(0, 2, 10), LongestRoadPassed(1, 6))


def test_the_award_is_updated_only_after_a_displaced_knight_retreats() -> None:
    """R16.3: a knight that retreats from one corner of a road to another of its corners changes nothing in between."""
    attacker = SeatState(roads=path(16, 26, 18, 28, 20, 30), knights=(knight(26, 2, ready=True),))
    victim = SeatState(roads=path(18, 37, 29, 39, 20), knights=(knight(18),))
    moment = moment_of(attacker, victim).when(0, MoveKnight(26, 18))
    assert not moment.all(LongestRoadPassed)
    moment.when(1, Retreat(29)).then(KnightRetreated(1, 29, 1), LongestRoadPassed(0, 5))
    moment.when(1, Retreat(20)).then(KnightRetreated(1, 20, 1))


def test_upgrading_to_a_city_does_not_change_the_longest_road() -> None:
    """R16.3."""
    hand = cards(ore=3, grain=2)
    moment = moment_of(northern_seat(5, hand, settlements=at(7)), southern_seat(5), longest=1).when(0, BuildCity(7))
    moment.then(CityBuilt(0, 7, hand))


def test_the_longest_road_award_can_win_the_match() -> None:
    """R17.1, R17.2."""
    options = replace(BEGINNER, victory_points=5)
    seat = northern_seat(4, ROAD, cities=at(0), settlements=at(7))
    moment = moment_of(seat, southern_seat(3), options=options).when(0, BuildRoad(edge(2, 9)))
    moment.then(RoadBuilt(0, edge(2, 9), ROAD), LongestRoadPassed(0, 5), Finished((5, 0), (1, 2)))
