"""What each refusal of the card game means: the rule it cites, and a sentence for a person."""

from __future__ import annotations

from collections.abc import Mapping

from domain.engine.game import Refusal

REFUSALS: Mapping[str, Refusal] = {
    "not-asked": Refusal("E3", "You are not asked anything at the moment."),
    "another-question": Refusal("E4", "You are asked another question first."),
    "replaced-too-often": Refusal("R76", "You have replaced your sealed choice too often; it is final."),
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
    "shed-count": Refusal(
        "B37", "Name exactly as many different cards of your hand as are shed, and a stack for each."
    ),
    "locked": Refusal("B33", "Attack and neutral cards wait until both players together have seven victory points."),
    "requires": Refusal("B28", "A building that the card needs does not lie in your principality."),
    "no-effect": Refusal("B34", "The card could not be carried out, not even in part."),
    "exchange": Refusal("B55", "A Caravan brings as many resources as were given, none of a kind that was."),
    "used": Refusal("R48", "That can be used once in your turn, and has been."),
}
"""By code of `Rejected`."""
