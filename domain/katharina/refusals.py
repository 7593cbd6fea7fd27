"""What each refusal means, and the rule it cites."""

from __future__ import annotations

from domain.engine.game import Refusal

REFUSALS = {
    "not-asked": Refusal("E6", "The match is not waiting for this seat."),
    "another-question": Refusal("E1", "This seat is asked something else: see its prompts."),
    "replaced-too-often": Refusal("Q23", "A sealed choice may be replaced 50 times; this one stays."),
    "display": Refusal("S6", "Choose three different cards of your hand."),
    "two-cards": Refusal("R-B", "The two cards must be different ones."),
    "not-in-hand": Refusal("R-B", "This card is not in your hand."),
    "slot": Refusal("R-B", "The slot must be an empty one of your action row, or that of the card you play now."),
    "decline-takes-nothing": Refusal("D3", "Who declines pays nothing and builds nothing."),
    "impossible": Refusal("Q9", "This action cannot be performed even once; decline and draw a card."),
    "discards": Refusal("Q34", "The action costs exactly so many different cards of your hand."),
    "city": Refusal("B2", "You cannot build there with this action."),
    "no-bonus": Refusal("A1", "This action has no bonus."),
    "bonus-discards": Refusal("Q34", "The bonus costs exactly so many further cards of your hand, and nothing else."),
}
