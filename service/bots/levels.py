"""The bots of each game, by level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from chronik.domain.games import facts
from chronik.service.bots.bot import RANDOM, Bot
from chronik.service.bots.catan_cards.greedy import greedy as catan_cards
from chronik.service.bots.cities_knights.greedy import greedy as cities_knights
from chronik.service.bots.katharina.greedy import greedy as katharina


def random(facts: Any) -> Bot:
    """Returns the bot that chooses among its options at random, for any game."""
    return RANDOM


LEVELS: Mapping[str, Mapping[str, Callable[[Any], Bot]]] = {
    "katharina": {"random": random, "greedy": katharina},
    "cities_knights": {"random": random, "greedy": cities_knights},
    "catan_cards": {"random": random, "greedy": catan_cards},
}


@lru_cache(maxsize=64)
def bot(game: str, level: str, data_set: Path | None = None) -> Bot:
    """Returns the bot of a level, with the built-in facts or the facts in a directory.

    Raises `KeyError` or `BadFacts`.
    """
    return LEVELS[game][level](facts(game, data_set))
