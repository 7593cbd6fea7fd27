"""What a seat can want in Cities & Knights (rule book 1.19). Places are the numbers of `board.py`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct

from domain.cities_knights.cards.kinds import Cards, Kind

Corner = Annotated[int, Meta(ge=0, le=53, description="The number of a corner.")]
Edge = Annotated[int, Meta(ge=0, le=71, description="The number of an edge.")]
Hex = Annotated[int, Meta(ge=0, le=18, description="The number of a hex.")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Pips = Annotated[int, Meta(ge=1, le=6)]
Level = Annotated[int, Meta(ge=1, le=3, description="1 basic, 2 strong, 3 mighty.")]
OfferNumber = Annotated[int, Meta(ge=1, le=99_999)]
CardId = Annotated[str, Meta(min_length=1, max_length=40, description="The permanent id of a progress card.")]


class Track(Enum):
    """An improvement track and its deck (R1.4), in the order of the decks."""

    TRADE = "trade"
    POLITICS = "politics"
    SCIENCE = "science"


TRACKS = tuple(Track)
TRACK = {track: number for number, track in enumerate(TRACKS)}


# Setup and the roll


class PlaceStart(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place-start", tag_field="t"):
    """Place the settlement or city you begin with, and a road at it (R4.2)."""

    corner: Corner
    edge: Edge


class Roll(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="roll", tag_field="t"):
    """Roll the three dice (R5.1)."""


class PlayAlchemist(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-alchemist", tag_field="t"):
    """Set red and yellow, and roll the event die (C-62)."""

    card: CardId
    red: Pips
    yellow: Pips


# Building (R10), improvements (R12)


class BuildRoad(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build-road", tag_field="t"):
    """Build a road (R10.2)."""

    edge: Edge


class BuildSettlement(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build-settlement", tag_field="t"):
    """Build a settlement (R10.3)."""

    corner: Corner


class BuildCity(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build-city", tag_field="t"):
    """Make a settlement a city (R10.4)."""

    corner: Corner


class BuildWall(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="build-wall", tag_field="t"):
    """Build a wall under a city (R10.5)."""

    corner: Corner


class BuyLevel(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="buy-level", tag_field="t"):
    """Buy the next level of a track (R12.1)."""

    track: Track


# Knights (R11)


class RecruitKnight(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="recruit-knight", tag_field="t"):
    """Place a basic knight (R11.1)."""

    corner: Corner


class ActivateKnight(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="activate-knight", tag_field="t"):
    """Activate a knight (R11.2)."""

    corner: Corner


class PromoteKnight(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="promote-knight", tag_field="t"):
    """Promote a knight by one level (R11.3)."""

    corner: Corner


class MoveKnight(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move-knight", tag_field="t"):
    """Move a ready knight along own roads; it displaces a weaker knight of somebody else (R11.5, R11.6)."""

    start: Corner
    corner: Corner


class ChaseRobber(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="chase-robber", tag_field="t"):
    """Chase the robber away with a ready knight beside it, to a hex (R11.8)."""

    corner: Corner
    hex: Hex


# Trade (R15)


class TradeWithBank(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="trade-with-bank", tag_field="t"):
    """Give the bank equal cards at your best rate, and take as many others as that buys (R15.2)."""

    give: Kind
    take: Cards


class OfferTrade(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="offer-trade", tag_field="t"
):
    """Offer the others a trade; `to` names who may answer, nobody named means everybody (R15.1)."""

    give: Cards
    want: Cards
    to: Annotated[tuple[SeatNumber, ...], Meta(max_length=3)] = ()


class AcceptOffer(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="accept-offer", tag_field="t"):
    """Accept an offer. One of the active seat waits for its confirmation; a counter-offer is carried out at once."""

    offer: OfferNumber


class DeclineOffer(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="decline-offer", tag_field="t"):
    """Decline an offer, or a counter-offer."""

    offer: OfferNumber


class CounterOffer(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="counter-offer", tag_field="t"):
    """Answer an offer with another one: what you give, and what you want."""

    offer: OfferNumber
    give: Cards
    want: Cards


class WithdrawOffer(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="withdraw-offer", tag_field="t"):
    """Withdraw your own offer or counter-offer."""

    offer: OfferNumber


class ConfirmTrade(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="confirm-trade", tag_field="t"):
    """Carry out your offer with one of those who have accepted it."""

    offer: OfferNumber
    seat: SeatNumber


class OfferAtHarbor(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="offer-at-harbor", tag_field="t"):
    """After Commercial Harbor: offer somebody a resource for a commodity (C-64)."""

    seat: SeatNumber
    kind: Kind


# Progress cards (R14)


class PlayCrane(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="play-crane", tag_field="t"
):
    """Buy a level for one commodity less; without a track where `crane_form` makes it a discount (C-71)."""

    card: CardId
    track: Track | None = None


class PlayEngineer(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-engineer", tag_field="t"):
    """Build a wall for nothing."""

    card: CardId
    corner: Corner


class PlayInventor(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-inventor", tag_field="t"):
    """Swap the tokens of two hexes, the one with the smaller number named first."""

    card: CardId
    hexes: tuple[Hex, Hex]


class PlayIrrigation(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-irrigation", tag_field="t"):
    """Take two grain for each of your fields."""

    card: CardId


class PlayMedicine(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-medicine", tag_field="t"):
    """Make a settlement a city for two ore and one grain."""

    card: CardId
    corner: Corner


class PlayMining(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-mining", tag_field="t"):
    """Take two ore for each of your mountains."""

    card: CardId


class PlayRoadBuilding(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-road-building", tag_field="t"
):
    """Build up to two roads for nothing."""

    card: CardId


class PlaySmith(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-smith", tag_field="t"):
    """Promote one or two knights for nothing, in this order."""

    card: CardId
    corners: Annotated[tuple[Corner, ...], Meta(min_length=1, max_length=2)]


class PlayCommercialHarbor(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-commercial-harbor", tag_field="t"
):
    """For the rest of the turn, offer each opponent a resource for a commodity."""

    card: CardId


class PlayMasterMerchant(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-master-merchant", tag_field="t"
):
    """Look at the hand of a seat with more points, and take two cards."""

    card: CardId
    seat: SeatNumber


class PlayMerchant(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-merchant", tag_field="t"):
    """Put the merchant on a hex at one of your buildings."""

    card: CardId
    hex: Hex


class PlayMerchantFleet(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-merchant-fleet", tag_field="t"
):
    """Trade one kind at 2:1 for the rest of the turn."""

    card: CardId
    kind: Kind


class PlayResourceMonopoly(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-resource-monopoly", tag_field="t"
):
    """Each opponent gives two of a resource."""

    card: CardId
    kind: Kind


class PlayTradeMonopoly(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-trade-monopoly", tag_field="t"
):
    """Each opponent gives one of a commodity."""

    card: CardId
    kind: Kind


class PlayBishop(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-bishop", tag_field="t"):
    """Move the robber, and take a card from everybody there (C-60)."""

    card: CardId
    hex: Hex


class PlayDeserter(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-deserter", tag_field="t"):
    """An opponent loses a knight, and you may place one (R14.1)."""

    card: CardId
    seat: SeatNumber


class PlayDiplomat(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="play-diplomat", tag_field="t"
):
    """Remove an open road; an own one may be built elsewhere at once (R14.2, C-63)."""

    card: CardId
    edge: Edge
    rebuild: Edge | None = None


class PlayIntrigue(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-intrigue", tag_field="t"):
    """Displace an opponent's knight at one of your roads (C-59)."""

    card: CardId
    corner: Corner


class PlaySaboteur(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-saboteur", tag_field="t"):
    """Everybody with at least as many points discards half."""

    card: CardId


class PlaySpy(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-spy", tag_field="t"):
    """Look at somebody's progress cards, and take one."""

    card: CardId
    seat: SeatNumber


class PlayWarlord(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-warlord", tag_field="t"):
    """Activate all your knights for nothing."""

    card: CardId


class PlayWedding(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play-wedding", tag_field="t"):
    """Everybody with more points gives you two cards."""

    card: CardId


class SpendCard(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="spend-card", tag_field="t"):
    """Burn a card that would be without effect now, where `dead_progress_card` allows it (R13.6)."""

    card: CardId


class EndTurn(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="end-turn", tag_field="t"):
    """End your turn (R5.5)."""


# Answers to open decisions


class Discard(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="discard", tag_field="t"):
    """The cards you give back (R8.1, Saboteur)."""

    cards: Cards


class MoveRobber(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="move-robber", tag_field="t"):
    """Where the robber goes (R8.2)."""

    hex: Hex


class ChooseVictim(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose-victim", tag_field="t"):
    """Who is robbed (R8.3)."""

    seat: SeatNumber


class ChooseCity(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose-city", tag_field="t"):
    """The city that is pillaged (R9.4c)."""

    corner: Corner


class ChooseDeck(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="choose-deck", tag_field="t"):
    """The deck you draw from (R9.3b)."""

    deck: Track


class DiscardProgress(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="discard-progress", tag_field="t"):
    """The progress cards you give up, in the order they go under their decks (R13.2, C-58, C-79)."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=20)]


class TakeResource(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="take-resource", tag_field="t"
):
    """The resource the aqueduct brings, or none (R7.4)."""

    kind: Kind | None = None


class PlaceMetropolis(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="place-metropolis", tag_field="t"):
    """The city that becomes the metropolis (R12.4)."""

    corner: Corner


class Retreat(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="retreat", tag_field="t"):
    """Where your displaced knight goes (R11.7)."""

    corner: Corner


class GiveCommodity(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="give-commodity", tag_field="t"
):
    """The commodity you give at the harbor; none only if you have none (C-64)."""

    kind: Kind | None = None


class GiveCards(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="give-cards", tag_field="t"):
    """The cards you give for the wedding."""

    cards: Cards


class TakeCards(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="take-cards", tag_field="t"):
    """The cards you take from the hand you were shown."""

    cards: Cards


class SurrenderKnight(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="surrender-knight", tag_field="t"):
    """The knight you lose (R14.1)."""

    corner: Corner


class PlaceDeserter(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="place-deserter", tag_field="t"
):
    """Where the deserter stands now and on which level; without a corner nowhere (R14.1)."""

    corner: Corner | None = None
    level: Level | None = None


class TakeProgress(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="take-progress", tag_field="t"
):
    """The progress card you take, or none."""

    card: CardId | None = None


class BuildFreeRoad(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="build-free-road", tag_field="t"
):
    """Where the free road goes; the second may be left out."""

    edge: Edge | None = None


PlayCard = (
    PlayAlchemist
    | PlayCrane
    | PlayEngineer
    | PlayInventor
    | PlayIrrigation
    | PlayMedicine
    | PlayMining
    | PlayRoadBuilding
    | PlaySmith
    | PlayCommercialHarbor
    | PlayMasterMerchant
    | PlayMerchant
    | PlayMerchantFleet
    | PlayResourceMonopoly
    | PlayTradeMonopoly
    | PlayBishop
    | PlayDeserter
    | PlayDiplomat
    | PlayIntrigue
    | PlaySaboteur
    | PlaySpy
    | PlayWarlord
    | PlayWedding
)

Command = (
    PlaceStart
    | Roll
    | BuildRoad
    | BuildSettlement
    | BuildCity
    | BuildWall
    | BuyLevel
    | RecruitKnight
    | ActivateKnight
    | PromoteKnight
    | MoveKnight
    | ChaseRobber
    | TradeWithBank
    | OfferTrade
    | AcceptOffer
    | DeclineOffer
    | CounterOffer
    | WithdrawOffer
    | ConfirmTrade
    | OfferAtHarbor
    | PlayCard
    | SpendCard
    | EndTurn
    | Discard
    | MoveRobber
    | ChooseVictim
    | ChooseCity
    | ChooseDeck
    | DiscardProgress
    | TakeResource
    | PlaceMetropolis
    | Retreat
    | GiveCommodity
    | GiveCards
    | TakeCards
    | SurrenderKnight
    | PlaceDeserter
    | TakeProgress
    | BuildFreeRoad
)
