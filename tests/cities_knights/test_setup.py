"""The deal and the first pieces (R4)."""

from __future__ import annotations

from chronik.domain.cities_knights.board import EDGES_OF_CORNER, HEXES_OF_CORNER, NEIGHBOURS
from chronik.domain.cities_knights.cards.kinds import NOTHING
from chronik.domain.cities_knights.commands import PlaceStart
from chronik.domain.cities_knights.prompts import RollPrompt, StartPrompt
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import Phase
from tests.support.cities_knights.table import FACTS, GAME, Moment, check_conserved, deal_match


def place_first_pieces(moment: Moment, count: int) -> Moment:
    """Returns the moment after this number of placements, each at the lowest legal place."""
    for _ in range(count):
        (prompt,) = moment.state.prompts
        moment = moment.when(prompt.seat, GAME.default(moment.state, prompt.seat))
        assert moment.refused is None
    return moment


def test_seats_place_pieces_in_snake_order_with_a_city_in_the_second_round() -> None:
    """R4.1, R4.2, C-54."""
    moment = deal_match(3)
    first = moment.state.first
    order = [(first + step) % 3 for step in range(3)]
    for number, seat in enumerate([*order, *reversed(order)]):
        moment.then_asked(StartPrompt(seat, city=number >= 3))
        moment = place_first_pieces(moment, 1)
    assert all(seat.settlements.bit_count() == seat.cities.bit_count() == 1 for seat in moment.state.seats)
    assert all(seat.roads.bit_count() == 2 for seat in moment.state.seats)


def test_each_seat_has_three_points_at_the_first_turn() -> None:
    """R4.5."""
    moment = place_first_pieces(deal_match(4), 8)
    assert moment.state.phase is Phase.PRE_ROLL
    moment.then_asked(RollPrompt(moment.state.first, turn=1))
    assert points(FACTS, moment.state) == (3, 3, 3, 3)


def test_starting_buildings_follow_the_distance_rule() -> None:
    """R4.3, R10.3: the distance rule holds from the start."""
    moment = deal_match(2)
    corner = 20
    moment = moment.when(moment.state.first, PlaceStart(corner, EDGES_OF_CORNER[corner][0]))
    other = 1 - moment.state.first
    for near in (corner, *NEIGHBOURS[corner]):
        moment.when(other, PlaceStart(near, EDGES_OF_CORNER[near][-1])).then_rejected("corner")
        assert near not in [option.corner for option in moment.options(other)]


def test_a_starting_road_must_touch_the_building_just_placed() -> None:
    """R4.2."""
    moment = deal_match(2)
    moment.when(moment.state.first, PlaceStart(20, EDGES_OF_CORNER[0][0])).then_rejected("edge")


def test_the_first_city_gives_a_resource_of_each_hex_but_no_commodity() -> None:
    """R4.4: one card for each producing hex, and nothing for the first settlement."""
    moment = place_first_pieces(deal_match(3), 3)
    assert all(seat.hand == NOTHING for seat in moment.state.seats)
    while moment.state.phase is Phase.SETUP:
        (prompt,) = moment.state.prompts
        moment = place_first_pieces(moment, 1)
        seat = moment.state.seats[prompt.seat]
        (corner,) = [n for n in range(54) if seat.cities >> n & 1]
        expected = [0] * 8
        for hex_ in HEXES_OF_CORNER[corner]:
            kind = FACTS.resource[moment.state.terrain[hex_]]
            if kind is not None:
                expected[kind] += 1
        assert seat.hand == tuple(expected)
        assert seat.hand[5:] == (0, 0, 0)
        check_conserved(moment.state)


def test_only_the_prompted_seat_places_in_the_setup() -> None:
    """R4.1."""
    moment = deal_match(3)
    moment.when((moment.state.first + 1) % 3, PlaceStart(20, EDGES_OF_CORNER[20][0])).then_rejected("not-asked")
