"""The card game as far as lists go: its box, and the rules of its lists; nothing of it is ever played.

`python -m tests.support.catan_cards.listed serve …` is the service with it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.catan_cards.deck.deck_list import DeckList
from domain.catan_cards.deck.lists import lists
from domain.catan_cards.facts.load import PRINTED
from domain.catan_cards.facts.rulesets import Ruleset
from domain.engine.names import load_names
from projections.catan_cards.components import components
from service.matches.catalogue import Catalogue, Rules
from tests.support.catan_cards.decks import FACTS

GAME = "catan_cards"
PROGRAM = (sys.executable, "-m", "tests.support.catan_cards.listed")


def bring(deck: DeckList) -> Any:
    return deck


def as_card_game(rules: Rules) -> Rules:
    """Rules with the name, the options, the lists and the box of the card game."""
    game = replace(rules.game, name=GAME, seats=(2,), options_type=Ruleset, lists=lists(FACTS, bring))
    box = components(FACTS, load_names(PRINTED, PRINTED))
    return replace(rules, game=game, projection=replace(rules.projection, components=box))


def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the card game be among the games until the patch ends."""
    begin = Catalogue.__init__

    def with_cards(self: Catalogue, data_sets: Mapping[str, Path]) -> None:
        begin(self, data_sets)
        rules = self.current("katharina")
        assert rules is not None
        cards = self._current[GAME] = as_card_game(rules)
        self._pinned[GAME, cards.game.version, cards.game.facts] = cards

    monkeypatch.setattr(Catalogue, "__init__", with_cards)


if __name__ == "__main__":
    from service.__main__ import main

    listed(pytest.MonkeyPatch())
    sys.exit(main())
