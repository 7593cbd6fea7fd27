"""Refusals of the card game: the rule that each code cites, and a sentence for the player."""

from __future__ import annotations

from collections.abc import Mapping

from chronik.domain.engine.game import Refusal

REFUSALS: Mapping[str, Refusal] = {
    "not-asked": Refusal("E3", "No question is waiting for your answer at the moment."),
    "another-question": Refusal("E4", "You must answer another question first."),
    "house-list": Refusal("T13", "There is no built-in list with that name. Choose one of the allowed lists."),
    "deck": Refusal("T13", "This deck cannot be played. Fix the problems listed."),
    "layout": Refusal("B3", "Place each of your six regions once and, if asked, choose one for Public Feeling."),
    "first-hand": Refusal(
        "B8", "Choose exactly as many different cards as your first hand needs, from those available."
    ),
    "hand-full": Refusal("B38", "Your hand is at its limit, so you cannot draw another card."),
    "must-draw": Refusal("R84", "Draw cards up to your hand limit first."),
    "no-exchange": Refusal(
        "B39", "You can exchange a card only if your hand is at its limit and you have not drawn a card."
    ),
    "region": Refusal("B15", "You cannot use that region for this. Choose another one."),
    "room": Refusal("B14", "That region has no room for another resource. Choose another one."),
    "stored": Refusal("B15", "The regions you named do not store the resources that you want to give."),
    "payment": Refusal(
        "R91", "The regions you named do not pay the exact price. Name a region once for each resource it pays."
    ),
    "cost": Refusal("B27", "You do not have enough resources to pay the price."),
    "drop": Refusal("R92", "You cannot leave out a resource of that kind when you pay this price."),
    "stars": Refusal("K5", "You do not have enough stars, or you have no room for more."),
    "card": Refusal("B27", "You cannot use that card here."),
    "target": Refusal("B51", "You cannot choose that card. Choose another one."),
    "stack": Refusal("B38", "You cannot use that stack here. Choose another one."),
    "compulsory": Refusal("R85", "You cannot decline that."),
    "shed-count": Refusal(
        "B37", "Name exactly as many different hand cards as you must put away, and a stack for each."
    ),
    "locked": Refusal(
        "B33", "You may play attack and neutral cards only after both players together have had seven victory points."
    ),
    "requires": Refusal("B28", "Your principality lacks a building that this card requires. Build it first."),
    "no-effect": Refusal("B34", "This card would have no effect now, not even in part."),
    "exchange": Refusal(
        "B55",
        "With a Caravan you take exactly as many resources as you give, and you cannot take back a kind that you give.",
    ),
    "slot": Refusal(
        "B24", "You cannot build there: the place is taken, or does not adjoin your roads and settlements."
    ),
    "supply": Refusal("B26", "There are no cards of this kind left in the stock."),
    "regions": Refusal("B25", "A new settlement needs two regions, but fewer than two are left."),
    "scouted": Refusal("R87", "Name two different regions from the region stack."),
    "site": Refusal("B11", "That is not one of your free sites for this card."),
    "free-road": Refusal("K1", "Choose one of your roads that has no road complement."),
    "one-each": Refusal("X8", "You have already taken this card from the display."),
    "unique": Refusal("T10", "A unit with that name is already in play; `seat` says in whose principality."),
    "source": Refusal("K29", "Choose a region beside the Traveling Theater's road that stores a resource."),
    "not-built": Refusal("B29", "That card is not on any of your sites or roads."),
    "named": Refusal("K26", "Name exactly as many different units as the Statue asks for."),
    "pile": Refusal("K10", "Choose a neutral or protection card from the discard pile."),
    "same-kind": Refusal("B30", "You cannot exchange a resource for one of the same kind."),
    "offer": Refusal("R73", "An offer has one to three resources on each side, and no kind may be on both sides."),
    "offers": Refusal("R73", "You have already made the maximum number of offers for this turn."),
    "partner": Refusal("R73", "The other player does not have those resources, or has no room for yours."),
    "used": Refusal("R48", "You can use that only once per turn, and you have already used it."),
}
"""The refusals, by the code of `Rejected`."""
