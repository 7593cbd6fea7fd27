"""Cards in play that may be used once in the own turn, each as it lies (R48)."""

from __future__ import annotations

from domain.catan_cards.facts.load import Card, Effect, Facts
from domain.catan_cards.principality.axis import built, card_of, with_effect
from domain.catan_cards.state import SeatState
from domain.engine.game import Rejected


def use(facts: Facts, own: SeatState, card: str, effect: Effect) -> Card:
    """What is printed on a card of a principality with this effect; raises `card`, and `used` in a turn it was used."""
    printed = card_of(facts, card) if built(own, card) else None
    if printed is None or printed.effect is not effect:
        raise Rejected("card")
    if card in own.used:
        raise Rejected("used")
    return printed


def unused(facts: Facts, own: SeatState, effect: Effect) -> list[str]:
    """The cards of a principality with this effect that were not used in this turn."""
    return [one.card for one in with_effect(facts, own, effect) if one.card not in own.used]
