"""Which bots play which game, and how well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from domain.games import facts
from service.bots.bot import RANDOM, Bot
from service.bots.catan_cards.greedy import greedy as catan_cards
from service.bots.cities_knights.greedy import greedy as cities_knights
from service.bots.katharina.greedy import greedy as katharina


def random(facts: Any) -> Bot:
    """The bot that answers with anything it may, in any game."""
    return RANDOM


LEVELS: Mapping[str, Mapping[str, Callable[[Any], Bot]]] = {
    "katharina": {"random": random, "greedy": katharina},
    "cities_knights": {"random": random, "greedy": cities_knights},
    "catan_cards": {"random": random, "greedy": catan_cards},
}


@lru_cache(maxsize=64)
def bot(game: str, level: str, data_set: Path | None = None) -> Bot:
    """The bot of a level over a game's printed facts or those of another directory; raises KeyError, or `BadFacts`."""
    return LEVELS[game][level](facts(game, data_set))
