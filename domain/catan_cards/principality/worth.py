"""The worth of a card in play, for a default that must choose one (R90)."""

from __future__ import annotations

from collections.abc import Iterable

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.cards.kinds import size
from chronik.domain.catan_cards.facts.load import Facts


def most_valuable(facts: Facts, cards: Iterable[str]) -> str:
    """Returns the card with the most VP, then the most strength, the highest total cost, the lowest id (R90)."""

    def rank(card: str) -> tuple[int, int, int, str]:
        printed = facts.cards[title(card)]
        return -printed.vp, -printed.strength, -size(printed.price) - printed.stars, card

    return min(cards, key=rank)
