"""An edition: a registered game with its rules version and printed facts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from chronik.domain.engine.game import Game

F = TypeVar("F")


class Edition(Struct, Generic[F], frozen=True, kw_only=True):
    """A rules version of a game, the directory of its printed facts, and functions to load facts and build the game.

    `load` raises `BadFacts`.
    """

    name: str
    version: int
    printed: Path
    load: Callable[[Path], F]
    game: Callable[[F], Game]


def read_facts(edition: Edition[Any], data_set: Path | None = None) -> Any:
    """Returns the facts of an edition: the printed ones, or those in another directory. Raises `BadFacts`."""
    return load_once(edition.load, data_set or edition.printed)


@lru_cache(maxsize=64)
def load_once(load: Callable[[Path], F], directory: Path) -> F:
    """Loads a data set and caches it for all rules versions of its game. Raises `BadFacts`."""
    return load(directory)
