"""What each refusal means, and the rule it cites."""

from __future__ import annotations

from domain.engine.game import Refusal

REFUSALS = {
    "not-asked": Refusal("1.19", "The match is not waiting for this seat."),
    "another-question": Refusal("1.19", "This seat is asked something else: see its prompts."),
    "neutral-colors": Refusal("C-76", "The mode for two with neutral colours is not available; use `plain`."),
    "corner": Refusal("R10", "That is not a corner where this can be done."),
    "edge": Refusal("R10.2", "No road of yours can be built there."),
    "hex": Refusal("R8.2", "That is not a hex where this can be done."),
    "progress-limit": Refusal("R5.5", "The turn does not end while too many progress cards are in hand."),
    "cards": Refusal("R1.3", "That takes cards that are not in hand."),
    "terms": Refusal("R15.1", "A trade needs a card on each side, and no kind may be on both."),
    "offered-to": Refusal("R15.1", "Name other seats, each once and in order, or nobody for all of them."),
    "offer": Refusal("R15.1", "There is no such offer with which this seat can do that."),
    "offer-open": Refusal("R15.1", "An offer of this seat stands; withdraw it before making another."),
    "too-many-offers": Refusal("R15.1", "This seat has made as many offers as it may in a turn."),
    "piece-supply": Refusal("R2.5", "No such piece of yours is left."),
    "bank-supply": Refusal("R15.2", "The bank does not hold these cards."),
    "highest-level": Refusal("R12.1", "This track is at its highest level."),
    "city-needed": Refusal("R12.6", "That level needs a city; from the fourth on one without a metropolis."),
    "knight": Refusal("R11", "No knight of yours there can do this."),
    "not-ready": Refusal("R11.4", "That knight was not active when you could begin to act, or has acted already."),
    "fortress": Refusal("R11.3", "Only the third level of politics lets strong knights become mighty."),
    "progress-card": Refusal("R13.4", "You hold no such progress card."),
    "no-effect": Refusal("R13.6", "That card would be without effect now."),
    "not-dead": Refusal(
        "R13.6", "Only a card without effect may be discarded unplayed, and only if `dead_progress_card` allows it."
    ),
    "crane-form": Refusal("C-71", "Name the track if the crane buys a level at once, and none if it is a discount."),
    "tokens": Refusal("R14", "Swap two different tokens, none of them protected, the smaller hex first."),
    "merchant-hex": Refusal("R14", "The merchant goes to another hex at one of your buildings."),
    "card-kind": Refusal("R14", "That kind of card cannot be named here."),
    "card-seat": Refusal("R14", "That seat cannot be named here."),
    "open-road": Refusal("R14.2", "No open road lies there."),
    "deserter-level": Refusal("R14.1", "The deserter cannot stand on that level."),
    "spied-card": Refusal("R14", "That card is not among the progress cards you were shown."),
    "free-road": Refusal("R14", "The first free road must be built."),
    "harbor-closed": Refusal("C-64", "No offer at the harbor is left to that seat."),
    "commodity-due": Refusal("C-64", "Only a hand without commodities gives none."),
    "overflow": Refusal("R13.3", "Progress cards are given up only beyond the limit, and only down to it."),
    "victim": Refusal("R8.3", "That seat cannot be robbed here."),
    "deck": Refusal("R9.3", "That deck is empty."),
    "resource": Refusal("R7.4", "The aqueduct brings a resource that the bank holds."),
    "no-seven": Refusal("C-77", "Before the first attack no seven may be set."),
    "robber-asleep": Refusal("R8.5", "The robber sleeps until the barbarians have landed for the first time."),
}
