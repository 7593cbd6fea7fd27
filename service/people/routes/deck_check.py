"""The route that checks deck lists; it needs no token."""

from typing import Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Struct

from chronik.domain.engine.match.match import rule_options
from chronik.service.matches.catalogue import Catalogue, Rules
from chronik.service.matches.routes.games import Lang
from chronik.service.matches.routes.match_terms import parse_options
from chronik.service.people.own_lists import OwnLists
from chronik.service.people.routes.own_lists import Written, own_lists_router
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.languages import Language
from chronik.service.web.openapi.contract import promises
from chronik.service.web.problems.deck_problems import ToldProblem, describe
from chronik.service.web.router import Router


class NewCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """A list to check, with the options of the match it is meant for."""

    deck: Written
    options: dict[str, Any] = {}


class Checked(Struct, frozen=True):
    """The faults in a list, advice, and the number of cards of each kind.

    `list` is its canonical form, `code` encodes its counts, and `toml` and `lines` are other notations. All four are
    null if the list cannot be read as a whole; `code` is also null if the list names more cards than exist.
    """

    problems: tuple[ToldProblem, ...]
    advice: tuple[ToldProblem, ...]
    counts: dict[str, int]
    list: dict[str, Any] | None
    code: str | None
    toml: str | None
    lines: str | None


def list_routers(catalogue: Catalogue, kept: OwnLists) -> tuple[Router, ...]:
    """Returns the routes of deck lists, under `/api/v1`: a check for each game with lists, and saved lists.

    Returns none if no game has lists.
    """
    games = [rules for name in catalogue.names() if (rules := catalogue.current(name)) and rules.game.lists]
    return (*map(_check_router, games), own_lists_router(catalogue, kept)) if games else ()


def _check_router(rules: Rules) -> Router:
    name, lists = rules.game.name, rules.game.lists
    assert lists is not None

    @post(
        "/decks/check",
        operation_id=f"{name}_check_deck",
        status_code=200,
        dto=StrictJSON,
        return_dto=None,
        opt=promises(even_when_full=True),
        sync_to_thread=False,
    )
    def check(data: JSONBody[NewCheck], language: Lang = None) -> Checked:
        """Returns all faults in a list at once, and stores nothing.

        Sentences are in English, or in the language that the request names.
        """
        options = rule_options(rules.game, parse_options(rules, data.options))
        spoken = (language or Language.EN).value
        words = rules.words(spoken)
        problems = lists.problems(options, data.deck)
        spelled = lists.parse(data.deck, spoken)
        return Checked(
            problems=tuple(describe(words, one) for one in problems if not one.advice),
            advice=tuple(describe(words, one) for one in problems if one.advice),
            counts=dict(spelled.counts),
            list=msgspec.json.decode(spelled.json) if spelled.json else None,
            code=spelled.code or None,
            toml=spelled.toml or None,
            lines=spelled.lines or None,
        )

    return Router(f"/{name}", route_handlers=[check], tags=["decks"])
