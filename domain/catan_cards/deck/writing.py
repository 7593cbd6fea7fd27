"""Writes a list as JSON, as TOML, or as lines of text; `code.py` writes codes."""

from __future__ import annotations

import json
from functools import cache

from chronik.domain.catan_cards.deck.deck_list import DeckList, canonical_json, normalize
from chronik.domain.catan_cards.facts.load import Facts

NAMES = {"en": "Name", "de": "Name", "nl": "Naam"}
"""The label before a list's name in lines of text, by language."""


def to_json(facts: Facts, deck: DeckList) -> str:
    """Returns the list's canonical JSON as text."""
    return canonical_json(facts, deck).decode()


def to_toml(facts: Facts, deck: DeckList) -> str:
    """Returns the list as TOML, with ids as keys."""
    deck = normalize(facts, deck)
    lines = [f"deck = {deck.deck}", f"name = {json.dumps(deck.name, ensure_ascii=False)}", "", "[cards]"]
    lines += [f"{id} = {count}" for id, count in deck.cards.items()]
    lines += ["", "[events]", *(f"{id} = {count}" for id, count in deck.events.items())]
    return "\n".join(lines) + "\n"


def to_lines(facts: Facts, deck: DeckList, language: str = "en") -> str:
    """Returns the list as lines of text in a language; the events follow an empty line."""
    deck, called = normalize(facts, deck), names(facts, language)
    head = [f"{NAMES[language]}: {deck.name}", ""] if deck.name else []
    cards = [f"{count} {called.get(id, id)}" for id, count in deck.cards.items()]
    events = [f"{count} {called.get(id, id)}" for id, count in deck.events.items()]
    return "\n".join([*head, *cards, "", *events]) + "\n"


@cache
def names(facts: Facts, language: str) -> dict[str, str]:
    """Returns every name in a language, by id."""
    return {named.id: getattr(named, language) for named in facts.names}
