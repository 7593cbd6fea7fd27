"""The games: how many play them, what can be chosen, and what lies in the box."""

from functools import cache
from typing import Annotated, Any, cast, get_type_hints

import msgspec
from litestar import Response, get
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta, Struct, defstruct
from msgspec.structs import replace

from domain.engine.names import Names
from service.bots.levels import LEVELS
from service.http.compression import Packed, packed, sent
from service.http.media import JSON
from service.http.request import HTTPRequest
from service.http.router import Router
from service.matches.catalogue import Catalogue, Rules
from service.openapi.contract import promises
from service.openapi.schemas import PLACE, standalone
from service.problems.ids import Hash
from service.problems.kinds import NOT_FOUND
from service.problems.problem import Problem
from service.tournaments.sheets.words import Language

Lang = Annotated[
    Language | None,
    QueryParameter(description="Only the names in this language, in English where it has none; without it all names."),
]
GameName = Annotated[str, PathParameter(description="The name of the game.", max_length=40)]


class GameLine(Struct, frozen=True):
    """A game: its rules version, the hash of its data set, how many seats it takes, and the bots that play it.

    With `one_winner` nobody ever shares the first place of a match. To a game with `lists` seats may bring cards.
    """

    game: str
    rules: int
    facts: Hash
    seats: tuple[int, ...]
    one_winner: bool
    bots: tuple[str, ...]
    lists: bool


class GameSummary(Struct, frozen=True):
    """A game with its options as JSON Schema, and its components: everything printed, with names by language.

    `presets` name sets of options by what differs from the defaults; one may be wanted as the option `preset`. With
    `one_winner` nobody ever shares the first place of a match; to a game with `lists` seats may bring cards.
    """

    game: str
    rules: int
    facts: Hash
    seats: tuple[int, ...]
    one_winner: bool
    bots: tuple[str, ...]
    lists: bool
    options: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    components: Any


class Games(Struct, frozen=True):
    """All games."""

    games: tuple[GameLine, ...]


def games_router(catalogue: Catalogue) -> Router:
    """The addresses of this file, under `/api/v1`."""
    lines = Games(tuple(_line(rules) for name in catalogue.names() if (rules := catalogue.current(name))))
    summaries = {line.game: _game_summary(rules) for line in lines.games if (rules := catalogue.current(line.game))}

    @get("/games", operation_id="list_games", sync_to_thread=False, opt=promises())
    def list_games() -> Games:
        """The games that can be played here."""
        return lines

    @cache
    def ready(game: str, language: Language | None) -> Packed:
        return packed(msgspec.json.encode(_told_in(summaries[game], language)))

    boxes = tuple(dict.fromkeys(cast("type[object]", type(summary.components)) for summary in summaries.values()))
    promised = promises(answers=(_typed(boxes),), holds=boxes, problems=(NOT_FOUND,))

    @get("/games/{game:str}", operation_id="game", sync_to_thread=False, opt=promised)
    def show_game(request: HTTPRequest, game: GameName, language: Lang = None) -> Response[bytes]:
        """A game with its options and components."""
        if game not in summaries:
            raise Problem(NOT_FOUND)
        return sent(request, ready(game, language), JSON)

    return Router("/", route_handlers=[list_games, show_game], tags=["games"])


def _line(rules: Rules) -> GameLine:
    game = rules.game
    bots = tuple(LEVELS.get(game.name, {}))
    return GameLine(game.name, game.version, game.facts, game.seats, game.one_winner, bots, game.lists is not None)


def _game_summary(rules: Rules) -> GameSummary:
    line = _line(rules)
    schema = standalone(rules.game.options_type)
    presets = {name: dict(differences) for name, differences in rules.game.presets.items()}
    return GameSummary(
        line.game,
        line.rules,
        line.facts,
        line.seats,
        line.one_winner,
        line.bots,
        line.lists,
        schema,
        presets,
        rules.projection.components,
    )


def _told_in(summary: GameSummary, language: Language | None) -> GameSummary:
    """A game with the names of one language."""
    names: Names = summary.components.names
    if language is None or not names:
        return summary
    english, own = names["en"], names[language.value]
    told = {language.value: {kind: {**english.get(kind, {}), **own.get(kind, {})} for kind in {**english, **own}}}
    return replace(summary, components=replace(summary.components, names=told))


def _typed(boxes: tuple[type[object], ...]) -> Any:
    """The summary of a game as the document describes it: with the components of each game named."""
    choice = {"anyOf": [{"$ref": PLACE + box.__name__} for box in boxes]}
    fields = [
        (name, kind) for name, kind in get_type_hints(GameSummary, include_extras=True).items() if name != "components"
    ]
    components = ("components", Annotated[Any, Meta(extra_json_schema=choice)])
    return defstruct("GameSummary", [*fields, components], frozen=True, namespace={"__doc__": GameSummary.__doc__})
