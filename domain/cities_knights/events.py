"""What can happen in Cities & Knights, each event with its whole outcome.

Cards are eight counts by kind (`kinds.py`), an empty tuple is none; places are the numbers of `board.py`.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from domain.cities_knights.cards.kinds import Counts, Kind
from domain.cities_knights.commands import Track
from domain.cities_knights.prompts import Cause, Prompt
from domain.cities_knights.state import Face, Then

# The deal


class FirstDrawn(Struct, frozen=True, forbid_unknown_fields=True, tag="first-drawn", tag_field="t"):
    """The seat that begins was drawn (R4.1)."""

    seat: int


class IslandDealt(Struct, frozen=True, forbid_unknown_fields=True, tag="island-dealt", tag_field="t"):
    """Terrain and number tokens by hex, harbors by slot; the robber's hex, or -1 beside the board (R3)."""

    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbors: tuple[str, ...]
    robber: int


class DeckShuffled(Struct, frozen=True, forbid_unknown_fields=True, tag="deck-shuffled", tag_field="t"):
    """The cards of a deck that nobody has seen were brought into this order, top card first (R4.5; after an undo)."""

    deck: Track
    order: tuple[str, ...]


class StartPlaced(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="start-placed", tag_field="t"
):
    """A seat placed a settlement or a city, and a road at it; a city brings its first resources (R4.2, R4.4)."""

    seat: int
    corner: int
    edge: int
    city: bool = False
    gained: Counts = ()


# The stack


class Asked(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="asked", tag_field="t"):
    """Seats were asked, and what is under way waits for them."""

    prompts: tuple[Prompt, ...]
    then: Then = Then.NOTHING
    rest: tuple[int, ...] = ()


class Resumed(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="resumed", tag_field="t"):
    """What waited underneath goes on (C-70)."""


# The turn and its roll


class TurnBegan(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="turn-began", tag_field="t"):
    """A seat's turn began, and what lasted for a turn has ended (R5.1, R5.5)."""

    seat: int


class DiceRolled(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="dice-rolled", tag_field="t"
):
    """The dice fell; with `chosen`, red and yellow were set by an Alchemist (R1.5, C-62)."""

    red: int
    yellow: int
    event: Face
    chosen: bool = False


class ShipMoved(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="ship-moved", tag_field="t"):
    """The barbarian ship came to this step (R6.1)."""

    step: int


class BarbariansLanded(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="barbarians-landed", tag_field="t"
):
    """The barbarians attack: their strength, each seat's contribution, and whether the island held (R9.1 to R9.4)."""

    strength: int
    defence: tuple[int, ...]
    held: bool


class DefenderNamed(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="defender-named", tag_field="t"):
    """One seat defended best alone, for a point (R9.3a)."""

    seat: int


class Remains(Enum):
    """What a pillaged city leaves behind (R9.4d, R10.6)."""

    SETTLEMENT = "settlement"
    SIDEWAYS = "sideways"
    NOTHING = "nothing"


class CityPillaged(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="city-pillaged", tag_field="t"
):
    """A city fell, and with it its wall; where nothing remains, roads and knights may be lost too (R9.4, R10.6)."""

    seat: int
    corner: int
    remains: Remains = Remains.SETTLEMENT
    roads: tuple[int, ...] = ()
    knights: tuple[int, ...] = ()


class BarbariansLeft(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="barbarians-left", tag_field="t"):
    """All knights are inactive, the ship is back at its start, the robber is awake (R9.5)."""


class ProgressDrawn(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="progress-drawn", tag_field="t"):
    """A seat drew the top card of a deck; one worth a point lies open at once (R6.2, R9.3b, R13.1)."""

    seat: int
    deck: Track
    card: str


class ProgressDiscarded(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="progress-discarded", tag_field="t"
):
    """Progress cards went under their decks in this order (R13.2, C-58)."""

    seat: int
    cards: tuple[str, ...]


class Produced(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="produced", tag_field="t"
):
    """What the island brought each seat, and the kinds of which the bank had too few (R7.1, R7.3)."""

    gained: tuple[Counts, ...]
    short: tuple[Kind, ...] = ()


class AqueductUsed(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="aqueduct-used", tag_field="t"
):
    """A seat took a resource from the bank, or none (R7.4)."""

    seat: int
    kind: Kind | None = None


class CardsDiscarded(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="cards-discarded", tag_field="t"):
    """A seat gave cards back to the bank (R8.1, Saboteur)."""

    seat: int
    cards: Counts
    why: Cause


class RobberMoved(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="robber-moved", tag_field="t"
):
    """A seat moved the robber; a knight that chased it has acted (R8.2, R11.8)."""

    seat: int
    hex: int
    knight: int | None = None


class CardStolen(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="card-stolen", tag_field="t"):
    """A card went from one hand to another: the one with this index among so many (R8.3, C-57)."""

    seat: int
    victim: int
    index: int
    among: int
    kind: Kind


class ActionBegan(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="action-began", tag_field="t"):
    """The roll is resolved; the knights that were active before it and still are may act (R1.7, R5.1)."""


# Building


class RoadBuilt(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="road-built", tag_field="t"
):
    """A road was built (R10.2)."""

    seat: int
    edge: int
    paid: Counts = ()


class SettlementBuilt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="settlement-built", tag_field="t"):
    """A settlement was built (R10.3)."""

    seat: int
    corner: int
    paid: Counts


class CityBuilt(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="city-built", tag_field="t"):
    """A settlement became a city, or a sideways city was set upright (R10.4, R10.6)."""

    seat: int
    corner: int
    paid: Counts


class WallBuilt(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="wall-built", tag_field="t"
):
    """A city got its wall (R10.5)."""

    seat: int
    corner: int
    paid: Counts = ()


class LevelBought(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="level-bought", tag_field="t"
):
    """A seat reached a level of a track; `crane` if a discount that waited was used up (R12.1, C-71)."""

    seat: int
    track: Track
    level: int
    paid: Counts = ()
    crane: bool = False


class MetropolisPlaced(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="metropolis-placed", tag_field="t"
):
    """The metropolis of a track was placed on a city, wherever it was before (R12.4, R12.5)."""

    seat: int
    track: Track
    corner: int


# Knights


class KnightRecruited(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="knight-recruited", tag_field="t"):
    """A basic knight was placed (R11.1)."""

    seat: int
    corner: int
    paid: Counts


class KnightActivated(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="knight-activated", tag_field="t"):
    """A knight was activated (R11.2)."""

    seat: int
    corner: int
    paid: Counts


class KnightsRoused(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="knights-roused", tag_field="t"):
    """All knights of a seat were activated (Warlord)."""

    seat: int


class KnightPromoted(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="knight-promoted", tag_field="t"
):
    """A knight rose by one level (R11.3)."""

    seat: int
    corner: int
    paid: Counts = ()


class KnightMoved(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="knight-moved", tag_field="t"):
    """A knight moved, and is inactive (R11.5)."""

    seat: int
    start: int
    corner: int


class KnightDisplaced(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="knight-displaced", tag_field="t"
):
    """A seat's knight was driven from its corner; with `lost` it had nowhere to go (R11.6, R11.7, C-59)."""

    seat: int
    corner: int
    by: int
    lost: bool = False


class KnightRetreated(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="knight-retreated", tag_field="t"
):
    """A displaced knight found another corner (R11.7)."""

    seat: int
    corner: int
    level: int
    active: bool = False


class KnightSurrendered(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="knight-surrendered", tag_field="t"
):
    """A knight deserted its seat (R14.1)."""

    seat: int
    corner: int


class DeserterPlaced(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="deserter-placed", tag_field="t"
):
    """The deserter stands somewhere now, or nowhere (R14.1)."""

    seat: int
    corner: int | None = None
    level: int = 1
    active: bool = False
    ready: bool = False


class LongestRoadPassed(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="longest-road-passed", tag_field="t"
):
    """The award for the longest road passed to a seat, or to nobody (R16.2)."""

    seat: int | None
    length: int


# Trade


class BankTraded(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="bank-traded", tag_field="t"):
    """A seat traded with the bank (R15.2)."""

    seat: int
    given: Counts
    taken: Counts


class OfferMade(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="offer-made", tag_field="t"
):
    """A seat offered a trade to some others, or answered an offer with one of its own (R15.1)."""

    seat: int
    number: int
    give: Counts
    want: Counts
    to: tuple[int, ...]
    counter: int | None = None


class OfferAnswered(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="offer-answered", tag_field="t"):
    """A seat accepted an offer, or declined it (R15.1)."""

    seat: int
    number: int
    accepted: bool


class OfferWithdrawn(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="offer-withdrawn", tag_field="t"):
    """A seat took its offer back (R15.1)."""

    seat: int
    number: int


class Traded(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="traded", tag_field="t"):
    """Two seats traded as an offer says; it and its counter-offers are gone (R15.1)."""

    seat: int
    partner: int
    number: int
    given: Counts
    taken: Counts


# Progress cards


class CardPlayed(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="card-played", tag_field="t"):
    """A progress card was played, and lies under its deck (R13.5, C-58)."""

    seat: int
    card: str


class CardsGained(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="cards-gained", tag_field="t"):
    """The bank gave a seat cards for a progress card (Irrigation, Mining)."""

    seat: int
    cards: Counts


class CardsTaken(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="cards-taken", tag_field="t"
):
    """A seat took cards from another; openly for a monopoly, else the two know which (R14)."""

    seat: int
    victim: int
    cards: Counts
    openly: bool = False


class CardsGiven(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="cards-given", tag_field="t"):
    """A seat gave another the cards it chose; the two know which (Wedding)."""

    seat: int
    to: int
    cards: Counts


class HarborOffered(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="harbor-offered", tag_field="t"):
    """A seat offered another a resource for a commodity; the two know which (C-64)."""

    seat: int
    to: int
    kind: Kind


class HarborAnswered(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="harbor-answered", tag_field="t"
):
    """A seat gave a commodity for the resource, or had none (C-64)."""

    seat: int
    by: int
    kind: Kind
    given: Kind | None = None


class MerchantPlaced(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="merchant-placed", tag_field="t"):
    """A seat took the merchant to a hex."""

    seat: int
    hex: int


class FleetNamed(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="fleet-named", tag_field="t"):
    """A kind trades at 2:1 for the rest of the turn (Merchant Fleet)."""

    seat: int
    kind: Kind


class HarborOpened(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="harbor-opened", tag_field="t"):
    """A seat may make offers at the harbor for the rest of the turn (Commercial Harbor)."""

    seat: int


class CraneReady(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="crane-ready", tag_field="t"):
    """The next level of this turn costs one commodity less (C-71)."""

    seat: int


class TokensSwapped(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="tokens-swapped", tag_field="t"):
    """The number tokens of two hexes changed places (Inventor)."""

    seat: int
    hexes: tuple[int, int]


class RoadRemoved(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="road-removed", tag_field="t"
):
    """An open road was removed, and an own one perhaps built elsewhere; knights left alone are lost (R14.2)."""

    seat: int
    owner: int
    edge: int
    rebuilt: int | None = None
    knights: tuple[int, ...] = ()


class FreeRoadDeclined(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="free-road-declined", tag_field="t"
):
    """A seat left out its second free road."""

    seat: int


class ProgressTaken(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag="progress-taken", tag_field="t"
):
    """A seat took a progress card of another, or none; the two know which, others its deck (Spy)."""

    seat: int
    victim: int
    card: str | None = None


class Finished(Struct, frozen=True, forbid_unknown_fields=True, tag="finished", tag_field="t"):
    """The active seat has won: points and places by seat (R17.2, C-65)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


Event = (
    FirstDrawn
    | IslandDealt
    | DeckShuffled
    | StartPlaced
    | Asked
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
