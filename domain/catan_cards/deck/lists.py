"""The deck lists of the Catan card game in the form that the engine uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from chronik.domain.catan_cards.deck.code import code_of
from chronik.domain.catan_cards.deck.deck_list import DeckList, built_in_list
from chronik.domain.catan_cards.deck.problems import find_problems
from chronik.domain.catan_cards.deck.reading import read
from chronik.domain.catan_cards.deck.writing import to_json, to_lines, to_toml
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.rulesets import DeckSource, Mode, Ruleset
from chronik.domain.engine.game import Lists, ParsedList

C = TypeVar("C")


def lists(facts: Facts, bring: Callable[[DeckList], C]) -> Lists[C]:
    """Returns the deck-list functions for a data set; `bring` builds the command that brings a list (T13)."""
    return Lists(
        expects=needs_lists,
        problems=partial(find_problems, facts),
        command=lambda text: bring(read(facts, text).deck),
        built_in=partial(built_in_lists, facts),
        parse=partial(spell, facts),
        count_cards=partial(count_titles, facts),
    )


def needs_lists(options: Ruleset) -> bool:
    """Returns whether the seats of a match choose deck lists (section 3.0)."""
    return options.mode is Mode.TOURNAMENT and options.decks is DeckSource.BROUGHT


def built_in_lists(facts: Facts, options: Ruleset) -> tuple[str, ...]:
    """Returns every built-in list as canonical JSON; those that the options name for the seats come first."""
    known = facts.house_lists
    ids = dict.fromkeys([*(id for id in options.house if id in known), *known])
    return tuple(to_json(facts, built_in_list(facts, known[id], id)) for id in ids)


def spell(facts: Facts, text: str, language: str = "en") -> ParsedList:
    """Returns a list in every format, or only its counts if it cannot be read completely."""
    reading = read(facts, text)
    if reading.problems:
        return ParsedList(counts=reading.counts)
    return ParsedList(
        counts=reading.counts,
        json=to_json(facts, reading.deck),
        toml=to_toml(facts, reading.deck),
        lines=to_lines(facts, reading.deck, language),
        code=code_of(facts, reading.deck) or "",
    )


def count_titles(facts: Facts, text: str) -> Mapping[str, int]:
    """Returns the count of each card and free event of a list by id, in the permanent order."""
    deck = read(facts, text).deck
    return {**deck.cards, **deck.events}
