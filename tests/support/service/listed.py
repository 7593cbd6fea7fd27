"""The game to which seats bring lists, as the tests of tournaments plan it, and lists that may be handed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.catan_cards.deck.deck_list import of_house
from domain.catan_cards.deck.lists import house
from domain.catan_cards.deck.writing import to_json
from domain.catan_cards.facts.rulesets import Mode, Ruleset
from tests.support.catan_cards.decks import FACTS

LISTED: Mapping[str, Any] = {"game": "catan_cards", "options": {"mode": "tournament"}}
"""What a plan says of such a game."""
HOUSE = house(FACTS, Ruleset(mode=Mode.TOURNAMENT))


def deck(name: str) -> str:
    """A legal list with a name of its own, by which it is known again."""
    return to_json(FACTS, replace(of_house(FACTS, FACTS.house_lists["trade"]), name=name))
