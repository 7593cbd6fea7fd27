"""The Chapel of St. Agatha: a resource for a robbed player who was not ahead (K22, R40)."""

from __future__ import annotations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.facts.load import Card, Effect
from chronik.domain.catan_cards.principality.axis import card_of
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.rules.gaining import gain
from chronik.domain.catan_cards.state import Playing

TRIGGERS = {Effect.TAKE_TWO_GIVE_ONE: "merchant", Effect.ATTACK_ROLL_RESOURCES: "brigands_success"}
"""The trigger names of the attacks that the Chapel answers: a Merchant played, Brigands won (section 10)."""


def compensate(batch: Batch, played: Playing) -> None:
    """Gives an opponent who was not ahead a chosen resource for each Chapel, after the card is resolved (R40)."""
    card = card_of(batch.facts, played.card)
    trigger = TRIGGERS.get(card.effect) if card.effect else None
    if trigger is None or played.behind or not _has_succeeded(batch, played, card):
        return
    victim = 1 - played.seat
    buildings = [card_of(batch.facts, one.card) for one in batch.seat(victim).built]
    chapels = [
        one for one in buildings if one.effect is Effect.COMPENSATION_ON_THEFT and trigger in one.numbers.triggers
    ]
    gain(batch, victim, len(chapels), Why.CHAPEL)


def _has_succeeded(batch: Batch, played: Playing, card: Card) -> bool:
    """Returns whether the card took effect: a Merchant always does, Brigands only if the attacker won."""
    return card.effect is not Effect.ATTACK_ROLL_RESOURCES or batch.state.winner == played.seat
