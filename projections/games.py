"""The projections of all games, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from chronik.domain.engine.names import Names, load_names
from chronik.domain.games import edition, facts
from chronik.projections.catan_cards.projection import projection as catan_cards
from chronik.projections.cities_knights.projection import projection as cities_knights
from chronik.projections.katharina.projection import projection as katharina
from chronik.projections.match.projection import Projection

PROJECTIONS: Mapping[str, Callable[[Any, Names], Projection]] = {
    "katharina": katharina,
    "cities_knights": cities_knights,
    "catan_cards": catan_cards,
}


@lru_cache(maxsize=64)
def projection(name: str, data_set: Path | None = None) -> Projection:
    """Returns a game's projection for its printed facts or those in a directory. Raises `KeyError` or `BadFacts`."""
    printed = edition(name).printed
    return PROJECTIONS[name](facts(name, data_set), load_names(data_set or printed, printed))
