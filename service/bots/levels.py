"""Which bots play which game, and how well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from domain.cities_knights.facts import load as cities_knights_facts
from domain.katharina.facts import load as katharina_facts
from service.bots.bot import RANDOM, Bot
from service.bots.cities_knights.greedy import greedy as greedy_cities_knights
from service.bots.katharina.greedy import greedy as greedy_katharina


def _random(directory: Path | None) -> Bot:
    return RANDOM


def _greedy_cities_knights(directory: Path | None) -> Bot:
    return greedy_cities_knights(cities_knights_facts.load(directory or cities_knights_facts.PRINTED))


def _greedy_katharina(directory: Path | None) -> Bot:
    return greedy_katharina(katharina_facts.load(directory or katharina_facts.PRINTED))


LEVELS: Mapping[str, Mapping[str, Callable[[Path | None], Bot]]] = {
    "cities_knights": {"random": _random, "greedy": _greedy_cities_knights},
    "katharina": {"random": _random, "greedy": _greedy_katharina},
}


@lru_cache(maxsize=64)
def bot(game: str, level: str, data_set: Path | None = None) -> Bot:
    """The bot of a level over a game's printed facts or those of another directory; raises KeyError, or `BadFacts`."""
    return LEVELS[game][level](data_set)
