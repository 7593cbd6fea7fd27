"""The games: how many play them, what can be chosen, and what lies in the box."""

from typing import Any

import msgspec
from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from service.bots.levels import LEVELS
from service.catalogue import Catalogue, Rules
from service.errors import Problem
from service.problems import NOT_FOUND


class GameLine(Struct, frozen=True):
    """A game: its rules version, the hash of its data set, how many seats it takes, and the bots that play it."""

    game: str
    rules: int
    facts: str
    seats: tuple[int, ...]
    bots: tuple[str, ...]


class GameCard(Struct, frozen=True):
    """A game with its options as JSON Schema, and its components: everything printed, with names by language."""

    game: str
    rules: int
    facts: str
    seats: tuple[int, ...]
    bots: tuple[str, ...]
    options: dict[str, Any]
    components: Any


class Games(Struct, frozen=True):
    """All games."""

    games: tuple[GameLine, ...]


def games_router(catalogue: Catalogue) -> Router:
    """The addresses of this file, under `/api/v1`."""
    lines = Games(tuple(_line(rules) for name in catalogue.names() if (rules := catalogue.current(name))))
    cards = {line.game: _card(rules) for line in lines.games if (rules := catalogue.current(line.game))}

    @get("/games", operation_id="list_games", sync_to_thread=False)
    def list_games() -> Games:
        """The games that can be played here."""
        return lines

    @get("/games/{game:str}", operation_id="game", sync_to_thread=False)
    def show_game(game: FromPath[str]) -> GameCard:
        """A game with its options and components."""
        if game not in cards:
            raise Problem(NOT_FOUND)
        return cards[game]

    return Router("/", route_handlers=[list_games, show_game], tags=["games"])


def _line(rules: Rules) -> GameLine:
    game = rules.game
    return GameLine(game.name, game.version, game.facts, game.seats, tuple(LEVELS.get(game.name, {})))


def _card(rules: Rules) -> GameCard:
    line = _line(rules)
    schema = msgspec.json.schema(rules.game.options_type)
    return GameCard(line.game, line.rules, line.facts, line.seats, line.bots, schema, rules.projection.components)
