"""The lists of the Catan card game as the engine takes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from domain.catan_cards.deck.code import code_of
from domain.catan_cards.deck.deck_list import DeckList, of_house
from domain.catan_cards.deck.problems import problems
from domain.catan_cards.deck.reading import read
from domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.rulesets import DeckSource, Mode, Ruleset
from domain.engine.game import Lists, Spelled

C = TypeVar("C")


def lists(facts: Facts, bring: Callable[[DeckList], C]) -> Lists[C]:
    """Lists over the facts of a data set; `bring` is the command that brings a list (T13)."""
    return Lists(
        wanted=wanted,
        problems=partial(problems, facts),
        bring=lambda text: bring(read(facts, text).deck),
        house=partial(house, facts),
        spell=partial(spelled, facts),
        named=partial(named, facts),
    )


def wanted(options: Ruleset) -> bool:
    """Whether the seats of a match bring lists (section 3.0)."""
    return options.mode is Mode.TOURNAMENT and options.decks is DeckSource.BROUGHT


def house(facts: Facts, options: Ruleset) -> tuple[str, ...]:
    """Every list of the house as canonical JSON, those first that the options name for the seats."""
    known = facts.house_lists
    ids = dict.fromkeys([*(id for id in options.house if id in known), *known])
    return tuple(to_json(facts, of_house(facts, known[id], id)) for id in ids)


def spelled(facts: Facts, text: str, language: str = "en") -> Spelled:
    """A list in all its spellings; nothing of one that cannot be read as a whole."""
    reading = read(facts, text)
    counts = {"cards": reading.cards or 0, "events": reading.events or 0}
    if reading.problems:
        return Spelled(counts=counts)
    return Spelled(
        counts=counts,
        json=to_json(facts, reading.deck),
        toml=to_toml(facts, reading.deck),
        lines=to_lines(facts, reading.deck, language),
        code=code_of(facts, reading.deck) or "",
    )


def named(facts: Facts, text: str) -> Mapping[str, int]:
    """How often a list names each card and free event, by id, in the permanent order."""
    deck = read(facts, text).deck
    return {**deck.cards, **deck.events}
