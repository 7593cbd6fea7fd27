"""The projections of all games, by name."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path

from chronik.domain.engine.names import load_names
from chronik.domain.games import edition, facts
from chronik.projections.match.projection import Projection


@lru_cache(maxsize=64)
def projection(name: str, data_set: Path | None = None) -> Projection:
    """Returns a game's projection for its printed facts or those in a directory. Raises `KeyError` or `BadFacts`."""
    printed = edition(name).printed
    module = import_module(f"chronik.projections.{name}.projection")
    found: Projection = module.projection(facts(name, data_set), load_names(data_set or printed, printed))
    return found
