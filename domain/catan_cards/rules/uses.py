"""Cards in play that may be used once per turn, each copy separately (R48)."""

from __future__ import annotations

from chronik.domain.catan_cards.facts.load import Card, Effect, Facts
from chronik.domain.catan_cards.principality.axis import card_of, cards_with_effect, find_built
from chronik.domain.catan_cards.state import SeatState
from chronik.domain.engine.game import Rejected


def require_unused(facts: Facts, own: SeatState, card: str, effect: Effect) -> Card:
    """Returns the printed facts of a built card with this effect; raises `card`, or `used` if it was used this turn."""
    printed = card_of(facts, card) if find_built(own, card) else None
    if printed is None or printed.effect is not effect:
        raise Rejected("card")
    if card in own.used:
        raise Rejected("used")
    return printed


def usable_cards(facts: Facts, own: SeatState, effect: Effect) -> list[str]:
    """Returns the built cards with this effect that were not used this turn."""
    return [one.card for one in cards_with_effect(facts, own, effect) if one.card not in own.used]
