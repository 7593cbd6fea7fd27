"""Needs: what commands of a turn need besides progress cards. Areas whose needs a seat does not meet are not asked."""

from __future__ import annotations

from functools import lru_cache

from chronik.domain.cities_knights.cards.kinds import Counts, holds
from chronik.domain.cities_knights.facts.load import Facts

COSTS = "road", "settlement", "city", "wall", "recruit", "promote", "activate"
ROAD, SETTLEMENT, CITY, WALL, RECRUIT, PROMOTE, ACTIVATE = COSTS
"""A hand that can pay this cost of `Costs`."""
BUILT_CITY, OPEN_OFFER, OPEN_HARBOR, EXCESS = "built-city", "open-offer", "open-harbor", "excess"
"""A city of the seat; an open offer; a Commercial Harbor played this turn; more progress cards than allowed."""


@lru_cache(maxsize=1 << 14)
def find_purchases(facts: Facts, hand: Counts) -> frozenset[str]:
    """Returns the names of the costs that a hand can pay, such as `ROAD`."""
    return frozenset([name for name in COSTS if holds(hand, getattr(facts.costs, name))])
