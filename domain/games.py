"""The games of Chronik, by name and rules version. A game's module is imported when the game is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from chronik.domain.engine.edition import Edition, read_facts
from chronik.domain.engine.game import Game

NAMES = ("katharina", "cities_knights", "catan_cards")
"""The names of the games, in the order in which they are shown; each has a folder of this name."""


@cache
def editions(name: str) -> tuple[Edition[Any], ...]:
    """Returns every version of a game, the newest last. Raises `KeyError` if the game does not exist."""
    if name not in NAMES:
        raise KeyError(name)
    found: tuple[Edition[Any], ...] = import_module(f"chronik.domain.{name}.game").EDITIONS
    return found


class NewestVersions(Mapping[str, int]):
    """The newest version of each game."""

    def __getitem__(self, name: str) -> int:
        return editions(name)[-1].version

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


CURRENT = NewestVersions()


def edition(name: str, version: int | None = None) -> Edition[Any]:
    """Returns a version of a game, by default the newest. Raises `KeyError` if it does not exist."""
    known = {one.version: one for one in editions(name)}
    return known[CURRENT[name] if version is None else version]


def facts(name: str, data_set: Path | None = None) -> Any:
    """Returns the printed facts of a game, or those in another directory. Raises `KeyError` or `BadFacts`."""
    return read_facts(edition(name), data_set)


@lru_cache(maxsize=64)
def game(name: str, version: int | None = None, data_set: Path | None = None) -> Game:
    """Builds a game from its printed facts, or from those in another directory. Raises `KeyError` or `BadFacts`."""
    found = edition(name, version)
    return found.game(read_facts(found, data_set))
