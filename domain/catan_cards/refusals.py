"""What each refusal of the card game means: the rule it cites, and a sentence for a person."""

from __future__ import annotations

from collections.abc import Mapping

from domain.engine.game import Refusal

REFUSALS: Mapping[str, Refusal] = {
    "not-asked": Refusal("E3", "You are not asked anything at the moment."),
    "another-question": Refusal("E4", "You are asked another question first."),
    "replaced-too-often": Refusal("R76", "You have replaced your sealed choice too often; it is final."),
    "house-list": Refusal("T13", "There is no such list of the house."),
    "deck": Refusal("T13", "That is no deck that may be played; the problems say why."),
    "layout": Refusal("B3", "Name each region of your crest once, and one for Public Feeling where it is laid down."),
    "first-hand": Refusal("B8", "Name exactly as many different cards as the first hand has, all of them there."),
    "hand-full": Refusal("B38", "Your hand is not below its limit."),
    "must-draw": Refusal("R84", "Draw up to your limit first."),
    "no-exchange": Refusal("B39", "A card is exchanged only by who has drawn none, and is not below the limit."),
    "region": Refusal("B15", "That is no region of yours that this can be done with."),
    "room": Refusal("B14", "That region has no room for another resource."),
    "stored": Refusal("B15", "Your regions do not store what is to be given."),
    "payment": Refusal("R91", "The regions named do not pay exactly the price."),
    "cost": Refusal("B27", "You cannot pay the price."),
    "drop": Refusal("R92", "The price has no resource of that kind to be saved."),
    "stars": Refusal("K5", "You do not have the stars for that, or no room for more."),
    "card": Refusal("B27", "That card is not one you can use here."),
    "target": Refusal("B51", "That is no card that may be chosen."),
    "stack": Refusal("B38", "That stack cannot be used here."),
    "compulsory": Refusal("R85", "That cannot be declined."),
    "shed-count": Refusal("B37", "Name exactly as many different cards of the hand as must go, and where each goes."),
    "locked": Refusal("B33", "Attack and neutral cards wait until both players together have seven victory points."),
    "requires": Refusal("B28", "A building that the card needs does not lie in your principality."),
    "no-effect": Refusal("B34", "The card could not be carried out, not even in part."),
    "exchange": Refusal("B55", "A Caravan brings as many resources as were given, none of a kind that was."),
    "slot": Refusal("B24", "That place of the axis is not free for it, or lies away from what you have built."),
    "supply": Refusal("B26", "None of these cards is left in the stock."),
    "regions": Refusal("B25", "There are fewer than two regions left for a new settlement."),
    "scouted": Refusal("R87", "Name two different regions of the stack."),
    "site": Refusal("B11", "That is no free site of yours for this card."),
    "free-road": Refusal("K1", "That is no free road of yours."),
    "one-each": Refusal("X8", "You have such a card of the display already."),
    "unique": Refusal("T10", "A unit of that name lies in a principality already."),
    "source": Refusal("K29", "The Traveling Theater exchanges a resource of a region beside its road."),
    "not-built": Refusal("B29", "No such card lies on a site or road of yours."),
    "named": Refusal("K26", "Name exactly as many different units as the Statue asks for."),
    "pile": Refusal("K10", "That is no neutral or protection card of the discard pile."),
    "same-kind": Refusal("B30", "A resource is not exchanged for one of the same kind."),
    "offer": Refusal("R73", "Both sides of an offer are one to three resources, and no kind is on both."),
    "offers": Refusal("R73", "You have made as many offers as you may in your turn."),
    "partner": Refusal("R73", "The other player does not have that, or has no room for what you offer."),
    "used": Refusal("R48", "That can be used once in your turn, and has been."),
}
"""By code of `Rejected`."""
