"""The Chapel of St. Agatha: a resource for who was robbed without being ahead (K22, R40)."""

from __future__ import annotations

from domain.catan_cards.facts.load import Card, Effect
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of
from domain.catan_cards.prompts import Why
from domain.catan_cards.rules.gaining import gain
from domain.catan_cards.state import Playing

TRIGGERS = {Effect.TAKE_TWO_GIVE_ONE: "merchant", Effect.ATTACK_ROLL_RESOURCES: "brigands_success"}
"""What the Chapel calls the cards that it answers: a Merchant played, Brigands won (section 10)."""


def compensate(batch: Batch, played: Playing) -> None:
    """After the card is resolved the opponent gains one of choice for each Chapel, if he was not ahead (R40)."""
    card = card_of(batch.facts, played.card)
    trigger = TRIGGERS.get(card.effect) if card.effect else None
    if trigger is None or played.behind or not _succeeded(batch, played, card):
        return
    victim = 1 - played.seat
    buildings = [card_of(batch.facts, one.card) for one in batch.seat(victim).built]
    chapels = [
        one for one in buildings if one.effect is Effect.COMPENSATION_ON_THEFT and trigger in one.numbers.triggers
    ]
    gain(batch, victim, len(chapels), Why.CHAPEL)


def _succeeded(batch: Batch, played: Playing, card: Card) -> bool:
    """A Merchant always does, Brigands where the attacker won."""
    return card.effect is not Effect.ATTACK_ROLL_RESOURCES or batch.state.winner == played.seat
