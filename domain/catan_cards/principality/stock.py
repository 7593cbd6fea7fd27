"""The stock of roads, settlements and cities that both players build from (B5, B26)."""

from __future__ import annotations

from domain.catan_cards.facts.load import Facts
from domain.catan_cards.state import State

START_ROADS = 1
START_SETTLEMENTS = 2
"""What each crest brings with it (B2); it never was in the stock."""


def roads_left(facts: Facts, state: State) -> int:
    """How many roads the stock holds."""
    return facts.road.supply - sum([len(seat.roads) - START_ROADS for seat in state.seats])


def settlements_left(facts: Facts, state: State) -> int:
    """How many settlements the stock holds; one under a city does not come back (B24)."""
    return facts.settlement.supply - sum(
        [len(seat.settlements) + len(seat.cities) - START_SETTLEMENTS for seat in state.seats]
    )


def cities_left(facts: Facts, state: State) -> int:
    """How many cities the stock holds."""
    return facts.city.supply - sum([len(seat.cities) for seat in state.seats])
