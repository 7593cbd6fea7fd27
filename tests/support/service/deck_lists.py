"""The game with deck lists, as the tests of tournaments plan it, and legal lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards.deck.deck_list import built_in_list
from chronik.domain.catan_cards.deck.lists import built_in_lists
from chronik.domain.catan_cards.deck.writing import to_json
from chronik.domain.catan_cards.facts.rulesets import Mode, Ruleset
from tests.support.catan_cards.decks import FACTS

PLAN_WITH_LISTS: Mapping[str, Any] = {"game": "catan_cards", "options": {"mode": "tournament"}}
"""The fields of a plan for this game."""
BUILT_IN = built_in_lists(FACTS, Ruleset(mode=Mode.TOURNAMENT))


def deck(name: str) -> str:
    """Returns a legal list with a name, by which it can be recognised."""
    return to_json(FACTS, replace(built_in_list(FACTS, FACTS.house_lists["trade"]), name=name))
