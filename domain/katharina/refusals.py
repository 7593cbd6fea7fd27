"""Refusals of Katharina: the rule that each code cites, and a sentence for the player."""

from __future__ import annotations

from chronik.domain.engine.game import Refusal

REFUSALS = {
    "not-asked": Refusal("E6", "The match is not waiting for this seat."),
    "another-question": Refusal("E1", "This seat must answer a different question: see its prompts."),
    "display": Refusal("S6", "Choose three different cards from your hand."),
    "two-cards": Refusal("R-B", "Choose two different cards."),
    "not-in-hand": Refusal("R-B", "This card is not in your hand."),
    "slot": Refusal("R-B", "Choose an empty slot of your action row, or the slot of the card that you play now."),
    "decline-takes-nothing": Refusal("D3", "If you decline, you pay nothing and build nothing."),
    "impossible": Refusal("Q9", "You cannot perform this action even once: decline it, and draw a card instead."),
    "discards": Refusal("Q34", "Pay with exactly as many different cards from your hand as the action costs."),
    "city": Refusal("B2", "You cannot build there with this action."),
    "no-bonus": Refusal("A1", "This action has no bonus."),
    "bonus-discards": Refusal("Q34", "Pay with exactly as many further cards from your hand as the bonus costs."),
}
