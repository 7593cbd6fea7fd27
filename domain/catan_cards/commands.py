"""Commands that a seat can send in the card game (rule book E9).

A command names cards by their ids in play (R96), regions by their data ids, and places on the axis by their slots (B9).
Stacks are numbered from 1, as in R77. In the tournament game a number refers to one of the seat's stacks, or to one of
the victim's (R62). `pay` lists the regions that pay; a region appears once for each resource it pays. Without `pay`,
the payment of R91 is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated

from msgspec import Meta

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.engine import tagged_structs

CardId = Annotated[str, Meta(min_length=1, max_length=40, description="A card in play: id, copy, and its owner.")]
RegionId = Annotated[str, Meta(min_length=1, max_length=40, description="The permanent id of a region.")]
Title = Annotated[str, Meta(min_length=1, max_length=40, description="The permanent id of a card or an event.")]
Slot = Annotated[int, Meta(ge=-20, le=20, description="A place on the axis: roads even, settlements and cities odd.")]
Stack = Annotated[int, Meta(ge=1, le=6, description="The number of an expansion stack.")]
Pips = Annotated[int, Meta(ge=1, le=6)]
Copies = Annotated[int, Meta(ge=0, le=33)]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=33)]
Stacks = Annotated[tuple[Stack, ...], Meta(max_length=33)]
Regions = Annotated[tuple[RegionId, ...], Meta(max_length=30)]
Payment = Annotated[tuple[RegionId, ...], Meta(max_length=30)] | None


class Side(Enum):
    """A side of the axis: above or below (B9)."""

    ABOVE = "above"
    BELOW = "below"

    __hash__ = object.__hash__  # by identity, as for `Kind`


# The set-up


class BringDeck(tagged_structs.Command, frozen=True, tag="bring-deck"):
    """Bring a deck: its cards and its free events, counted by title (T13)."""

    cards: Annotated[Mapping[Title, Copies], Meta(max_length=100)]
    events: Annotated[Mapping[Title, Copies], Meta(max_length=30)]

    def __hash__(self) -> int:
        return hash((*self.cards.items(), *self.events.items()))


class ChooseLayout(tagged_structs.Command, frozen=True, omit_defaults=True, tag="choose-layout"):
    """Place your six regions (B3). If asked, also choose the region of Public Feeling (X5) or your first hand (T6).

    `regions` lists the regions above the axis from left to right, then those below it.
    """

    regions: Annotated[tuple[RegionId, ...], Meta(min_length=6, max_length=6)]
    feeling: RegionId | None = None
    hand: Cards = ()


class ChooseStack(tagged_structs.Command, frozen=True, tag="choose-stack"):
    """Look through this stack to choose your first hand (B8)."""

    stack: Stack


class TakeCards(tagged_structs.Command, frozen=True, tag="take-cards"):
    """Take these cards from the stack as your first hand (B8)."""

    cards: Cards


# The turn


class Roll(tagged_structs.Command, frozen=True, tag="roll"):
    """Roll both dice (B12)."""


class PlayAlchemist(tagged_structs.Command, frozen=True, tag="play-alchemist"):
    """Play an Alchemist: set the production die to this number, then roll the event die (B50, R86)."""

    card: CardId
    number: Pips


class EndActions(tagged_structs.Command, frozen=True, tag="end-actions"):
    """End the action phase and start the hand step (R99)."""


class EndTurn(tagged_structs.Command, frozen=True, tag="end-turn"):
    """End the hand step, and with it the turn (R84)."""


# Building (B24 to B29)


class BuildRoad(tagged_structs.Command, frozen=True, omit_defaults=True, tag="build-road"):
    """Build a road; `drop` names a resource that you replace with two stars (B24, K9)."""

    slot: Slot
    drop: Kind | None = None
    pay: Payment = None


class BuildSettlement(tagged_structs.Command, frozen=True, omit_defaults=True, tag="build-settlement"):
    """Build a settlement; `drop` names a resource that you replace with two stars (B24, K9).

    If you play a Scout, named by `scout`, you choose both new regions from the stack (R87).
    """

    slot: Slot
    drop: Kind | None = None
    scout: CardId | None = None
    pay: Payment = None


class BuildCity(tagged_structs.Command, frozen=True, omit_defaults=True, tag="build-city"):
    """Turn a settlement into a city (B24)."""

    slot: Slot
    pay: Payment = None


class PlayGrowth(tagged_structs.Command, frozen=True, omit_defaults=True, tag="play-growth"):
    """Play Growth: turn a settlement into a city at a lower price (K17, R46)."""

    card: CardId
    slot: Slot
    pay: Payment = None


class PlaceRegion(tagged_structs.Command, frozen=True, tag="place-region"):
    """Place the drawn region above or below; the next region is placed on the other side (R13)."""

    side: Side


class ScoutRegions(tagged_structs.Command, frozen=True, tag="scout-regions"):
    """Choose both new regions from the region stack (B56, R87)."""

    above: RegionId
    below: RegionId


class BuildCard(tagged_structs.Command, frozen=True, omit_defaults=True, tag="build-card"):
    """Build an expansion or a road complement from the hand or the display (B27, X8, K1).

    `slot` and `side` name the site; a road complement needs only `slot`. `drop` is the resource that the Patron's
    House saves you (K24). `source` is the region whose resource the Traveling Theater exchanges (K29).
    """

    card: CardId
    slot: Slot
    side: Side | None = None
    drop: Kind | None = None
    source: RegionId | None = None
    pay: Payment = None


class MoveTheater(tagged_structs.Command, frozen=True, tag="move-theater"):
    """Move the Traveling Theater to another road, and exchange a resource there for a star (K29)."""

    card: CardId
    slot: Slot
    source: RegionId


class Demolish(tagged_structs.Command, frozen=True, tag="demolish"):
    """Demolish one of your expansions or road complements (B29, R14)."""

    card: CardId


# Public Feeling and stars (K4 to K11), the bank, offers


class PlaceFeeling(tagged_structs.Command, frozen=True, tag="place-feeling"):
    """Place Public Feeling from your hand beside one of your regions (K11, R34)."""

    card: CardId
    region: RegionId


class MoveFeeling(tagged_structs.Command, frozen=True, tag="move-feeling"):
    """Move Public Feeling to another of your regions (R88)."""

    card: CardId
    region: RegionId


class FetchAction(tagged_structs.Command, frozen=True, tag="fetch-action"):
    """Pay three stars to take a neutral or protection card from the discard pile (K10)."""

    card: CardId


class UseCommonLand(tagged_structs.Command, frozen=True, tag="use-common-land"):
    """Pay a star to exchange one resource for another (K20)."""

    card: CardId
    give: RegionId
    into: RegionId


class UseHospital(tagged_structs.Command, frozen=True, omit_defaults=True, tag="use-hospital"):
    """Gain a star; or, with `into`, pay a star to gain a resource in that region (K25)."""

    card: CardId
    into: RegionId | None = None


class TradeWithBank(tagged_structs.Command, frozen=True, omit_defaults=True, tag="trade-with-bank"):
    """Give the bank resources of one kind at your best rate, and receive one resource in a region (B30)."""

    give: Kind
    into: RegionId
    pay: Payment = None


class OfferTrade(tagged_structs.Command, frozen=True, tag="offer-trade"):
    """Offer resources from the regions `give` in return for others in `into`; each mention is one resource (R73)."""

    give: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]
    into: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]


class AcceptOffer(tagged_structs.Command, frozen=True, tag="answer-offer"):
    """Accept the offer: give from the regions `give` and receive in the regions `into` (R73). `Decline` declines it."""

    give: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]
    into: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]


# Action cards


class PlayCard(tagged_structs.Command, frozen=True, omit_defaults=True, tag="play-card"):
    """Play an action card that needs no choice in advance.

    These cards are Arsonist, Black Knight, Brigands, Merchant, Spy, Guido, Feeding the Poor and the Artworks.
    """

    card: CardId
    pay: Payment = None


class PlayCaravan(tagged_structs.Command, frozen=True, tag="play-caravan"):
    """Give one or two resources to the bank, and take the same number of other kinds (B55)."""

    card: CardId
    give: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=2)]
    into: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=2)]


class Demand(Enum):
    """The two things that Courage can demand (K13)."""

    STARS = "stars"
    CARDS = "cards"


class PlayCourage(tagged_structs.Command, frozen=True, tag="play-courage"):
    """Play Courage: demand stars or hand cards from the opponent (K13)."""

    card: CardId
    demand: Demand


class PlayJoust(tagged_structs.Command, frozen=True, omit_defaults=True, tag="play-joust"):
    """Play Joust: send one of your knights against one of the opponent's, if there is one (K16)."""

    card: CardId
    knight: CardId
    against: CardId | None = None


# Answers


class Decline(tagged_structs.Command, frozen=True, tag="decline"):
    """Decline something optional (R85)."""


class PayStar(tagged_structs.Command, frozen=True, tag="pay-star"):
    """Pay the stars that the event asks for (R26)."""


class Gain(tagged_structs.Command, frozen=True, tag="gain"):
    """Gain a resource in this region (R3)."""

    into: RegionId


class Take(tagged_structs.Command, frozen=True, tag="take"):
    """Take a resource from the opponent into this region, which determines the kind (R4)."""

    into: RegionId


class YieldFrom(tagged_structs.Command, frozen=True, tag="yield-from"):
    """Give up the resource from this region (R4)."""

    region: RegionId


class Give(tagged_structs.Command, frozen=True, tag="give"):
    """Give the opponent a resource from this region (B54)."""

    region: RegionId


class Receive(tagged_structs.Command, frozen=True, tag="receive"):
    """Receive the resource in this region (R4)."""

    into: RegionId


class PayTax(tagged_structs.Command, frozen=True, tag="pay-tax"):
    """Pay the Unrest tax from these regions (K19)."""

    pay: Regions


class ChooseUnit(tagged_structs.Command, frozen=True, tag="choose-unit"):
    """Return this unit to its owner's hand (B43)."""

    card: CardId


class RemoveCards(tagged_structs.Command, frozen=True, tag="remove-cards"):
    """Put these cards from the opponent's hand under this stack, one below the other (B44, R94)."""

    cards: Cards
    stack: Stack


class SearchStack(tagged_structs.Command, frozen=True, tag="search-stack"):
    """Look through this stack, as Master Builder allows (B45)."""

    stack: Stack


class SwapCard(tagged_structs.Command, frozen=True, tag="swap-card"):
    """Take a card from the stack you searched, and put a card under any stack (B45)."""

    take: CardId
    put: CardId
    under: Stack


class Protect(tagged_structs.Command, frozen=True, tag="protect"):
    """Play this protection card (B35)."""

    card: CardId


class ChooseTarget(tagged_structs.Command, frozen=True, tag="choose-target"):
    """Return this building or knight to the loser's hand (R23)."""

    card: CardId


class StealCard(tagged_structs.Command, frozen=True, omit_defaults=True, tag="steal-card"):
    """Take this card from the opponent's hand (B57). Omit the card only if none may be taken."""

    card: CardId | None = None


class NameUnits(tagged_structs.Command, frozen=True, tag="name-units"):
    """Name these units; the builder of the Statue takes one of them (K26)."""

    cards: Cards


class TakeUnit(tagged_structs.Command, frozen=True, tag="take-unit"):
    """Take this unit, which must be one of the named units (K26)."""

    card: CardId


class Shed(tagged_structs.Command, frozen=True, tag="shed"):
    """Put these hand cards under these stacks, in this order (B37)."""

    cards: Cards
    stacks: Stacks


# The hand step (B36 to B40)


class DrawCard(tagged_structs.Command, frozen=True, tag="draw-card"):
    """Draw the top card of a stack (B38)."""

    stack: Stack


class SearchForCard(tagged_structs.Command, frozen=True, omit_defaults=True, tag="search-for-card"):
    """Pay to look through a stack and take a card from it (B38)."""

    stack: Stack
    pay: Payment = None


class PickCard(tagged_structs.Command, frozen=True, tag="pick-card"):
    """Take this card from the stack you searched (B38)."""

    card: CardId


class FetchArtwork(tagged_structs.Command, frozen=True, omit_defaults=True, tag="fetch-artwork"):
    """Pay gold to take an Artwork from the discard pile; it counts as a drawn card (K24)."""

    card: CardId
    pay: Payment = None


class Exchange(tagged_structs.Command, frozen=True, omit_defaults=True, tag="exchange"):
    """Put a hand card under a stack, and take the stack's top card or, with `search`, any card in it (B39)."""

    card: CardId
    stack: Stack
    search: bool = False
    pay: Payment = None


Command = (
    BringDeck
    | ChooseLayout
    | ChooseStack
    | TakeCards
    | Roll
    | PlayAlchemist
    | EndActions
    | EndTurn
    | BuildRoad
    | BuildSettlement
    | BuildCity
    | PlayGrowth
    | PlaceRegion
    | ScoutRegions
    | BuildCard
    | MoveTheater
    | Demolish
    | PlaceFeeling
    | MoveFeeling
    | FetchAction
    | UseCommonLand
    | UseHospital
    | TradeWithBank
    | OfferTrade
    | AcceptOffer
    | PlayCard
    | PlayCaravan
    | PlayCourage
    | PlayJoust
    | Decline
    | PayStar
    | Gain
    | Take
    | YieldFrom
    | Give
    | Receive
    | PayTax
    | ChooseUnit
    | RemoveCards
    | SearchStack
    | SwapCard
    | Protect
    | ChooseTarget
    | StealCard
    | NameUnits
    | TakeUnit
    | Shed
    | DrawCard
    | SearchForCard
    | PickCard
    | FetchArtwork
    | Exchange
)
