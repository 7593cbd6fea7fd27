"""Lists of cards, checked for anybody."""

from typing import Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Struct

from domain.engine.deck_words import Words, sentence
from domain.engine.game import DeckProblem
from domain.engine.match.match import rule_options
from domain.engine.names import Names
from service.http.bodies import StrictJSON
from service.http.router import Router
from service.matches.catalogue import Catalogue, Rules
from service.openapi.contract import promises
from service.people.own_lists import OwnLists
from service.routes.about.games import Lang
from service.routes.match.match_terms import wanted_options
from service.routes.people.own_lists import Written, own_lists_router
from service.tournaments.sheets.words import Language


class NewCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """A list to be checked, with the options of the match it is meant for."""

    deck: Written
    options: dict[str, Any] = {}


class ToldProblem(Struct, frozen=True):
    """What is wrong with a list: its code, the rule, the card, what was found, what is allowed, and all as a sentence.

    What does not concern a problem is empty.
    """

    code: str
    rule: str
    card: str
    found: str
    allowed: str
    sentence: str


class Checked(Struct, frozen=True):
    """Everything that is wrong with a list, and advice; how many cards it names, by what they are.

    `list` is its canonical form, `code` stands for its counts, and `toml` and `lines` are further spellings: all are
    null where it cannot be read as a whole, the code also where it names more cards than there are.
    """

    problems: tuple[ToldProblem, ...]
    advice: tuple[ToldProblem, ...]
    counts: dict[str, int]
    list: dict[str, Any] | None
    code: str | None
    toml: str | None
    lines: str | None


def list_routers(catalogue: Catalogue, kept: OwnLists) -> tuple[Router, ...]:
    """The addresses of lists, under `/api/v1`: for each game that has lists one that checks them, and the own ones.

    There are none where no game has lists.
    """
    games = [rules for name in catalogue.names() if (rules := catalogue.current(name)) and rules.game.lists]
    return (*map(_check_router, games), own_lists_router(catalogue, kept)) if games else ()


def _check_router(rules: Rules) -> Router:
    name, lists, names = rules.game.name, rules.game.lists, _names(rules)
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
        """Says everything that is wrong with a list, at once, and keeps nothing of it. Sentences are in English, or in
        the language that is named."""
        options = rule_options(rules.game, wanted_options(rules, data.options))
        spoken = (language or Language.EN).value
        words = names.get(spoken, {})
        problems = lists.problems(options, data.deck)
        spelled = lists.spell(data.deck, spoken)
        return Checked(
            problems=tuple(_told(words, one) for one in problems if not one.advice),
            advice=tuple(_told(words, one) for one in problems if one.advice),
            counts=dict(spelled.counts),
            list=msgspec.json.decode(spelled.json) if spelled.json else None,
            code=spelled.code or None,
            toml=spelled.toml or None,
            lines=spelled.lines or None,
        )

    return Router(f"/{name}", route_handlers=[check], tags=["decks"])


def _names(rules: Rules) -> Names:
    names: Names = rules.projection.components.names
    return names


def _told(words: Words, one: DeckProblem) -> ToldProblem:
    return ToldProblem(one.code, one.rule, one.card, one.found, one.allowed, sentence(words, one))
