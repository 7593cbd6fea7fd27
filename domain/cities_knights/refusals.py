"""The sentence of each refusal, and the rule that it cites."""

from __future__ import annotations

from chronik.domain.engine.game import Refusal

REFUSALS = {
    "not-asked": Refusal("1.19", "The match is not waiting for this seat."),
    "another-question": Refusal("1.19", "This seat must answer another question first: see its prompts."),
    "neutral-colors": Refusal("C-76", "The two-player mode with neutral colours is not available; use `plain`."),
    "corner": Refusal("R10", "This is not possible at that corner. Choose another one."),
    "edge": Refusal("R10.2", "You cannot build a road on that edge. Choose another one."),
    "hex": Refusal("R8.2", "This is not possible on that hex. Choose another one."),
    "progress-limit": Refusal("R5.5", "You hold too many progress cards to end your turn. Give some up first."),
    "cards": Refusal("R1.3", "You do not have the cards that this requires."),
    "their-cards": Refusal("R1.3", "The other seat (see `seat`) does not have these cards."),
    "terms": Refusal("R15.1", "A trade needs at least one card on each side, and no kind may be on both sides."),
    "offered-to": Refusal(
        "R15.1", "Name other seats that are still in the match, each once and in order. To ask all of them, name none."
    ),
    "offer": Refusal("R15.1", "This seat cannot do that with this offer: it is closed, or not meant for this seat."),
    "offer-open": Refusal("R15.1", "You already have an open offer. Withdraw it before you make another one."),
    "too-many-offers": Refusal("R15.1", "You have made as many offers as are allowed in one turn."),
    "piece-supply": Refusal("R2.5", "You have no piece of that kind left."),
    "bank-supply": Refusal("R15.2", "The bank does not have these cards."),
    "highest-level": Refusal("R12.1", "This track is already at its highest level."),
    "city-needed": Refusal("R12.6", "That level needs a city, and levels 4 and 5 need a city without a metropolis."),
    "knight": Refusal("R11", "You have no knight at that corner that can do this."),
    "not-ready": Refusal("R11.4", "That knight was not active when your action phase began, or it has already acted."),
    "fortress": Refusal("R11.3", "You need level 3 in politics to promote a strong knight to a mighty one."),
    "progress-card": Refusal("R13.4", "You do not hold that progress card."),
    "no-effect": Refusal("R13.6", "That card would have no effect now."),
    "not-dead": Refusal(
        "R13.6",
        "You can discard a card without playing it only if it has no effect now and `dead_progress_card` allows it.",
    ),
    "crane-form": Refusal(
        "C-71", "Name a track if you use the Crane to buy a level at once. Leave it out if you use it as a discount."
    ),
    "tokens": Refusal(
        "R14", "Swap two different tokens that are not protected, and name the smaller hex number first."
    ),
    "merchant-hex": Refusal("R14", "Choose another hex next to one of your buildings for the merchant."),
    "card-kind": Refusal("R14", "You cannot name that kind of card here. Choose another one."),
    "card-seat": Refusal("R14", "You cannot name that seat here. Choose another one."),
    "open-road": Refusal("R14.2", "There is no open road on that edge."),
    "deserter-level": Refusal("R14.1", "You cannot place the deserter at that level."),
    "spied-card": Refusal("R14", "That card is not among the progress cards that you were shown."),
    "free-road": Refusal("R14", "You must build the first free road."),
    "harbor-closed": Refusal("C-64", "You cannot make another harbor offer to that seat now."),
    "commodity-due": Refusal("C-64", "You have a commodity, so you must give one."),
    "overflow": Refusal(
        "R13.3", "You can give up progress cards only while you hold more than the limit, and only down to it."
    ),
    "victim": Refusal("R8.3", "You cannot rob that seat here. Choose another one."),
    "deck": Refusal("R9.3", "That deck is empty. Choose another one."),
    "resource": Refusal("R7.4", "Choose a resource that the bank has."),
    "no-seven": Refusal("C-77", "You cannot set a total of 7 before the first barbarian attack."),
    "robber-asleep": Refusal("R8.5", "The robber cannot move until the barbarians have attacked once."),
}
