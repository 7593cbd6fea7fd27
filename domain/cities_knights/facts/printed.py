"""What is printed in the box of Cities & Knights, as the rules use it: cards, costs, tracks, board, options.

Card kinds, tracks and decks are indices; terrains and card names stay words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.cities_knights.cards.kinds import KINDS, Counts

KIND_IDS = tuple(kind.value for kind in KINDS)
RESOURCE_IDS, COMMODITY_IDS = KIND_IDS[:5], KIND_IDS[5:]
TRACKS = ("trade", "politics", "science")
"""Tracks and decks are indices into this."""
LEVELS = ("basic", "strong", "mighty")
DESERT = "desert"
TERRAINS = ("forest", "pasture", "fields", "hills", "mountains", DESERT)
ANY = "any"
"""The harbor that changes every kind."""
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
    """What things cost (R10.1)."""

    road: Counts
    settlement: Counts
    city: Counts
    city_with_medicine: Counts
    wall: Counts
    recruit: Counts
    promote: Counts
    activate: Counts


class Supply(Struct, frozen=True):
    """The pieces of a player (R2.1); knights by level."""

    roads: Count
    settlements: Count
    cities: Count
    walls: Count
    knights: tuple[Count, Count, Count]


class Limits(Struct, frozen=True):
    """The limits of hands, roads and tracks (R8.1, R13.2, R16.2, R12)."""

    hand_limit: Count
    per_wall: Count
    progress_hand: Count
    longest_road_minimum: Count
    max_level: Count
    ability_level: Count
    metropolis_level: Count
    steal_level: Count


class Rates(Struct, frozen=True):
    """How many equal cards the bank takes for one (R15.2, R15.3)."""

    bank: Few
    generic_harbor: Few
    special_harbor: Few
    merchant: Few
    merchant_fleet: Few
    trade_level_3: Few


class Points(Struct, frozen=True):
    """Victory points (R17.1); those of a progress card are on the card."""

    settlement: Count
    city: Count
    metropolis_bonus: Count
    longest_road: Count
    defender_of_catan: Count
    merchant: Count


class Track(Struct, frozen=True):
    """A city improvement track: the commodity it is paid in, and the cost of levels 1 to 5 (R12.1)."""

    id: str
    commodity: int
    level_cost: tuple[Few, ...]


class CardFacts(Struct, frozen=True):
    """A progress card, with the copies there are of it."""

    id: str
    deck: int
    timing: Timing
    vp: int
    instances: tuple[CopyId, ...]


class Card(Struct, frozen=True):
    """A copy of a progress card; `name` is the id of its `CardFacts`."""

    id: str
    name: str
    deck: int
    timing: Timing
    vp: int


class Island(Struct, frozen=True):
    """Terrain and token of each hex (the desert has 0), and the harbor of each slot: `any` or a resource."""

    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbors: tuple[str, ...]


class Option(Struct, frozen=True):
    """A rule option: all its values, and the one that holds when nobody chooses (section 4)."""

    id: str
    values: tuple[OptionValue, ...]
    default: OptionValue


class Facts(Struct, frozen=True, eq=False, kw_only=True):
    """Everything printed, with the tables that follow from it. `digest` names the data set (hex, 64 digits).

    Compared by identity, so that what follows from facts can be remembered by them.
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
    """By level: the highest red die with which a gate gives a card (R6.2)."""
    event_faces: tuple[str, ...]
    """The faces of the event die: `ship` or a track."""
    barbarian_steps: int
    terrain: tuple[str, ...]
    """The 19 land hexes, before they are shuffled."""
    resource: Mapping[str, int | None]
    """The kind a terrain gives; None for the desert."""
    settlement_yield: Mapping[str, Counts]
    city_yield: Mapping[str, Counts]
    tokens: tuple[int, ...]
    """The 18 number tokens in the order of their letters."""
    red: frozenset[int]
    inventor_protected: frozenset[int]
    pips: tuple[int, ...]
    """By token, from 0."""
    harbor_slots: tuple[tuple[int, tuple[int, int]], ...]
    """The edge of each harbor and its two corners."""
    harbor_frame: tuple[str, ...]
    """The type of each slot as printed on the frame."""
    islands: Mapping[str, Island]
    """The fixed layouts (R3.3c)."""
    progress: Mapping[str, CardFacts]
    """The different progress cards."""
    cards: Mapping[str, Card]
    """The copies of all of them."""
    decks: tuple[tuple[str, ...], ...]
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, OptionValue]]
    default_preset: str
