"""The events of Cities & Knights, each with its complete outcome.

Cards are eight counts by kind (`kinds.py`); an empty tuple means no cards. Places are the numbers of `board.py`.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from chronik.domain.cities_knights.cards.kinds import Counts, Kind
from chronik.domain.cities_knights.commands import Track
from chronik.domain.cities_knights.prompts import Cause, Prompt
from chronik.domain.cities_knights.state import Continuation, Face, State
from chronik.domain.engine import tagged_structs

# The deal


class FirstDrawn(tagged_structs.Event, frozen=True, tag="first-drawn"):
    """The starting seat was drawn (R4.1)."""

    seat: int


class Pieces(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The edges and corners on which a seat has pieces, in ascending order."""

    roads: tuple[int, ...]
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    sideways: tuple[int, ...]
    walls: tuple[int, ...]


class Positioned(tagged_structs.Event, frozen=True, tag="positioned"):
    """The match took over a position from another match; `anew` are the redealt cards in their new order.

    `pieces` holds the roads and buildings of each seat, because their masks in `state` have too many bits for JSON.
    """

    state: State
    pieces: tuple[Pieces, ...]
    anew: tuple[tuple[str, ...], ...]


class IslandDealt(tagged_structs.Event, frozen=True, tag="island-dealt"):
    """The island was dealt: terrain and tokens by hex, harbors by slot, and the robber's hex (R3).

    If the robber starts off the board, its hex is -1.
    """

    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbors: tuple[str, ...]
    robber: int


class DeckShuffled(tagged_structs.Event, frozen=True, tag="deck-shuffled"):
    """All cards of a deck but those played and returned were put in this order, top first (R4.5; after an undo)."""

    deck: Track
    order: tuple[str, ...]


class StartPlaced(tagged_structs.Event, frozen=True, omit_defaults=True, tag="start-placed"):
    """A seat placed a settlement or a city, and a road next to it. A city yields the first resources (R4.2, R4.4)."""

    seat: int
    corner: int
    edge: int
    city: bool = False
    gained: Counts = ()


# The stack


class QuestionsAsked(tagged_structs.Event, frozen=True, omit_defaults=True, tag="asked"):
    """Seats were asked questions, and the current step waits for their answers."""

    prompts: tuple[Prompt, ...]
    then: Continuation | None = None
    rest: tuple[int, ...] = ()


class Resumed(tagged_structs.Event, frozen=True, tag="resumed"):
    """The step that was waiting below on the stack resumed (C-70)."""


# The turn and its roll


class TurnBegan(tagged_structs.Event, frozen=True, tag="turn-began"):
    """A seat's turn began, and effects that last one turn ended (R5.1, R5.5)."""

    seat: int


class DiceRolled(tagged_structs.Event, frozen=True, omit_defaults=True, tag="dice-rolled"):
    """The dice were rolled; if `chosen`, an Alchemist set the red and the yellow die (R1.5, C-62)."""

    red: int
    yellow: int
    event: Face
    chosen: bool = False


class ShipMoved(tagged_structs.Event, frozen=True, tag="ship-moved"):
    """The barbarian ship moved to this step (R6.1)."""

    step: int


class BarbariansLanded(tagged_structs.Event, frozen=True, tag="barbarians-landed"):
    """The barbarians attacked: their strength, each seat's defence, and whether the island held out (R9.1 to R9.4)."""

    strength: int
    defence: tuple[int, ...]
    held: bool


class DefenderNamed(tagged_structs.Event, frozen=True, tag="defender-named"):
    """One seat defended better than all others, and got a point (R9.3a)."""

    seat: int


class Remains(Enum):
    """The building that remains of a pillaged city (R9.4d, R10.6)."""

    SETTLEMENT = "settlement"
    SIDEWAYS = "sideways"
    NOTHING = "nothing"


class CityPillaged(tagged_structs.Event, frozen=True, omit_defaults=True, tag="city-pillaged"):
    """A city was pillaged and lost its wall. If nothing remains, roads and knights may be lost too (R9.4, R10.6)."""

    seat: int
    corner: int
    remains: Remains = Remains.SETTLEMENT
    roads: tuple[int, ...] = ()
    knights: tuple[int, ...] = ()


class BarbariansLeft(tagged_structs.Event, frozen=True, tag="barbarians-left"):
    """The attack ended: all knights are inactive, the ship is back at its start, and the robber is awake (R9.5)."""


class ProgressDrawn(tagged_structs.Event, frozen=True, tag="progress-drawn"):
    """A seat drew the top card of a deck. A card worth a point is placed face up at once (R6.2, R9.3b, R13.1)."""

    seat: int
    deck: Track
    card: str


class ProgressDiscarded(tagged_structs.Event, frozen=True, tag="progress-discarded"):
    """A seat put progress cards under their decks in this order (R13.2, C-58)."""

    seat: int
    cards: tuple[str, ...]


class Produced(tagged_structs.Event, frozen=True, omit_defaults=True, tag="produced"):
    """The hexes produced cards for the seats; `short` lists the kinds of which the bank had too few (R7.1, R7.3)."""

    gained: tuple[Counts, ...]
    short: tuple[Kind, ...] = ()


class AqueductUsed(tagged_structs.Event, frozen=True, omit_defaults=True, tag="aqueduct-used"):
    """A seat took a resource from the bank with its aqueduct, or declined (R7.4)."""

    seat: int
    kind: Kind | None = None


class CardsDiscarded(tagged_structs.Event, frozen=True, tag="cards-discarded"):
    """A seat discarded cards to the bank (R8.1, Saboteur)."""

    seat: int
    cards: Counts
    why: Cause


class RobberMoved(tagged_structs.Event, frozen=True, omit_defaults=True, tag="robber-moved"):
    """A seat moved the robber; `knight` is the corner of the knight that chased it (R8.2, R11.8)."""

    seat: int
    hex: int
    knight: int | None = None


class CardStolen(tagged_structs.Event, frozen=True, tag="card-stolen"):
    """A seat stole a random card from another seat: the card with this index among `among` cards (R8.3, C-57)."""

    seat: int
    victim: int
    index: int
    among: int
    kind: Kind


class ActionBegan(tagged_structs.Event, frozen=True, tag="action-began"):
    """The roll was resolved and the action phase began.

    Knights that were active before the roll may act (R1.7, R5.1).
    """


# Building


class RoadBuilt(tagged_structs.Event, frozen=True, omit_defaults=True, tag="road-built"):
    """A road was built (R10.2)."""

    seat: int
    edge: int
    paid: Counts = ()


class SettlementBuilt(tagged_structs.Event, frozen=True, tag="settlement-built"):
    """A settlement was built (R10.3)."""

    seat: int
    corner: int
    paid: Counts


class CityBuilt(tagged_structs.Event, frozen=True, tag="city-built"):
    """A settlement was upgraded to a city, or a sideways city was set upright (R10.4, R10.6)."""

    seat: int
    corner: int
    paid: Counts


class WallBuilt(tagged_structs.Event, frozen=True, omit_defaults=True, tag="wall-built"):
    """A wall was built under a city (R10.5)."""

    seat: int
    corner: int
    paid: Counts = ()


class LevelBought(tagged_structs.Event, frozen=True, omit_defaults=True, tag="level-bought"):
    """A seat bought a level of a track. `crane` is true if it used up a stored discount (R12.1, C-71)."""

    seat: int
    track: Track
    level: int
    paid: Counts = ()
    crane: bool = False


class MetropolisPlaced(tagged_structs.Event, frozen=True, tag="metropolis-placed"):
    """The metropolis of a track was placed on a city, or moved there from another city (R12.4, R12.5)."""

    seat: int
    track: Track
    corner: int


# Knights


class KnightRecruited(tagged_structs.Event, frozen=True, tag="knight-recruited"):
    """A basic knight was placed (R11.1)."""

    seat: int
    corner: int
    paid: Counts


class KnightActivated(tagged_structs.Event, frozen=True, tag="knight-activated"):
    """A knight was activated (R11.2)."""

    seat: int
    corner: int
    paid: Counts


class KnightsRoused(tagged_structs.Event, frozen=True, tag="knights-roused"):
    """All knights of a seat were activated (Warlord)."""

    seat: int


class KnightPromoted(tagged_structs.Event, frozen=True, omit_defaults=True, tag="knight-promoted"):
    """A knight was promoted by one level (R11.3)."""

    seat: int
    corner: int
    paid: Counts = ()


class KnightMoved(tagged_structs.Event, frozen=True, tag="knight-moved"):
    """A knight moved and became inactive (R11.5)."""

    seat: int
    start: int
    corner: int


class KnightDisplaced(tagged_structs.Event, frozen=True, omit_defaults=True, tag="knight-displaced"):
    """A seat's knight was displaced; if `lost`, it had no corner to retreat to (R11.6, R11.7, C-59)."""

    seat: int
    corner: int
    by: int
    lost: bool = False


class KnightRetreated(tagged_structs.Event, frozen=True, omit_defaults=True, tag="knight-retreated"):
    """A displaced knight retreated to another corner (R11.7)."""

    seat: int
    corner: int
    level: int
    active: bool = False


class KnightSurrendered(tagged_structs.Event, frozen=True, tag="knight-surrendered"):
    """A seat gave up a knight to a Deserter (R14.1)."""

    seat: int
    corner: int


class DeserterPlaced(tagged_structs.Event, frozen=True, omit_defaults=True, tag="deserter-placed"):
    """The deserted knight was placed at a corner, or not placed at all (R14.1)."""

    seat: int
    corner: int | None = None
    level: int = 1
    active: bool = False
    ready: bool = False


class LongestRoadPassed(tagged_structs.Event, frozen=True, tag="longest-road-passed"):
    """The award for the longest road passed to a seat, or to no seat (R16.2)."""

    seat: int | None
    length: int


# Trade


class BankTraded(tagged_structs.Event, frozen=True, tag="bank-traded"):
    """A seat traded with the bank (R15.2)."""

    seat: int
    given: Counts
    taken: Counts


class OfferMade(tagged_structs.Event, frozen=True, omit_defaults=True, tag="offer-made"):
    """A seat offered a trade to other seats, or made a counter-offer (R15.1)."""

    seat: int
    number: int
    give: Counts
    want: Counts
    to: tuple[int, ...]
    counter: int | None = None


class OfferAnswered(tagged_structs.Event, frozen=True, tag="offer-answered"):
    """A seat accepted or declined an offer (R15.1)."""

    seat: int
    number: int
    accepted: bool


class OfferWithdrawn(tagged_structs.Event, frozen=True, tag="offer-withdrawn"):
    """A seat withdrew its offer (R15.1)."""

    seat: int
    number: int


class Traded(tagged_structs.Event, frozen=True, tag="traded"):
    """Two seats traded on the terms of an offer. The offer and its counter-offers were closed (R15.1)."""

    seat: int
    partner: int
    number: int
    given: Counts
    taken: Counts


# Progress cards


class CardPlayed(tagged_structs.Event, frozen=True, tag="card-played"):
    """A progress card was played and put under its deck (R13.5, C-58)."""

    seat: int
    card: str


class CardsGained(tagged_structs.Event, frozen=True, tag="cards-gained"):
    """A seat got cards from the bank for a progress card (Irrigation, Mining)."""

    seat: int
    cards: Counts


class CardsTaken(tagged_structs.Event, frozen=True, omit_defaults=True, tag="cards-taken"):
    """A seat took cards from another seat; except after a monopoly, only the two seats know which cards (R14)."""

    seat: int
    victim: int
    cards: Counts
    openly: bool = False


class CardsGiven(tagged_structs.Event, frozen=True, tag="cards-given"):
    """A seat gave another seat cards of its choice; only the two seats know which cards (Wedding)."""

    seat: int
    to: int
    cards: Counts


class HarborOffered(tagged_structs.Event, frozen=True, tag="harbor-offered"):
    """A seat offered another seat a resource for a commodity; only the two seats know which resource (C-64)."""

    seat: int
    to: int
    kind: Kind


class HarborAnswered(tagged_structs.Event, frozen=True, omit_defaults=True, tag="harbor-answered"):
    """A seat gave a commodity for the resource, or had no commodity (C-64)."""

    seat: int
    by: int
    kind: Kind
    given: Kind | None = None


class MerchantPlaced(tagged_structs.Event, frozen=True, tag="merchant-placed"):
    """A seat moved the merchant to a hex and now controls it."""

    seat: int
    hex: int


class FleetNamed(tagged_structs.Event, frozen=True, tag="fleet-named"):
    """A seat named a kind of card that it trades at 2:1 for the rest of the turn (Merchant Fleet)."""

    seat: int
    kind: Kind


class HarborOpened(tagged_structs.Event, frozen=True, tag="harbor-opened"):
    """A seat may make offers at the harbor for the rest of the turn (Commercial Harbor)."""

    seat: int


class CraneReady(tagged_structs.Event, frozen=True, tag="crane-ready"):
    """A seat got a discount: the next level that it buys this turn costs one commodity less (C-71)."""

    seat: int


class TokensSwapped(tagged_structs.Event, frozen=True, tag="tokens-swapped"):
    """The number tokens of two hexes were swapped (Inventor)."""

    seat: int
    hexes: tuple[int, int]


class RoadRemoved(tagged_structs.Event, frozen=True, omit_defaults=True, tag="road-removed"):
    """An open road was removed, and perhaps rebuilt elsewhere. Knights left without a road are lost (R14.2)."""

    seat: int
    owner: int
    edge: int
    rebuilt: int | None = None
    knights: tuple[int, ...] = ()


class FreeRoadDeclined(tagged_structs.Event, frozen=True, tag="free-road-declined"):
    """A seat declined its second free road."""

    seat: int


class ProgressTaken(tagged_structs.Event, frozen=True, omit_defaults=True, tag="progress-taken"):
    """A seat took a progress card from another seat, or chose to take none.

    Only those two seats know the card; the other seats know its deck (Spy).
    """

    seat: int
    victim: int
    card: str | None = None


class Finished(tagged_structs.Event, frozen=True, tag="finished"):
    """The active seat won. Points and places are listed by seat (R17.2, C-65)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


Event = (
    FirstDrawn
    | Positioned
    | IslandDealt
    | DeckShuffled
    | StartPlaced
    | QuestionsAsked
    | Resumed
    | TurnBegan
    | DiceRolled
    | ShipMoved
    | BarbariansLanded
    | DefenderNamed
    | CityPillaged
    | BarbariansLeft
    | ProgressDrawn
    | ProgressDiscarded
    | Produced
    | AqueductUsed
    | CardsDiscarded
    | RobberMoved
    | CardStolen
    | ActionBegan
    | RoadBuilt
    | SettlementBuilt
    | CityBuilt
    | WallBuilt
    | LevelBought
    | MetropolisPlaced
    | KnightRecruited
    | KnightActivated
    | KnightsRoused
    | KnightPromoted
    | KnightMoved
    | KnightDisplaced
    | KnightRetreated
    | KnightSurrendered
    | DeserterPlaced
    | LongestRoadPassed
    | BankTraded
    | OfferMade
    | OfferAnswered
    | OfferWithdrawn
    | Traded
    | CardPlayed
    | CardsGained
    | CardsTaken
    | CardsGiven
    | HarborOffered
    | HarborAnswered
    | MerchantPlaced
    | FleetNamed
    | HarborOpened
    | CraneReady
    | TokensSwapped
    | RoadRemoved
    | FreeRoadDeclined
    | ProgressTaken
    | Finished
)
