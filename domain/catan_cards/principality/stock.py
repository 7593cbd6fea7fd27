"""The stock of roads, settlements and cities that both players build from (B5, B26)."""

from __future__ import annotations

from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.state import State

START_ROADS = 1
START_SETTLEMENTS = 2
"""The numbers of roads and settlements in each crest (B2), which are never part of the stock."""


def roads_left(facts: Facts, state: State) -> int:
    """Returns the number of roads in the stock."""
    return facts.road.supply - sum([len(seat.roads) - START_ROADS for seat in state.seats])


def settlements_left(facts: Facts, state: State) -> int:
    """Returns the number of settlements in the stock; a settlement under a city does not return to it (B24)."""
    return facts.settlement.supply - sum(
        [len(seat.settlements) + len(seat.cities) - START_SETTLEMENTS for seat in state.seats]
    )


def cities_left(facts: Facts, state: State) -> int:
    """Returns the number of cities in the stock."""
    return facts.city.supply - sum([len(seat.cities) for seat in state.seats])
