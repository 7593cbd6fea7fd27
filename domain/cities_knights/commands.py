"""The commands of Cities & Knights (rule book 1.19). Places are the numbers of `board.py`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta

from chronik.domain.cities_knights.cards.kinds import Cards, Kind
from chronik.domain.engine import tagged_structs

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

    __hash__ = object.__hash__  # by identity, because Python's hash of an enum member is slow


TRACKS = tuple(Track)
TRACK = {track: number for number, track in enumerate(TRACKS)}


# Setup and the roll


class PlaceStart(tagged_structs.Command, frozen=True, tag="place-start"):
    """Place a starting settlement or city, and a road next to it (R4.2)."""

    corner: Corner
    edge: Edge


class Roll(tagged_structs.Command, frozen=True, tag="roll"):
    """Roll the three dice (R5.1)."""


class PlayAlchemist(tagged_structs.Command, frozen=True, tag="play-alchemist"):
    """Set the red and the yellow die, and roll the event die (C-62)."""

    card: CardId
    red: Pips
    yellow: Pips


# Building (R10), improvements (R12)


class BuildRoad(tagged_structs.Command, frozen=True, tag="build-road"):
    """Build a road (R10.2)."""

    edge: Edge


class BuildSettlement(tagged_structs.Command, frozen=True, tag="build-settlement"):
    """Build a settlement (R10.3)."""

    corner: Corner


class BuildCity(tagged_structs.Command, frozen=True, tag="build-city"):
    """Upgrade a settlement to a city (R10.4)."""

    corner: Corner


class BuildWall(tagged_structs.Command, frozen=True, tag="build-wall"):
    """Build a wall under a city (R10.5)."""

    corner: Corner


class BuyLevel(tagged_structs.Command, frozen=True, tag="buy-level"):
    """Buy the next level of a track (R12.1)."""

    track: Track


# Knights (R11)


class RecruitKnight(tagged_structs.Command, frozen=True, tag="recruit-knight"):
    """Place a basic knight (R11.1)."""

    corner: Corner


class ActivateKnight(tagged_structs.Command, frozen=True, tag="activate-knight"):
    """Activate a knight (R11.2)."""

    corner: Corner


class PromoteKnight(tagged_structs.Command, frozen=True, tag="promote-knight"):
    """Promote a knight by one level (R11.3)."""

    corner: Corner


class MoveKnight(tagged_structs.Command, frozen=True, tag="move-knight"):
    """Move a ready knight along your roads.

    It displaces an opponent's weaker knight at its destination (R11.5, R11.6).
    """

    start: Corner
    corner: Corner


class ChaseRobber(tagged_structs.Command, frozen=True, tag="chase-robber"):
    """Chase the robber to another hex with a ready knight next to it (R11.8)."""

    corner: Corner
    hex: Hex


# Trade (R15)


class TradeWithBank(tagged_structs.Command, frozen=True, tag="trade-with-bank"):
    """Take cards from the bank, and pay for them with cards of one kind at your best rate (R15.2)."""

    give: Kind
    take: Cards


class OfferTrade(tagged_structs.Command, frozen=True, omit_defaults=True, tag="offer-trade"):
    """Offer a trade to the seats in `to`, or to all other seats if it is empty (R15.1)."""

    give: Cards
    want: Cards
    to: Annotated[tuple[SeatNumber, ...], Meta(max_length=3)] = ()


class AcceptOffer(tagged_structs.Command, frozen=True, tag="accept-offer"):
    """Accept an offer. The active seat must still confirm its offer; a counter-offer is carried out at once."""

    offer: OfferNumber


class DeclineOffer(tagged_structs.Command, frozen=True, tag="decline-offer"):
    """Decline an offer, or a counter-offer."""

    offer: OfferNumber


class CounterOffer(tagged_structs.Command, frozen=True, tag="counter-offer"):
    """Answer an offer with a counter-offer: what you give and what you want."""

    offer: OfferNumber
    give: Cards
    want: Cards


class WithdrawOffer(tagged_structs.Command, frozen=True, tag="withdraw-offer"):
    """Withdraw your own offer or counter-offer."""

    offer: OfferNumber


class ConfirmTrade(tagged_structs.Command, frozen=True, tag="confirm-trade"):
    """Carry out your offer with one of the seats that accepted it."""

    offer: OfferNumber
    seat: SeatNumber


class OfferAtHarbor(tagged_structs.Command, frozen=True, tag="offer-at-harbor"):
    """Offer an opponent a resource for a commodity, after playing Commercial Harbor (C-64)."""

    seat: SeatNumber
    kind: Kind


# Progress cards (R14)


class PlayCrane(tagged_structs.Command, frozen=True, omit_defaults=True, tag="play-crane"):
    """Buy a level for one commodity less. Do not name a track if `crane_form` makes the card a discount (C-71)."""

    card: CardId
    track: Track | None = None


class PlayEngineer(tagged_structs.Command, frozen=True, tag="play-engineer"):
    """Build a wall for free."""

    card: CardId
    corner: Corner


class PlayInventor(tagged_structs.Command, frozen=True, tag="play-inventor"):
    """Swap the number tokens of two hexes. Name the smaller hex number first."""

    card: CardId
    hexes: tuple[Hex, Hex]


class PlayIrrigation(tagged_structs.Command, frozen=True, tag="play-irrigation"):
    """Take two grain for each fields hex next to your buildings."""

    card: CardId


class PlayMedicine(tagged_structs.Command, frozen=True, tag="play-medicine"):
    """Upgrade a settlement to a city for two ore and one grain."""

    card: CardId
    corner: Corner


class PlayMining(tagged_structs.Command, frozen=True, tag="play-mining"):
    """Take two ore for each mountains hex next to your buildings."""

    card: CardId


class PlayRoadBuilding(tagged_structs.Command, frozen=True, tag="play-road-building"):
    """Build up to two roads for free."""

    card: CardId


class PlaySmith(tagged_structs.Command, frozen=True, tag="play-smith"):
    """Promote one or two knights for free, in this order."""

    card: CardId
    corners: Annotated[tuple[Corner, ...], Meta(min_length=1, max_length=2)]


class PlayCommercialHarbor(tagged_structs.Command, frozen=True, tag="play-commercial-harbor"):
    """Open the harbor: until your turn ends, you may offer each opponent a resource for a commodity."""

    card: CardId


class PlayMasterMerchant(tagged_structs.Command, frozen=True, tag="play-master-merchant"):
    """Look at the hand of a seat with more points, and take two cards."""

    card: CardId
    seat: SeatNumber


class PlayMerchant(tagged_structs.Command, frozen=True, tag="play-merchant"):
    """Put the merchant on a hex next to one of your buildings."""

    card: CardId
    hex: Hex


class PlayMerchantFleet(tagged_structs.Command, frozen=True, tag="play-merchant-fleet"):
    """Trade one kind at 2:1 for the rest of the turn."""

    card: CardId
    kind: Kind


class PlayResourceMonopoly(tagged_structs.Command, frozen=True, tag="play-resource-monopoly"):
    """Take two cards of one resource from each opponent."""

    card: CardId
    kind: Kind


class PlayTradeMonopoly(tagged_structs.Command, frozen=True, tag="play-trade-monopoly"):
    """Take one card of one commodity from each opponent."""

    card: CardId
    kind: Kind


class PlayBishop(tagged_structs.Command, frozen=True, tag="play-bishop"):
    """Move the robber, and take a random card from each opponent with a building on its hex (C-60)."""

    card: CardId
    hex: Hex


class PlayDeserter(tagged_structs.Command, frozen=True, tag="play-deserter"):
    """Make an opponent give up a knight. You may then place one yourself (R14.1)."""

    card: CardId
    seat: SeatNumber


class PlayDiplomat(tagged_structs.Command, frozen=True, omit_defaults=True, tag="play-diplomat"):
    """Remove an open road. If it is yours, you may rebuild it elsewhere at once (R14.2, C-63)."""

    card: CardId
    edge: Edge
    rebuild: Edge | None = None


class PlayIntrigue(tagged_structs.Command, frozen=True, tag="play-intrigue"):
    """Displace an opponent's knight at the end of one of your roads (C-59)."""

    card: CardId
    corner: Corner


class PlaySaboteur(tagged_structs.Command, frozen=True, tag="play-saboteur"):
    """Make every opponent with at least as many points as you discard half of their hand."""

    card: CardId


class PlaySpy(tagged_structs.Command, frozen=True, tag="play-spy"):
    """Look at an opponent's progress cards, and take one."""

    card: CardId
    seat: SeatNumber


class PlayWarlord(tagged_structs.Command, frozen=True, tag="play-warlord"):
    """Activate all your knights for free."""

    card: CardId


class PlayWedding(tagged_structs.Command, frozen=True, tag="play-wedding"):
    """Receive two cards from every opponent with more points than you."""

    card: CardId


class SpendCard(tagged_structs.Command, frozen=True, tag="spend-card"):
    """Discard a card that would have no effect now, if `dead_progress_card` allows it (R13.6)."""

    card: CardId


class EndTurn(tagged_structs.Command, frozen=True, tag="end-turn"):
    """End your turn (R5.5)."""


# Answers to open decisions


class Discard(tagged_structs.Command, frozen=True, tag="discard"):
    """Give these cards back to the bank (R8.1, Saboteur)."""

    cards: Cards


class MoveRobber(tagged_structs.Command, frozen=True, tag="move-robber"):
    """Move the robber to this hex (R8.2)."""

    hex: Hex


class ChooseVictim(tagged_structs.Command, frozen=True, tag="choose-victim"):
    """Rob this seat (R8.3)."""

    seat: SeatNumber


class ChooseCity(tagged_structs.Command, frozen=True, tag="choose-city"):
    """Choose which of your cities is pillaged (R9.4c)."""

    corner: Corner


class ChooseDeck(tagged_structs.Command, frozen=True, tag="choose-deck"):
    """Draw a progress card from this deck (R9.3b)."""

    deck: Track


class DiscardProgress(tagged_structs.Command, frozen=True, tag="discard-progress"):
    """Give up these progress cards. They go under their decks in this order (R13.2, C-58, C-79)."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=20)]


class TakeResource(tagged_structs.Command, frozen=True, omit_defaults=True, tag="take-resource"):
    """Take a resource from the bank with the aqueduct, or decline (R7.4)."""

    kind: Kind | None = None


class PlaceMetropolis(tagged_structs.Command, frozen=True, tag="place-metropolis"):
    """Make this city the metropolis (R12.4)."""

    corner: Corner


class Retreat(tagged_structs.Command, frozen=True, tag="retreat"):
    """Move your displaced knight to this corner (R11.7)."""

    corner: Corner


class GiveCommodity(tagged_structs.Command, frozen=True, omit_defaults=True, tag="give-commodity"):
    """Give a commodity at the harbor. Leave it out only if you do not have one (C-64)."""

    kind: Kind | None = None


class GiveCards(tagged_structs.Command, frozen=True, tag="give-cards"):
    """Give these cards for the wedding."""

    cards: Cards


class TakeCards(tagged_structs.Command, frozen=True, tag="take-cards"):
    """Take these cards from the hand that you were shown."""

    cards: Cards


class SurrenderKnight(tagged_structs.Command, frozen=True, tag="surrender-knight"):
    """Give up the knight at this corner (R14.1)."""

    corner: Corner


class PlaceDeserter(tagged_structs.Command, frozen=True, omit_defaults=True, tag="place-deserter"):
    """Place the deserted knight at a corner and a level. To place no knight, leave out both (R14.1)."""

    corner: Corner | None = None
    level: Level | None = None


class TakeProgress(tagged_structs.Command, frozen=True, omit_defaults=True, tag="take-progress"):
    """Take one of the progress cards that you were shown. To take none, leave out the card."""

    card: CardId | None = None


class BuildFreeRoad(tagged_structs.Command, frozen=True, omit_defaults=True, tag="build-free-road"):
    """Build a free road on this edge. To decline the second free road, leave out the edge."""

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
