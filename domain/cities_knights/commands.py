"""What a seat can want in Cities & Knights (rule book 1.19). Places are the numbers of `board.py`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta

from domain.cities_knights.cards.kinds import Cards, Kind
from domain.engine import words

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


class PlaceStart(words.Command, frozen=True, tag="place-start"):
    """Place the settlement or city you begin with, and a road at it (R4.2)."""

    corner: Corner
    edge: Edge


class Roll(words.Command, frozen=True, tag="roll"):
    """Roll the three dice (R5.1)."""


class PlayAlchemist(words.Command, frozen=True, tag="play-alchemist"):
    """Set red and yellow, and roll the event die (C-62)."""

    card: CardId
    red: Pips
    yellow: Pips


# Building (R10), improvements (R12)


class BuildRoad(words.Command, frozen=True, tag="build-road"):
    """Build a road (R10.2)."""

    edge: Edge


class BuildSettlement(words.Command, frozen=True, tag="build-settlement"):
    """Build a settlement (R10.3)."""

    corner: Corner


class BuildCity(words.Command, frozen=True, tag="build-city"):
    """Make a settlement a city (R10.4)."""

    corner: Corner


class BuildWall(words.Command, frozen=True, tag="build-wall"):
    """Build a wall under a city (R10.5)."""

    corner: Corner


class BuyLevel(words.Command, frozen=True, tag="buy-level"):
    """Buy the next level of a track (R12.1)."""

    track: Track


# Knights (R11)


class RecruitKnight(words.Command, frozen=True, tag="recruit-knight"):
    """Place a basic knight (R11.1)."""

    corner: Corner


class ActivateKnight(words.Command, frozen=True, tag="activate-knight"):
    """Activate a knight (R11.2)."""

    corner: Corner


class PromoteKnight(words.Command, frozen=True, tag="promote-knight"):
    """Promote a knight by one level (R11.3)."""

    corner: Corner


class MoveKnight(words.Command, frozen=True, tag="move-knight"):
    """Move a ready knight along own roads; it displaces a weaker knight of somebody else (R11.5, R11.6)."""

    start: Corner
    corner: Corner


class ChaseRobber(words.Command, frozen=True, tag="chase-robber"):
    """Chase the robber away with a ready knight beside it, to a hex (R11.8)."""

    corner: Corner
    hex: Hex


# Trade (R15)


class TradeWithBank(words.Command, frozen=True, tag="trade-with-bank"):
    """Give the bank equal cards at your best rate, and take as many others as that buys (R15.2)."""

    give: Kind
    take: Cards


class OfferTrade(words.Command, frozen=True, omit_defaults=True, tag="offer-trade"):
    """Offer the others a trade; `to` names who may answer, nobody named means everybody (R15.1)."""

    give: Cards
    want: Cards
    to: Annotated[tuple[SeatNumber, ...], Meta(max_length=3)] = ()


class AcceptOffer(words.Command, frozen=True, tag="accept-offer"):
    """Accept an offer. One of the active seat waits for its confirmation; a counter-offer is carried out at once."""

    offer: OfferNumber


class DeclineOffer(words.Command, frozen=True, tag="decline-offer"):
    """Decline an offer, or a counter-offer."""

    offer: OfferNumber


class CounterOffer(words.Command, frozen=True, tag="counter-offer"):
    """Answer an offer with another one: what you give, and what you want."""

    offer: OfferNumber
    give: Cards
    want: Cards


class WithdrawOffer(words.Command, frozen=True, tag="withdraw-offer"):
    """Withdraw your own offer or counter-offer."""

    offer: OfferNumber


class ConfirmTrade(words.Command, frozen=True, tag="confirm-trade"):
    """Carry out your offer with one of those who have accepted it."""

    offer: OfferNumber
    seat: SeatNumber


class OfferAtHarbor(words.Command, frozen=True, tag="offer-at-harbor"):
    """After Commercial Harbor: offer somebody a resource for a commodity (C-64)."""

    seat: SeatNumber
    kind: Kind


# Progress cards (R14)


class PlayCrane(words.Command, frozen=True, omit_defaults=True, tag="play-crane"):
    """Buy a level for one commodity less; without a track where `crane_form` makes it a discount (C-71)."""

    card: CardId
    track: Track | None = None


class PlayEngineer(words.Command, frozen=True, tag="play-engineer"):
    """Build a wall for nothing."""

    card: CardId
    corner: Corner


class PlayInventor(words.Command, frozen=True, tag="play-inventor"):
    """Swap the tokens of two hexes, the one with the smaller number named first."""

    card: CardId
    hexes: tuple[Hex, Hex]


class PlayIrrigation(words.Command, frozen=True, tag="play-irrigation"):
    """Take two grain for each of your fields."""

    card: CardId


class PlayMedicine(words.Command, frozen=True, tag="play-medicine"):
    """Make a settlement a city for two ore and one grain."""

    card: CardId
    corner: Corner


class PlayMining(words.Command, frozen=True, tag="play-mining"):
    """Take two ore for each of your mountains."""

    card: CardId


class PlayRoadBuilding(words.Command, frozen=True, tag="play-road-building"):
    """Build up to two roads for nothing."""

    card: CardId


class PlaySmith(words.Command, frozen=True, tag="play-smith"):
    """Promote one or two knights for nothing, in this order."""

    card: CardId
    corners: Annotated[tuple[Corner, ...], Meta(min_length=1, max_length=2)]


class PlayCommercialHarbor(words.Command, frozen=True, tag="play-commercial-harbor"):
    """For the rest of the turn, offer each opponent a resource for a commodity."""

    card: CardId


class PlayMasterMerchant(words.Command, frozen=True, tag="play-master-merchant"):
    """Look at the hand of a seat with more points, and take two cards."""

    card: CardId
    seat: SeatNumber


class PlayMerchant(words.Command, frozen=True, tag="play-merchant"):
    """Put the merchant on a hex at one of your buildings."""

    card: CardId
    hex: Hex


class PlayMerchantFleet(words.Command, frozen=True, tag="play-merchant-fleet"):
    """Trade one kind at 2:1 for the rest of the turn."""

    card: CardId
    kind: Kind


class PlayResourceMonopoly(words.Command, frozen=True, tag="play-resource-monopoly"):
    """Each opponent gives two of a resource."""

    card: CardId
    kind: Kind


class PlayTradeMonopoly(words.Command, frozen=True, tag="play-trade-monopoly"):
    """Each opponent gives one of a commodity."""

    card: CardId
    kind: Kind


class PlayBishop(words.Command, frozen=True, tag="play-bishop"):
    """Move the robber, and take a card from everybody there (C-60)."""

    card: CardId
    hex: Hex


class PlayDeserter(words.Command, frozen=True, tag="play-deserter"):
    """An opponent loses a knight, and you may place one (R14.1)."""

    card: CardId
    seat: SeatNumber


class PlayDiplomat(words.Command, frozen=True, omit_defaults=True, tag="play-diplomat"):
    """Remove an open road; an own one may be built elsewhere at once (R14.2, C-63)."""

    card: CardId
    edge: Edge
    rebuild: Edge | None = None


class PlayIntrigue(words.Command, frozen=True, tag="play-intrigue"):
    """Displace an opponent's knight at one of your roads (C-59)."""

    card: CardId
    corner: Corner


class PlaySaboteur(words.Command, frozen=True, tag="play-saboteur"):
    """Everybody with at least as many points discards half."""

    card: CardId


class PlaySpy(words.Command, frozen=True, tag="play-spy"):
    """Look at somebody's progress cards, and take one."""

    card: CardId
    seat: SeatNumber


class PlayWarlord(words.Command, frozen=True, tag="play-warlord"):
    """Activate all your knights for nothing."""

    card: CardId


class PlayWedding(words.Command, frozen=True, tag="play-wedding"):
    """Everybody with more points gives you two cards."""

    card: CardId


class SpendCard(words.Command, frozen=True, tag="spend-card"):
    """Discard a card unplayed that would be without effect now, where `dead_progress_card` allows it (R13.6)."""

    card: CardId


class EndTurn(words.Command, frozen=True, tag="end-turn"):
    """End your turn (R5.5)."""


# Answers to open decisions


class Discard(words.Command, frozen=True, tag="discard"):
    """The cards you give back (R8.1, Saboteur)."""

    cards: Cards


class MoveRobber(words.Command, frozen=True, tag="move-robber"):
    """Where the robber goes (R8.2)."""

    hex: Hex


class ChooseVictim(words.Command, frozen=True, tag="choose-victim"):
    """Who is robbed (R8.3)."""

    seat: SeatNumber


class ChooseCity(words.Command, frozen=True, tag="choose-city"):
    """The city that is pillaged (R9.4c)."""

    corner: Corner


class ChooseDeck(words.Command, frozen=True, tag="choose-deck"):
    """The deck you draw from (R9.3b)."""

    deck: Track


class DiscardProgress(words.Command, frozen=True, tag="discard-progress"):
    """The progress cards you give up, in the order they go under their decks (R13.2, C-58, C-79)."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=20)]


class TakeResource(words.Command, frozen=True, omit_defaults=True, tag="take-resource"):
    """The resource the aqueduct brings, or none (R7.4)."""

    kind: Kind | None = None


class PlaceMetropolis(words.Command, frozen=True, tag="place-metropolis"):
    """The city that becomes the metropolis (R12.4)."""

    corner: Corner


class Retreat(words.Command, frozen=True, tag="retreat"):
    """Where your displaced knight goes (R11.7)."""

    corner: Corner


class GiveCommodity(words.Command, frozen=True, omit_defaults=True, tag="give-commodity"):
    """The commodity you give at the harbor; none only if you have none (C-64)."""

    kind: Kind | None = None


class GiveCards(words.Command, frozen=True, tag="give-cards"):
    """The cards you give for the wedding."""

    cards: Cards


class TakeCards(words.Command, frozen=True, tag="take-cards"):
    """The cards you take from the hand you were shown."""

    cards: Cards


class SurrenderKnight(words.Command, frozen=True, tag="surrender-knight"):
    """The knight you lose (R14.1)."""

    corner: Corner


class PlaceDeserter(words.Command, frozen=True, omit_defaults=True, tag="place-deserter"):
    """Where the deserter stands now and on which level; without a corner nowhere (R14.1)."""

    corner: Corner | None = None
    level: Level | None = None


class TakeProgress(words.Command, frozen=True, omit_defaults=True, tag="take-progress"):
    """The progress card you take, or none."""

    card: CardId | None = None


class BuildFreeRoad(words.Command, frozen=True, omit_defaults=True, tag="build-free-road"):
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
