"""The games of this service: their seats, options and components."""

from functools import cache
from typing import Annotated, Any, cast, get_type_hints

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Meta, Struct, defstruct
from msgspec.structs import replace

from chronik.domain.engine.names import Names
from chronik.service.bots.levels import LEVELS
from chronik.service.matches.catalogue import Catalogue, Rules
from chronik.service.web.compression import Compressed, compress, compressed_response
from chronik.service.web.languages import Language
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import promises
from chronik.service.web.openapi.schemas import PLACE, standalone
from chronik.service.web.problems.ids import Hash
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import GameName, HTTPRequest
from chronik.service.web.router import Router

Lang = Annotated[
    Language | None,
    QueryParameter(
        description="Only names in this language, or in English if one is missing; by default all languages."
    ),
]


class GameLine(Struct, frozen=True):
    """A game: its rules version, the hash of its data set, its numbers of seats, and its bots.

    With `one_winner`, first place in a match is never shared. With `lists`, a seat may bring a list of cards.
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

    Four keywords of the schema say more about an option. `x-only-if` lists the values of other options on which it
    depends. `x-names` is the kind of names in `components` whose ids are its values. With a value in `x-lists`, the
    seats bring lists of cards; a value in `x-refused` cannot be played yet. An array of fixed length has one value for
    each seat. `presets` are named sets of options, given by their differences from the defaults; the option `preset`
    selects one. With `one_winner`, first place in a match is never shared. With `lists`, a seat may bring cards.
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
    """The list of games."""

    games: tuple[GameLine, ...]


def games_router(catalogue: Catalogue) -> Router:
    """Builds the router of this module, under `/api/v1`."""
    lines = Games(list_game_lines(catalogue))
    summaries = {line.game: _game_summary(rules) for line in lines.games if (rules := catalogue.current(line.game))}

    @get("/games", operation_id="list_games", sync_to_thread=False, opt=promises())
    def list_games() -> Games:
        """Returns the games that can be played here."""
        return lines

    @cache
    def ready(game: str, language: Language | None) -> Compressed:
        return compress(msgspec.json.encode(_limit_names(summaries[game], language)))

    boxes = tuple(dict.fromkeys(cast("type[object]", type(summary.components)) for summary in summaries.values()))
    promised = promises(answers=(_summary_type(boxes),), holds=boxes, problems=(NOT_FOUND,))

    @get("/games/{game:str}", operation_id="game", sync_to_thread=False, opt=promised)
    def show_game(request: HTTPRequest, game: GameName, language: Lang = None) -> Response[bytes]:
        """Returns a game with its options and components."""
        if game not in summaries:
            raise Problem(NOT_FOUND)
        return compressed_response(request, ready(game, language), JSON)

    return Router("/", route_handlers=[list_games, show_game], tags=["games"])


def list_game_lines(catalogue: Catalogue) -> tuple[GameLine, ...]:
    """Returns the games that can be played here."""
    return tuple(_game_line(rules) for name in catalogue.names() if (rules := catalogue.current(name)))


def _game_line(rules: Rules) -> GameLine:
    game = rules.game
    bots = tuple(LEVELS.get(game.name, {}))
    return GameLine(game.name, game.version, game.facts, game.seats, game.one_winner, bots, game.lists is not None)


def _game_summary(rules: Rules) -> GameSummary:
    line = _game_line(rules)
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


def _limit_names(summary: GameSummary, language: Language | None) -> GameSummary:
    """Limits the names of a game to one language."""
    names: Names = summary.components.names
    if language is None or not names:
        return summary
    english, own = names["en"], names[language.value]
    names = {language.value: {kind: {**english.get(kind, {}), **own.get(kind, {})} for kind in {**english, **own}}}
    return replace(summary, components=replace(summary.components, names=names))


def _summary_type(boxes: tuple[type[object], ...]) -> Any:
    """Builds the type of a game summary for the interface document, with the component types of all games."""
    choice = {"anyOf": [{"$ref": PLACE + box.__name__} for box in boxes]}
    fields = [
        (name, kind) for name, kind in get_type_hints(GameSummary, include_extras=True).items() if name != "components"
    ]
    components = ("components", Annotated[Any, Meta(extra_json_schema=choice)])
    return defstruct("GameSummary", [*fields, components], frozen=True, namespace={"__doc__": GameSummary.__doc__})
