"""The games under contract, at every number of seats, and what each supplies to the tests: one line per game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec import Raw

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry, codec
from chronik.domain.engine.match.match import Match
from chronik.domain.games import CURRENT, game
from chronik.projections.games import projection
from chronik.projections.match.projection import Projection
from tests.every_game import catan_cards, cities_knights, katharina
from tests.every_game.playout import Table, played
from tests.every_game.supplies import Supplies

SUPPLIES: Mapping[str, Supplies] = {
    "catan_cards": catan_cards.SUPPLIES,
    "cities_knights": cities_knights.SUPPLIES,
    "katharina": katharina.SUPPLIES,
}

TABLES = [(name, seats) for name in CURRENT for seats in game(name).seats]


class EachTable:
    """A game with a number of seats, and complete matches of it."""

    def __init__(self, name: str, seats: int) -> None:
        self.name, self.seats = name, seats
        self.game: Game = game(name)
        self.projection: Projection = projection(name)
        self.supplies = SUPPLIES[name]
        self.game_command: Callable[[Raw], Any] = codec(self.game).command

    def __str__(self) -> str:
        return f"{self.name}-{self.seats}"

    @property
    def matches(self) -> tuple[Table, ...]:
        """Three matches: the first two with undos and replaced choices, the third usually without."""
        return _matches(self.name, self.seats)

    @property
    def walks(self) -> tuple[tuple[tuple[Entry, Match], ...], ...]:
        """The entries of each match, with the match after each."""
        return _walks(self.name, self.seats)


@cache
def _matches(name: str, seats: int) -> tuple[Table, ...]:
    each = zip(SUPPLIES[name].habits, SUPPLIES[name].tables, strict=True)
    return tuple(played(game(name), seats, 0, habits, options=options) for habits, options in each)


@cache
def _walks(name: str, seats: int) -> tuple[tuple[tuple[Entry, Match], ...], ...]:
    return tuple(tuple(walk(game(name), Match(id="00"), match.log)) for match in _matches(name, seats))


each_game = pytest.mark.parametrize("table", [EachTable(name, max(game(name).seats)) for name in CURRENT], ids=str)
"""For properties that do not depend on the number of seats: each game with the most."""
each_table = pytest.mark.parametrize("table", [EachTable(*table) for table in TABLES], ids=str)
