"""What a seat can want in the card game (rule book E9).

Cards are named by their ids in play (R96), regions by the ids of the data, places on the axis by their slots (B9),
stacks by the numbers of R77, from 1; in the tournament game these are one's own, or the victim's (R62). A payment is a
row of regions, one of which is named once for each resource it pays; without one the payment of R91 holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated

from msgspec import Meta

from domain.catan_cards.cards.kinds import Kind
from domain.engine import words

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
    """Above or below the axis (B9)."""

    ABOVE = "above"
    BELOW = "below"

    __hash__ = object.__hash__  # by identity, as that of `Kind`


# The set-up


class BringDeck(words.Command, frozen=True, tag="bring-deck"):
    """Bring a deck: its cards and its free events by title (T13)."""

    cards: Annotated[Mapping[Title, Copies], Meta(max_length=100)]
    events: Annotated[Mapping[Title, Copies], Meta(max_length=30)]

    def __hash__(self) -> int:
        return hash((*self.cards.items(), *self.events.items()))


class ChooseLayout(words.Command, frozen=True, omit_defaults=True, tag="choose-layout"):
    """Lay out the six regions, above left to right, then below (B3); Public Feeling's region (X5), the hand (T6)."""

    regions: Annotated[tuple[RegionId, ...], Meta(min_length=6, max_length=6)]
    feeling: RegionId | None = None
    hand: Cards = ()


class ChooseStack(words.Command, frozen=True, tag="choose-stack"):
    """Look through this stack for the first hand (B8)."""

    stack: Stack


class TakeCards(words.Command, frozen=True, tag="take-cards"):
    """Take these cards of the stack as the first hand (B8)."""

    cards: Cards


# The turn


class Roll(words.Command, frozen=True, tag="roll"):
    """Roll both dice (B12)."""


class PlayAlchemist(words.Command, frozen=True, tag="play-alchemist"):
    """Name the production die, and roll the event die (B50, R86)."""

    card: CardId
    number: Pips


class EndActions(words.Command, frozen=True, tag="end-actions"):
    """End the action phase; the hand step follows (R99)."""


class EndTurn(words.Command, frozen=True, tag="end-turn"):
    """End the hand step, and with it the turn (R84)."""


# Building (B24 to B29)


class BuildRoad(words.Command, frozen=True, omit_defaults=True, tag="build-road"):
    """Build a road; with `drop` two stars save a resource of that kind (B24, K9)."""

    slot: Slot
    drop: Kind | None = None
    pay: Payment = None


class BuildSettlement(words.Command, frozen=True, omit_defaults=True, tag="build-settlement"):
    """Build a settlement; with `drop` two stars save a resource (K9), with a Scout one chooses the regions (R87)."""

    slot: Slot
    drop: Kind | None = None
    scout: CardId | None = None
    pay: Payment = None


class BuildCity(words.Command, frozen=True, omit_defaults=True, tag="build-city"):
    """Make a settlement a city (B24)."""

    slot: Slot
    pay: Payment = None


class PlayGrowth(words.Command, frozen=True, omit_defaults=True, tag="play-growth"):
    """Make a settlement a city for less (K17, R46)."""

    card: CardId
    slot: Slot
    pay: Payment = None


class PlaceRegion(words.Command, frozen=True, tag="place-region"):
    """Lay the region drawn above or below, the next one on the other side (R13)."""

    side: Side


class ScoutRegions(words.Command, frozen=True, tag="scout-regions"):
    """Choose both new regions out of the stack (B56, R87)."""

    above: RegionId
    below: RegionId


class BuildCard(words.Command, frozen=True, omit_defaults=True, tag="build-card"):
    """Build an expansion or a road complement, out of the hand or the display (B27, X8, K1).

    `slot` and `side` name the site, of a road complement the road alone. `drop` is the resource that the Patron's House
    saves (K24), `source` the region whose resource the Traveling Theater exchanges (K29).
    """

    card: CardId
    slot: Slot
    side: Side | None = None
    drop: Kind | None = None
    source: RegionId | None = None
    pay: Payment = None


class MoveTheater(words.Command, frozen=True, tag="move-theater"):
    """Move the Traveling Theater, and exchange a resource there for a star (K29)."""

    card: CardId
    slot: Slot
    source: RegionId


class Demolish(words.Command, frozen=True, tag="demolish"):
    """Take an own expansion or road complement down (B29, R14)."""

    card: CardId


# Public Feeling and stars (K4 to K11), the bank, offers


class PlaceFeeling(words.Command, frozen=True, tag="place-feeling"):
    """Lay Public Feeling out of the hand beside an own region (K11, R34)."""

    card: CardId
    region: RegionId


class MoveFeeling(words.Command, frozen=True, tag="move-feeling"):
    """Move Public Feeling to another own region (R88)."""

    card: CardId
    region: RegionId


class FetchAction(words.Command, frozen=True, tag="fetch-action"):
    """Pay three stars for a neutral or protection card of the discard pile (K10)."""

    card: CardId


class UseCommonLand(words.Command, frozen=True, tag="use-common-land"):
    """Pay a star and exchange a resource for another (K20)."""

    card: CardId
    give: RegionId
    into: RegionId


class UseHospital(words.Command, frozen=True, omit_defaults=True, tag="use-hospital"):
    """Gain a star, or with `into` pay one for a resource (K25)."""

    card: CardId
    into: RegionId | None = None


class TradeWithBank(words.Command, frozen=True, omit_defaults=True, tag="trade-with-bank"):
    """Give the bank resources of a kind at the best rate, for one that goes into a region (B30)."""

    give: Kind
    into: RegionId
    pay: Payment = None


class OfferTrade(words.Command, frozen=True, tag="offer-trade"):
    """Offer to give out of these regions, one resource each time a region is named, and to receive into those (R73)."""

    give: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]
    into: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]


class AcceptOffer(words.Command, frozen=True, tag="answer-offer"):
    """Accept the offer, giving out of these regions and receiving into those (R73); `Decline` declines it."""

    give: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]
    into: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=3)]


# Action cards


class PlayCard(words.Command, frozen=True, omit_defaults=True, tag="play-card"):
    """Play an action card of which nothing is chosen beforehand.

    Arsonist, Black Knight, Brigands, Merchant, Spy, Guido, Feeding the Poor, an Artwork.
    """

    card: CardId
    pay: Payment = None


class PlayCaravan(words.Command, frozen=True, tag="play-caravan"):
    """Give one or two resources to the bank and take as many of other kinds (B55)."""

    card: CardId
    give: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=2)]
    into: Annotated[tuple[RegionId, ...], Meta(min_length=1, max_length=2)]


class Demand(Enum):
    """What Courage demands (K13)."""

    STARS = "stars"
    CARDS = "cards"


class PlayCourage(words.Command, frozen=True, tag="play-courage"):
    """Demand stars or hand cards of the opponent (K13)."""

    card: CardId
    demand: Demand


class PlayJoust(words.Command, frozen=True, omit_defaults=True, tag="play-joust"):
    """Send an own knight against one of the opponent's, if he has any (K16)."""

    card: CardId
    knight: CardId
    against: CardId | None = None


# Answers


class Decline(words.Command, frozen=True, tag="decline"):
    """Decline what may be declined (R85)."""


class PayStar(words.Command, frozen=True, tag="pay-star"):
    """Pay the star (R26)."""


class Gain(words.Command, frozen=True, tag="gain"):
    """Gain a resource into this region (R3)."""

    into: RegionId


class Take(words.Command, frozen=True, tag="take"):
    """Take a resource of the opponent into this region, which says its kind (R4)."""

    into: RegionId


class YieldFrom(words.Command, frozen=True, tag="yield-from"):
    """Give the resource out of this region (R4)."""

    region: RegionId


class Give(words.Command, frozen=True, tag="give"):
    """Give the opponent a resource out of this region (B54)."""

    region: RegionId


class Receive(words.Command, frozen=True, tag="receive"):
    """Receive the resource into this region (R4)."""

    into: RegionId


class PayTax(words.Command, frozen=True, tag="pay-tax"):
    """Pay the tax of Unrest out of these regions (K19)."""

    pay: Regions


class ChooseUnit(words.Command, frozen=True, tag="choose-unit"):
    """Send this unit back to its owner's hand (B43)."""

    card: CardId


class RemoveCards(words.Command, frozen=True, tag="remove-cards"):
    """Put these cards of the hand under this stack, one after the other (B44, R94)."""

    cards: Cards
    stack: Stack


class SearchStack(words.Command, frozen=True, tag="search-stack"):
    """Look through this stack as Master Builder (B45)."""

    stack: Stack


class SwapCard(words.Command, frozen=True, tag="swap-card"):
    """Take a card of the stack, and put one under this stack (B45)."""

    take: CardId
    put: CardId
    under: Stack


class Protect(words.Command, frozen=True, tag="protect"):
    """Play this protection card (B35)."""

    card: CardId


class ChooseTarget(words.Command, frozen=True, tag="choose-target"):
    """Send this building or knight back to the loser's hand (R23)."""

    card: CardId


class StealCard(words.Command, frozen=True, omit_defaults=True, tag="steal-card"):
    """Take this card out of the hand (B57); none where none may be taken."""

    card: CardId | None = None


class NameUnits(words.Command, frozen=True, tag="name-units"):
    """Name these units (K26)."""

    cards: Cards


class TakeUnit(words.Command, frozen=True, tag="take-unit"):
    """Take this one of the named units (K26)."""

    card: CardId


class Shed(words.Command, frozen=True, tag="shed"):
    """Put these cards under these stacks, one after the other (B37)."""

    cards: Cards
    stacks: Stacks


# The hand step (B36 to B40)


class DrawCard(words.Command, frozen=True, tag="draw-card"):
    """Draw the top card of a stack (B38)."""

    stack: Stack


class SearchForCard(words.Command, frozen=True, omit_defaults=True, tag="search-for-card"):
    """Pay to look through a stack and take a card (B38)."""

    stack: Stack
    pay: Payment = None


class PickCard(words.Command, frozen=True, tag="pick-card"):
    """Take this card of the stack one has searched (B38)."""

    card: CardId


class FetchArtwork(words.Command, frozen=True, omit_defaults=True, tag="fetch-artwork"):
    """Pay gold for an Artwork of the discard pile, as one of the cards drawn (K24)."""

    card: CardId
    pay: Payment = None


class Exchange(words.Command, frozen=True, omit_defaults=True, tag="exchange"):
    """Put a hand card under a stack and take its top card, or with `search` any one of it (B39)."""

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
