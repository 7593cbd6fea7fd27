"""The rule systems Chronik plays, by name and rules version."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from domain.catan_cards import game as catan_cards
from domain.cities_knights import game as cities_knights
from domain.engine.edition import Edition, read_facts
from domain.engine.game import Game
from domain.katharina import game as katharina

EDITIONS: tuple[Edition[Any], ...] = (
    katharina.EDITION,
    cities_knights.EDITION,
    catan_cards.EDITION,
)
"""Every version of every game, its newest one last; the games are shown in this order."""

GAMES: Mapping[tuple[str, int], Edition[Any]] = {(edition.name, edition.version): edition for edition in EDITIONS}

CURRENT: Mapping[str, int] = dict(list(GAMES))
"""The newest version of each game."""


def edition(name: str, version: int | None = None) -> Edition[Any]:
    """A version of a game, the newest one unless another is named; raises KeyError."""
    return GAMES[name, CURRENT[name] if version is None else version]


def facts(name: str, data_set: Path | None = None) -> Any:
    """The printed facts of a game, or those of another directory; raises KeyError, or `BadFacts`."""
    return read_facts(edition(name), data_set)


@lru_cache(maxsize=64)
def game(name: str, version: int | None = None, data_set: Path | None = None) -> Game:
    """A game over its printed facts or those of another directory; raises KeyError, or `BadFacts`."""
    found = edition(name, version)
    return found.game(read_facts(found, data_set))
