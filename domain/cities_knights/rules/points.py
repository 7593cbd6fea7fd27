"""Victory points: all of them are public (R17.1)."""

from __future__ import annotations

from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import State


def points(facts: Facts, state: State) -> tuple[int, ...]:
    """Returns the victory points of each seat."""
    return tuple([points_of(facts, state, number) for number in range(len(state.seats))])


def points_of(facts: Facts, state: State, number: int) -> int:
    """Returns the victory points of one seat."""
    seat, worth = state.seats[number], facts.points
    total = (
        worth.settlement * (seat.settlements.bit_count() + seat.sideways.bit_count())
        + worth.city * seat.cities.bit_count()
        + worth.defender_of_catan * seat.defender
        + len(seat.shown)
    )
    for metropolis in state.metropolises:
        if metropolis is not None and metropolis.seat == number:
            total += worth.metropolis_bonus
    if state.longest == number:
        total += worth.longest_road
    if state.merchant is not None and state.merchant.seat == number:
        total += worth.merchant
    return total


def places(points: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """Returns the places: the winner is first, the others follow by points, and ties share the better place (C-65)."""
    others = [own for seat, own in enumerate(points) if seat != winner]
    return tuple([1 if seat == winner else 2 + sum(other > own for other in others) for seat, own in enumerate(points)])
