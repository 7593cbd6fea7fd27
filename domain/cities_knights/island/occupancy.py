"""The places that pieces occupy on the island, as masks of corners and edges."""

from __future__ import annotations

from chronik.domain.cities_knights.state import Knight, SeatState, State


def knight_corners(seat: SeatState) -> int:
    """Returns the corners with a knight of a seat."""
    corners = 0
    for knight in seat.knights:
        corners |= 1 << knight.corner
    return corners


def piece_corners(seat: SeatState) -> int:
    """Returns the corners with a building or a knight of a seat (R1.2)."""
    corners = seat.settlements | seat.cities | seat.sideways
    for knight in seat.knights:
        corners |= 1 << knight.corner
    return corners


def all_piece_corners(state: State) -> int:
    """Returns the corners with a building or a knight of any seat."""
    corners = 0
    for seat in state.seats:
        corners |= piece_corners(seat)
    return corners


def opponent_corners(state: State, number: int) -> int:
    """Returns the corners with a piece of any other seat. The roads of this seat end there (R1.8)."""
    corners = 0
    for other, seat in enumerate(state.seats):
        if other != number:
            corners |= piece_corners(seat)
    return corners


def all_building_corners(state: State) -> int:
    """Returns the corners with a building of any seat."""
    corners = 0
    for seat in state.seats:
        corners |= seat.buildings
    return corners


def all_road_edges(state: State) -> int:
    """Returns the edges with a road of any seat."""
    edges = 0
    for seat in state.seats:
        edges |= seat.roads
    return edges


def knight_at(seat: SeatState, corner: int) -> Knight | None:
    """Returns the knight of a seat at a corner, or None."""
    for knight in seat.knights:
        if knight.corner == corner:
            return knight
    return None


def free_cities(state: State, number: int) -> int:
    """Returns the cities of a seat without a metropolis, as a mask."""
    cities = state.seats[number].cities
    for metropolis in state.metropolises:
        if metropolis is not None:
            cities &= ~(1 << metropolis.corner)
    return cities
