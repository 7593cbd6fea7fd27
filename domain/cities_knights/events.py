"""What can happen in Cities & Knights, each event with its whole outcome.

Cards are eight counts by kind (`kinds.py`), an empty tuple is none; places are the numbers of `board.py`.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.cities_knights.cards.kinds import Counts, Kind
from domain.cities_knights.commands import Track
from domain.cities_knights.prompts import Cause, Prompt
from domain.cities_knights.state import Continuation, Face, State
from domain.engine import words

# The deal


class FirstDrawn(words.Event, frozen=True, tag="first-drawn"):
    """The seat that begins was drawn (R4.1)."""

    seat: int


class Pieces(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The pieces of a seat by their edges and corners, ascending."""

    roads: tuple[int, ...]
    settlements: tuple[int, ...]
    cities: tuple[int, ...]
    sideways: tuple[int, ...]
    walls: tuple[int, ...]


class Positioned(words.Event, frozen=True, tag="positioned"):
    """The table is laid as it stood in another match; `anew` are the cards that were dealt anew, in their new order.

    The pieces stand beside the state, by seat: numbers of so many bits are no numbers of JSON.
    """

    state: State
    pieces: tuple[Pieces, ...]
    anew: tuple[tuple[str, ...], ...]


class IslandDealt(words.Event, frozen=True, tag="island-dealt"):
    """Terrain and number tokens by hex, harbors by slot; the robber's hex, or -1 beside the board (R3)."""

    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbors: tuple[str, ...]
    robber: int


class DeckShuffled(words.Event, frozen=True, tag="deck-shuffled"):
    """The cards of a deck that nobody has seen were brought into this order, top card first (R4.5; after an undo)."""

    deck: Track
    order: tuple[str, ...]


class StartPlaced(words.Event, frozen=True, omit_defaults=True, tag="start-placed"):
    """A seat placed a settlement or a city, and a road at it; a city brings its first resources (R4.2, R4.4)."""

    seat: int
    corner: int
    edge: int
    city: bool = False
    gained: Counts = ()


# The stack


class QuestionsAsked(words.Event, frozen=True, omit_defaults=True, tag="asked"):
    """Seats were asked, and what is under way waits for them."""

    prompts: tuple[Prompt, ...]
    then: Continuation | None = None
    rest: tuple[int, ...] = ()


class Resumed(words.Event, frozen=True, tag="resumed"):
    """What waited underneath goes on (C-70)."""


# The turn and its roll


class TurnBegan(words.Event, frozen=True, tag="turn-began"):
    """A seat's turn began, and what lasted for a turn has ended (R5.1, R5.5)."""

    seat: int


class DiceRolled(words.Event, frozen=True, omit_defaults=True, tag="dice-rolled"):
    """The dice fell; with `chosen`, red and yellow were set by an Alchemist (R1.5, C-62)."""

    red: int
    yellow: int
    event: Face
    chosen: bool = False


class ShipMoved(words.Event, frozen=True, tag="ship-moved"):
    """The barbarian ship came to this step (R6.1)."""

    step: int


class BarbariansLanded(words.Event, frozen=True, tag="barbarians-landed"):
    """The barbarians attack: their strength, each seat's contribution, and whether the island held (R9.1 to R9.4)."""

    strength: int
    defence: tuple[int, ...]
    held: bool


class DefenderNamed(words.Event, frozen=True, tag="defender-named"):
    """One seat defended best alone, for a point (R9.3a)."""

    seat: int


class Remains(Enum):
    """What a pillaged city leaves behind (R9.4d, R10.6)."""

    SETTLEMENT = "settlement"
    SIDEWAYS = "sideways"
    NOTHING = "nothing"


class CityPillaged(words.Event, frozen=True, omit_defaults=True, tag="city-pillaged"):
    """A city fell, and with it its wall; where nothing remains, roads and knights may be lost too (R9.4, R10.6)."""

    seat: int
    corner: int
    remains: Remains = Remains.SETTLEMENT
    roads: tuple[int, ...] = ()
    knights: tuple[int, ...] = ()


class BarbariansLeft(words.Event, frozen=True, tag="barbarians-left"):
    """All knights are inactive, the ship is back at its start, the robber is awake (R9.5)."""


class ProgressDrawn(words.Event, frozen=True, tag="progress-drawn"):
    """A seat drew the top card of a deck; one worth a point lies open at once (R6.2, R9.3b, R13.1)."""

    seat: int
    deck: Track
    card: str


class ProgressDiscarded(words.Event, frozen=True, tag="progress-discarded"):
    """Progress cards went under their decks in this order (R13.2, C-58)."""

    seat: int
    cards: tuple[str, ...]


class Produced(words.Event, frozen=True, omit_defaults=True, tag="produced"):
    """What the island brought each seat, and the kinds of which the bank had too few (R7.1, R7.3)."""

    gained: tuple[Counts, ...]
    short: tuple[Kind, ...] = ()


class AqueductUsed(words.Event, frozen=True, omit_defaults=True, tag="aqueduct-used"):
    """A seat took a resource from the bank, or none (R7.4)."""

    seat: int
    kind: Kind | None = None


class CardsDiscarded(words.Event, frozen=True, tag="cards-discarded"):
    """A seat gave cards back to the bank (R8.1, Saboteur)."""

    seat: int
    cards: Counts
    why: Cause


class RobberMoved(words.Event, frozen=True, omit_defaults=True, tag="robber-moved"):
    """A seat moved the robber; a knight that chased it has acted (R8.2, R11.8)."""

    seat: int
    hex: int
    knight: int | None = None


class CardStolen(words.Event, frozen=True, tag="card-stolen"):
    """A card went from one hand to another: the one with this index among so many (R8.3, C-57)."""

    seat: int
    victim: int
    index: int
    among: int
    kind: Kind


class ActionBegan(words.Event, frozen=True, tag="action-began"):
    """The roll is resolved; the knights that were active before it and still are may act (R1.7, R5.1)."""


# Building


class RoadBuilt(words.Event, frozen=True, omit_defaults=True, tag="road-built"):
    """A road was built (R10.2)."""

    seat: int
    edge: int
    paid: Counts = ()


class SettlementBuilt(words.Event, frozen=True, tag="settlement-built"):
    """A settlement was built (R10.3)."""

    seat: int
    corner: int
    paid: Counts


class CityBuilt(words.Event, frozen=True, tag="city-built"):
    """A settlement became a city, or a sideways city was set upright (R10.4, R10.6)."""

    seat: int
    corner: int
    paid: Counts


class WallBuilt(words.Event, frozen=True, omit_defaults=True, tag="wall-built"):
    """A city got its wall (R10.5)."""

    seat: int
    corner: int
    paid: Counts = ()


class LevelBought(words.Event, frozen=True, omit_defaults=True, tag="level-bought"):
    """A seat reached a level of a track; `crane` if a discount that waited was used up (R12.1, C-71)."""

    seat: int
    track: Track
    level: int
    paid: Counts = ()
    crane: bool = False


class MetropolisPlaced(words.Event, frozen=True, tag="metropolis-placed"):
    """The metropolis of a track was placed on a city, wherever it was before (R12.4, R12.5)."""

    seat: int
    track: Track
    corner: int


# Knights


class KnightRecruited(words.Event, frozen=True, tag="knight-recruited"):
    """A basic knight was placed (R11.1)."""

    seat: int
    corner: int
    paid: Counts


class KnightActivated(words.Event, frozen=True, tag="knight-activated"):
    """A knight was activated (R11.2)."""

    seat: int
    corner: int
    paid: Counts


class KnightsRoused(words.Event, frozen=True, tag="knights-roused"):
    """All knights of a seat were activated (Warlord)."""

    seat: int


class KnightPromoted(words.Event, frozen=True, omit_defaults=True, tag="knight-promoted"):
    """A knight rose by one level (R11.3)."""

    seat: int
    corner: int
    paid: Counts = ()


class KnightMoved(words.Event, frozen=True, tag="knight-moved"):
    """A knight moved, and is inactive (R11.5)."""

    seat: int
    start: int
    corner: int


class KnightDisplaced(words.Event, frozen=True, omit_defaults=True, tag="knight-displaced"):
    """A seat's knight was driven from its corner; with `lost` it had nowhere to go (R11.6, R11.7, C-59)."""

    seat: int
    corner: int
    by: int
    lost: bool = False


class KnightRetreated(words.Event, frozen=True, omit_defaults=True, tag="knight-retreated"):
    """A displaced knight found another corner (R11.7)."""

    seat: int
    corner: int
    level: int
    active: bool = False


class KnightSurrendered(words.Event, frozen=True, tag="knight-surrendered"):
    """A knight deserted its seat (R14.1)."""

    seat: int
    corner: int


class DeserterPlaced(words.Event, frozen=True, omit_defaults=True, tag="deserter-placed"):
    """The deserter stands somewhere now, or nowhere (R14.1)."""

    seat: int
    corner: int | None = None
    level: int = 1
    active: bool = False
    ready: bool = False


class LongestRoadPassed(words.Event, frozen=True, tag="longest-road-passed"):
    """The award for the longest road passed to a seat, or to nobody (R16.2)."""

    seat: int | None
    length: int


# Trade


class BankTraded(words.Event, frozen=True, tag="bank-traded"):
    """A seat traded with the bank (R15.2)."""

    seat: int
    given: Counts
    taken: Counts


class OfferMade(words.Event, frozen=True, omit_defaults=True, tag="offer-made"):
    """A seat offered a trade to some others, or answered an offer with one of its own (R15.1)."""

    seat: int
    number: int
    give: Counts
    want: Counts
    to: tuple[int, ...]
    counter: int | None = None


class OfferAnswered(words.Event, frozen=True, tag="offer-answered"):
    """A seat accepted an offer, or declined it (R15.1)."""

    seat: int
    number: int
    accepted: bool


class OfferWithdrawn(words.Event, frozen=True, tag="offer-withdrawn"):
    """A seat took its offer back (R15.1)."""

    seat: int
    number: int


class Traded(words.Event, frozen=True, tag="traded"):
    """Two seats traded as an offer says; it and its counter-offers are gone (R15.1)."""

    seat: int
    partner: int
    number: int
    given: Counts
    taken: Counts


# Progress cards


class CardPlayed(words.Event, frozen=True, tag="card-played"):
    """A progress card was played, and lies under its deck (R13.5, C-58)."""

    seat: int
    card: str


class CardsGained(words.Event, frozen=True, tag="cards-gained"):
    """The bank gave a seat cards for a progress card (Irrigation, Mining)."""

    seat: int
    cards: Counts


class CardsTaken(words.Event, frozen=True, omit_defaults=True, tag="cards-taken"):
    """A seat took cards from another; openly for a monopoly, else the two know which (R14)."""

    seat: int
    victim: int
    cards: Counts
    openly: bool = False


class CardsGiven(words.Event, frozen=True, tag="cards-given"):
    """A seat gave another the cards it chose; the two know which (Wedding)."""

    seat: int
    to: int
    cards: Counts


class HarborOffered(words.Event, frozen=True, tag="harbor-offered"):
    """A seat offered another a resource for a commodity; the two know which (C-64)."""

    seat: int
    to: int
    kind: Kind


class HarborAnswered(words.Event, frozen=True, omit_defaults=True, tag="harbor-answered"):
    """A seat gave a commodity for the resource, or had none (C-64)."""

    seat: int
    by: int
    kind: Kind
    given: Kind | None = None


class MerchantPlaced(words.Event, frozen=True, tag="merchant-placed"):
    """A seat took the merchant to a hex."""

    seat: int
    hex: int


class FleetNamed(words.Event, frozen=True, tag="fleet-named"):
    """A kind trades at 2:1 for the rest of the turn (Merchant Fleet)."""

    seat: int
    kind: Kind


class HarborOpened(words.Event, frozen=True, tag="harbor-opened"):
    """A seat may make offers at the harbor for the rest of the turn (Commercial Harbor)."""

    seat: int


class CraneReady(words.Event, frozen=True, tag="crane-ready"):
    """The next level of this turn costs one commodity less (C-71)."""

    seat: int


class TokensSwapped(words.Event, frozen=True, tag="tokens-swapped"):
    """The number tokens of two hexes changed places (Inventor)."""

    seat: int
    hexes: tuple[int, int]


class RoadRemoved(words.Event, frozen=True, omit_defaults=True, tag="road-removed"):
    """An open road was removed, and an own one perhaps built elsewhere; knights left alone are lost (R14.2)."""

    seat: int
    owner: int
    edge: int
    rebuilt: int | None = None
    knights: tuple[int, ...] = ()


class FreeRoadDeclined(words.Event, frozen=True, tag="free-road-declined"):
    """A seat left out its second free road."""

    seat: int


class ProgressTaken(words.Event, frozen=True, omit_defaults=True, tag="progress-taken"):
    """A seat took a progress card of another, or none; the two know which, others its deck (Spy)."""

    seat: int
    victim: int
    card: str | None = None


class Finished(words.Event, frozen=True, tag="finished"):
    """The active seat has won: points and places by seat (R17.2, C-65)."""

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
