"""An edition: a game with its rules version and its printed facts, as it is registered."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.engine.game import Game

F = TypeVar("F")


class Edition(Struct, Generic[F], frozen=True, kw_only=True):
    """A rules version of a game: where its printed facts lie, how a data set is read, and the game over its facts.

    `load` raises `BadFacts`.
    """

    name: str
    version: int
    printed: Path
    load: Callable[[Path], F]
    game: Callable[[F], Game]


@lru_cache(maxsize=64)
def read_facts(edition: Edition[Any], data_set: Path | None = None) -> Any:
    """The printed facts of an edition, or those of another directory, read once; raises `BadFacts`."""
    return edition.load(data_set or edition.printed)
