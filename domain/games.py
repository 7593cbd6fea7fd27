"""The rule systems Chronik plays, by name and rules version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from domain.cities_knights import game as cities_knights
from domain.cities_knights.facts import load as cities_knights_facts
from domain.engine.game import Game
from domain.katharina import game as katharina
from domain.katharina.facts import load as katharina_facts

AnyGame = Game[Any, Any, Any]


def _katharina(directory: Path | None) -> AnyGame:
    return katharina.game(katharina_facts.load(directory or katharina_facts.PRINTED))


def _cities_knights(directory: Path | None) -> AnyGame:
    return cities_knights.game(cities_knights_facts.load(directory or cities_knights_facts.PRINTED))


GAMES: Mapping[tuple[str, int], Callable[[Path | None], AnyGame]] = {
    ("katharina", 1): _katharina,
    ("cities_knights", 1): _cities_knights,
}

CURRENT: Mapping[str, int] = dict(list(GAMES))
"""The newest version of each game, which stands last; the games are shown in this order."""


@lru_cache(maxsize=64)
def game(name: str, version: int | None = None, data_set: Path | None = None) -> AnyGame:
    """A game over its printed facts or those of another directory; raises KeyError, or `BadFacts`."""
    return GAMES[name, CURRENT[name] if version is None else version](data_set)
