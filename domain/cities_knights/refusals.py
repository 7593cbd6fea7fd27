"""What each refusal means, and the rule it cites."""

from __future__ import annotations

from domain.engine.game import Refusal

REFUSALS = {
    "not-asked": Refusal("1.19", "The match is not waiting for this seat."),
    "another-question": Refusal("1.19", "This seat is asked something else: see its prompts."),
    "neutral-colors": Refusal("C-76", "The mode for two with neutral colours is reserved; play it plain."),
    "corner": Refusal("R10", "That is not a corner where this can be done."),
    "edge": Refusal("R10.2", "No road of yours can be built there."),
    "hex": Refusal("R8.2", "That is not a hex where this can be done."),
    "progress-limit": Refusal("R5.5", "The turn does not end while too many progress cards are in hand."),
}
