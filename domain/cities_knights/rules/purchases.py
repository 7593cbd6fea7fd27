"""Purchases: the costs that a hand can pay (R10.1)."""

from __future__ import annotations

from functools import lru_cache

from chronik.domain.cities_knights.cards.kinds import Counts, holds
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.printed import Costs

ROAD, SETTLEMENT, CITY, _, WALL, RECRUIT, PROMOTE, ACTIVATE = Costs.__struct_fields__


@lru_cache(maxsize=1 << 14)
def find_purchases(facts: Facts, hand: Counts) -> frozenset[str]:
    """Returns the names of the costs that a hand can pay, such as `ROAD`."""
    costs = facts.costs
    return frozenset([name for name in Costs.__struct_fields__ if holds(hand, getattr(costs, name))])
