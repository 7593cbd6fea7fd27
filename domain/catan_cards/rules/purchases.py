"""Purchases: what a seat can pay for, at full price or with a discount (B24 to B26, K9, K10)."""

from __future__ import annotations

from functools import lru_cache

from chronik.domain.catan_cards.cards.kinds import Counts, Kind, covers
from chronik.domain.catan_cards.facts.load import PUBLIC_FEELING, Facts
from chronik.domain.catan_cards.principality.stores import holding
from chronik.domain.catan_cards.rules.paying import droppable_kinds
from chronik.domain.catan_cards.state import SeatState

ROAD, SETTLEMENT, CITY, FETCH = "road", "settlement", "city", "fetch"


def find_purchases(facts: Facts, seat: SeatState) -> frozenset[str]:
    """Returns which of a road, a settlement, a city and a discarded card a seat can pay for."""
    return _find_purchases(facts, holding(facts, seat), seat.stars)


@lru_cache(maxsize=1 << 14)
def _find_purchases(facts: Facts, held: Counts, stars: int) -> frozenset[str]:
    found = [CITY] if covers(held, facts.city.price) else []
    if affordable_drops(facts, held, stars, facts.road.price):
        found.append(ROAD)
    if affordable_drops(facts, held, stars, facts.settlement.price):
        found.append(SETTLEMENT)
    if stars >= facts.cards[PUBLIC_FEELING].numbers.fetch:
        found.append(FETCH)
    return frozenset(found)


def affordable_drops(facts: Facts, held: Counts, stars: int, price: Counts) -> list[Kind | None]:
    """Returns the resources that the price may drop so that a seat can pay the rest; None means no discount."""
    drops: list[Kind | None] = [None] if covers(held, price) else []
    if stars >= facts.cards[PUBLIC_FEELING].numbers.build:
        drops += droppable_kinds(held, price)
    return drops
