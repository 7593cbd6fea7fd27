"""What a card in play is worth to who must choose one for its owner's harm: the default of R90."""

from __future__ import annotations

from collections.abc import Iterable

from domain.catan_cards.cards.ids import title
from domain.catan_cards.cards.kinds import size
from domain.catan_cards.facts.load import Facts


def dearest(facts: Facts, cards: Iterable[str]) -> str:
    """Of these cards the one with most VP, then strength, then total cost, then the lowest id (R90)."""

    def rank(card: str) -> tuple[int, int, int, str]:
        printed = facts.cards[title(card)]
        return -printed.vp, -printed.strength, -size(printed.price) - printed.stars, card

    return min(cards, key=rank)
