"""The bots of each game, by level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from chronik.domain.games import facts
from chronik.projections.thinking.bot import RANDOM, Bot, Depth
from chronik.service.bots.catan_cards.greedy import greedy as catan_cards
from chronik.service.bots.cities_knights.greedy import greedy as cities_knights
from chronik.service.bots.katharina.greedy import greedy as katharina
from chronik.service.running.user_error import UserError

Maker = Callable[[Any], Bot]
"""Returns the bot of a level for a data set."""


def random(facts: Any) -> Bot:
    """Returns the bot that chooses among its options at random, for any game."""
    return RANDOM


def levels(greedy: Maker, careful: Depth, strong: Depth) -> Mapping[str, Maker]:
    """Returns the bots of a game by level; the last two think ahead, and finish imagined turns like the greedy one."""

    def think(level: str, depth: Depth, facts: Any) -> Bot:
        return replace(greedy(facts), level=level, depth=depth)

    return {
        "random": random,
        "greedy": greedy,
        "careful": partial(think, "careful", careful),
        "strong": partial(think, "strong", strong),
    }


LEVELS: Mapping[str, Mapping[str, Maker]] = {
    "katharina": levels(katharina, Depth(8, 4), Depth(16, 10)),
    "cities_knights": levels(cities_knights, Depth(20, 1), Depth(32, 4)),
    "catan_cards": levels(catan_cards, Depth(20, 1), Depth(32, 4)),
}


@lru_cache(maxsize=64)
def bot(game: str, level: str, data_set: Path | None = None) -> Bot:
    """Returns the bot of a level, with the built-in facts or the facts in a directory.

    Raises `KeyError` or `BadFacts`.
    """
    return LEVELS[game][level](facts(game, data_set))


def check_level(game: str, level: str) -> None:
    """Raises `UserError` unless the game has bots of this level."""
    if game not in LEVELS:
        raise UserError(f"There is no game {game}; try one of: {', '.join(LEVELS)}.")
    if level not in LEVELS[game]:
        raise UserError(f"There is no bot {level} for {game}; try one of: {', '.join(LEVELS[game])}.")
