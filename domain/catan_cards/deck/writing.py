"""A list written down: as JSON, as TOML, as lines of text; the code has a module of its own."""

from __future__ import annotations

import json
from functools import cache

from domain.catan_cards.deck.deck_list import DeckList, canonical, ordered
from domain.catan_cards.facts.load import Facts

NAMES = {"en": "Name", "de": "Name", "nl": "Naam"}
"""What stands before the name of a list among lines of text."""


def to_json(facts: Facts, deck: DeckList) -> str:
    """The canonical JSON as text."""
    return canonical(facts, deck).decode()


def to_toml(facts: Facts, deck: DeckList) -> str:
    """The list as TOML, ids as keys."""
    deck = ordered(facts, deck)
    lines = [f"deck = {deck.deck}", f"name = {json.dumps(deck.name, ensure_ascii=False)}", "", "[cards]"]
    lines += [f"{id} = {count}" for id, count in deck.cards.items()]
    lines += ["", "[events]", *(f"{id} = {count}" for id, count in deck.events.items())]
    return "\n".join(lines) + "\n"


def to_lines(facts: Facts, deck: DeckList, language: str = "en") -> str:
    """The list as lines of text in a language, the events after an empty line."""
    deck, called = ordered(facts, deck), names(facts, language)
    head = [f"{NAMES[language]}: {deck.name}", ""] if deck.name else []
    cards = [f"{count} {called.get(id, id)}" for id, count in deck.cards.items()]
    events = [f"{count} {called.get(id, id)}" for id, count in deck.events.items()]
    return "\n".join([*head, *cards, "", *events]) + "\n"


@cache
def names(facts: Facts, language: str) -> dict[str, str]:
    """What everything is called in a language, by ids."""
    return {named.id: getattr(named, language) for named in facts.names}
