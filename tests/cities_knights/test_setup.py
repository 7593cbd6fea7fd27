"""The deal and the first pieces (R4)."""

from __future__ import annotations

from domain.cities_knights.board import EDGES_OF_CORNER, HEXES_OF_CORNER, NEIGHBOURS
from domain.cities_knights.cards.kinds import NOTHING
from domain.cities_knights.commands import PlaceStart
from domain.cities_knights.prompts import RollPrompt, StartPrompt
from domain.cities_knights.rules.points import points
from domain.cities_knights.state import Phase
from tests.support.cities_knights.table import FACTS, GAME, Moment, conserved, dealt


def placed(moment: Moment, count: int) -> Moment:
    """The moment after so many first placements, each at the lowest legal place."""
    for _ in range(count):
        (prompt,) = moment.state.prompts
        moment = moment.when(prompt.seat, GAME.default(moment.state, prompt.seat))
        assert moment.refused is None
    return moment


def test_seats_place_in_snake_order_the_second_time_a_city() -> None:
    """R4.1, R4.2, C-54."""
    moment = dealt(3)
    first = moment.state.first
    order = [(first + step) % 3 for step in range(3)]
    for number, seat in enumerate([*order, *reversed(order)]):
        moment.then_asked(StartPrompt(seat, city=number >= 3))
        moment = placed(moment, 1)
    assert all(seat.settlements.bit_count() == seat.cities.bit_count() == 1 for seat in moment.state.seats)
    assert all(seat.roads.bit_count() == 2 for seat in moment.state.seats)


def test_the_first_seat_begins_with_three_points() -> None:
    """R4.5."""
    moment = placed(dealt(4), 8)
    assert moment.state.phase is Phase.PRE_ROLL
    moment.then_asked(RollPrompt(moment.state.first, turn=1))
    assert points(FACTS, moment.state) == (3, 3, 3, 3)


def test_no_building_next_to_another() -> None:
    """R4.3, R10.3: the distance rule holds from the start."""
    moment = dealt(2)
    corner = 20
    moment = moment.when(moment.state.first, PlaceStart(corner, EDGES_OF_CORNER[corner][0]))
    other = 1 - moment.state.first
    for near in (corner, *NEIGHBOURS[corner]):
        moment.when(other, PlaceStart(near, EDGES_OF_CORNER[near][-1])).then_rejected("corner")
        assert near not in [option.corner for option in moment.options(other)]


def test_the_road_lies_at_the_building_just_placed() -> None:
    """R4.2."""
    moment = dealt(2)
    moment.when(moment.state.first, PlaceStart(20, EDGES_OF_CORNER[0][0])).then_rejected("edge")


def test_a_city_brings_a_resource_of_each_hex_but_no_commodity() -> None:
    """R4.4: one card for each producing hex, and nothing for the first settlement."""
    moment = placed(dealt(3), 3)
    assert all(seat.hand == NOTHING for seat in moment.state.seats)
    while moment.state.phase is Phase.SETUP:
        (prompt,) = moment.state.prompts
        moment = placed(moment, 1)
        seat = moment.state.seats[prompt.seat]
        (corner,) = [n for n in range(54) if seat.cities >> n & 1]
        expected = [0] * 8
        for hex_ in HEXES_OF_CORNER[corner]:
            kind = FACTS.resource[moment.state.terrain[hex_]]
            if kind is not None:
                expected[kind] += 1
        assert seat.hand == tuple(expected)
        assert seat.hand[5:] == (0, 0, 0)
        conserved(moment.state)


def test_only_the_seat_that_is_asked_places() -> None:
    """R4.1."""
    moment = dealt(3)
    moment.when((moment.state.first + 1) % 3, PlaceStart(20, EDGES_OF_CORNER[20][0])).then_rejected("not-asked")
