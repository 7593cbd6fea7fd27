"""The read sides of all games, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from domain.engine.names import Names, load_names
from domain.games import edition, facts
from projections.catan_cards.projection import projection as catan_cards
from projections.cities_knights.projection import projection as cities_knights
from projections.katharina.projection import projection as katharina
from projections.match.projection import Projection

PROJECTIONS: Mapping[str, Callable[[Any, Names], Projection]] = {
    "katharina": katharina,
    "cities_knights": cities_knights,
    "catan_cards": catan_cards,
}


@lru_cache(maxsize=64)
def projection(name: str, data_set: Path | None = None) -> Projection:
    """The read side of a game over its printed facts or those of another directory; raises KeyError, or `BadFacts`."""
    printed = edition(name).printed
    return PROJECTIONS[name](facts(name, data_set), load_names(data_set or printed, printed))
