"""Who stands where on the island, as masks of corners and edges."""

from __future__ import annotations

from domain.cities_knights.state import Knight, SeatState, State


def knight_corners(seat: SeatState) -> int:
    """The corners with a knight of a seat."""
    corners = 0
    for knight in seat.knights:
        corners |= 1 << knight.corner
    return corners


def pieces(seat: SeatState) -> int:
    """The corners with a building or a knight of a seat (R1.2)."""
    return seat.settlements | seat.cities | seat.sideways | knight_corners(seat)


def occupied(state: State) -> int:
    """The corners with a piece of anybody."""
    corners = 0
    for seat in state.seats:
        corners |= pieces(seat)
    return corners


def blocked(state: State, number: int) -> int:
    """The corners with a piece of anybody but a seat: its roads do not go on there (R1.8)."""
    corners = 0
    for other, seat in enumerate(state.seats):
        if other != number:
            corners |= pieces(seat)
    return corners


def buildings(state: State) -> int:
    """The corners with a building of anybody."""
    corners = 0
    for seat in state.seats:
        corners |= seat.buildings
    return corners


def taken_edges(state: State) -> int:
    """The edges with a road of anybody."""
    edges = 0
    for seat in state.seats:
        edges |= seat.roads
    return edges


def knight_at(seat: SeatState, corner: int) -> Knight | None:
    """The knight of a seat at a corner."""
    for knight in seat.knights:
        if knight.corner == corner:
            return knight
    return None


def free_cities(state: State, number: int) -> int:
    """The cities of a seat that are no metropolis."""
    cities = state.seats[number].cities
    for metropolis in state.metropolises:
        if metropolis is not None:
            cities &= ~(1 << metropolis.corner)
    return cities
