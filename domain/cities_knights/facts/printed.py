"""The printed facts of Cities & Knights in the form that the rules use: cards, costs, tracks, board and options.

Card kinds, tracks and decks are indices; terrains and card names are strings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from chronik.domain.cities_knights.cards.kinds import KINDS, Counts

KIND_IDS = tuple(kind.value for kind in KINDS)
RESOURCE_IDS, COMMODITY_IDS = KIND_IDS[:5], KIND_IDS[5:]
TRACKS = ("trade", "politics", "science")
"""The names of the tracks and of their decks, in the order of their indices."""
LEVELS = ("basic", "strong", "mighty")
DESERT = "desert"
TERRAINS = ("forest", "pasture", "fields", "hills", "mountains", DESERT)
ANY = "any"
"""The type of a harbor that trades every kind of card."""
SHIP = "ship"
SPIRAL, RANDOM_TOKENS = "official_spiral", "random_tokens"
FRAME = "frame"
CARDS = {
    "trade": "commercial_harbor master_merchant merchant merchant_fleet resource_monopoly trade_monopoly",
    "politics": "bishop constitution deserter diplomat intrigue saboteur spy warlord wedding",
    "science": "alchemist crane engineer inventor irrigation medicine mining printer road_building smith",
}

Count = Annotated[int, Meta(ge=0)]
Few = Annotated[int, Meta(ge=1)]
CopyId = Annotated[str, Meta(min_length=1, max_length=40)]
Timing = Literal["pre_roll", "action", "on_draw"]
OptionValue = bool | int | str


class Costs(Struct, frozen=True):
    """The costs of building and of knights (R10.1)."""

    road: Counts
    settlement: Counts
    city: Counts
    city_with_medicine: Counts
    wall: Counts
    recruit: Counts
    promote: Counts
    activate: Counts


class Supply(Struct, frozen=True):
    """The number of pieces of each type that a seat has (R2.1). Knights are counted by level."""

    roads: Count
    settlements: Count
    cities: Count
    walls: Count
    knights: tuple[Count, Count, Count]


class Limits(Struct, frozen=True):
    """The limits on hands, roads and tracks (R8.1, R13.2, R16.2, R12)."""

    hand_limit: Count
    per_wall: Count
    progress_hand: Count
    longest_road_minimum: Count
    max_level: Count
    ability_level: Count
    metropolis_level: Count
    steal_level: Count


class Rates(Struct, frozen=True):
    """The trade rates: how many cards of one kind the bank takes for one card (R15.2, R15.3)."""

    bank: Few
    generic_harbor: Few
    special_harbor: Few
    merchant: Few
    merchant_fleet: Few
    trade_level_3: Few


class Points(Struct, frozen=True):
    """The victory points of pieces and awards (R17.1). `Card.vp` has the points of a progress card."""

    settlement: Count
    city: Count
    metropolis_bonus: Count
    longest_road: Count
    defender_of_catan: Count
    merchant: Count


class Track(Struct, frozen=True):
    """A city improvement track: the commodity that pays for it, and the cost of levels 1 to 5 (R12.1)."""

    id: str
    commodity: int
    level_cost: tuple[Few, ...]


class CardFacts(Struct, frozen=True):
    """A progress card, and the ids of its copies."""

    id: str
    deck: int
    timing: Timing
    vp: int
    instances: tuple[CopyId, ...]


class Card(Struct, frozen=True):
    """One copy of a progress card; `name` is the id of its `CardFacts`."""

    id: str
    name: str
    deck: int
    timing: Timing
    vp: int


class Island(Struct, frozen=True):
    """An island: each hex's terrain and token (0 for the desert), and the harbor of each slot, `any` or a resource."""

    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbors: tuple[str, ...]


class Option(Struct, frozen=True):
    """A rule option: all its values, and its default (section 4)."""

    id: str
    values: tuple[OptionValue, ...]
    default: OptionValue


class Facts(Struct, frozen=True, eq=False, kw_only=True):
    """All printed facts, with tables derived from them. `digest` identifies the data set (64 hex digits).

    Facts are compared by identity, so that caches can use them as keys.
    """

    digest: str
    costs: Costs
    supply: Supply
    bank: Counts
    limits: Limits
    rates: Rates
    points: Points
    knight_strength: tuple[int, ...]
    tracks: tuple[Track, ...]
    max_red: tuple[int, ...]
    """For each level, the highest red die with which a seat draws a card at a gate (R6.2)."""
    event_faces: tuple[str, ...]
    """The faces of the event die: each is `ship` or a track."""
    barbarian_steps: int
    terrain: tuple[str, ...]
    """The terrain of the 19 land hexes, in printed order."""
    resource: Mapping[str, int | None]
    """The resource that each terrain yields; None for the desert."""
    settlement_yield: Mapping[str, Counts]
    city_yield: Mapping[str, Counts]
    tokens: tuple[int, ...]
    """The 18 number tokens in the order of their letters."""
    red: frozenset[int]
    inventor_protected: frozenset[int]
    pips: tuple[int, ...]
    """The pips of each token: how many of the 36 possible throws give its number, which is the index."""
    harbor_slots: tuple[tuple[int, tuple[int, int]], ...]
    """The edge of each harbor and its two corners."""
    harbor_frame: tuple[str, ...]
    """The harbor type of each slot as printed on the frame."""
    islands: Mapping[str, Island]
    """The fixed layouts (R3.3c)."""
    progress: Mapping[str, CardFacts]
    """The 25 different progress cards, by id."""
    cards: Mapping[str, Card]
    """All copies of the progress cards, by id."""
    decks: tuple[tuple[str, ...], ...]
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, OptionValue]]
    default_preset: str
