"""The games of Chronik, by name and rules version."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from chronik.domain.catan_cards import game as catan_cards
from chronik.domain.cities_knights import game as cities_knights
from chronik.domain.engine.edition import Edition, read_facts
from chronik.domain.engine.game import Game
from chronik.domain.katharina import game as katharina

EDITIONS: tuple[Edition[Any], ...] = (
    *katharina.EDITIONS,
    *cities_knights.EDITIONS,
    *catan_cards.EDITIONS,
)
"""Every version of every game; the newest version of each comes last. Games are shown in this order."""

GAMES: Mapping[tuple[str, int], Edition[Any]] = {(edition.name, edition.version): edition for edition in EDITIONS}

CURRENT: Mapping[str, int] = dict(list(GAMES))
"""The newest version of each game."""


def edition(name: str, version: int | None = None) -> Edition[Any]:
    """Returns a version of a game, by default the newest. Raises `KeyError` if it does not exist."""
    return GAMES[name, CURRENT[name] if version is None else version]


def facts(name: str, data_set: Path | None = None) -> Any:
    """Returns the printed facts of a game, or those in another directory. Raises `KeyError` or `BadFacts`."""
    return read_facts(edition(name), data_set)


@lru_cache(maxsize=64)
def game(name: str, version: int | None = None, data_set: Path | None = None) -> Game:
    """Builds a game from its printed facts, or from those in another directory. Raises `KeyError` or `BadFacts`."""
    found = edition(name, version)
    return found.game(read_facts(found, data_set))
