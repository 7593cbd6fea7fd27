"""Printed facts as the rules use them: cards, events, dice, regions, and numbers that are not printed on any card."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct

from chronik.domain.catan_cards.cards.kinds import NOTHING, Counts, Kind
from chronik.domain.catan_cards.facts.rulesets import Mode

Few = Annotated[int, Meta(ge=1, le=99)]
Some = Annotated[int, Meta(ge=0, le=99)]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
OptionValue = bool | int | str | tuple[str, ...]

DISPLAY = ("aqueduct", "patrons_house")
"""The titles in the display of the extended game (X3, X4)."""
PUBLIC_FEELING = "public_feeling"
EXTERNAL_TRIGGERS = ("spice_caravan",)
"""Triggers that come from cards of other sets (section 11)."""


class CardSet(Enum):
    """The set of a card: the base game, or Artists & Benefactors."""

    BASE = "base"
    KW = "kw"


class CardKind(Enum):
    """The kind of a card, which decides where the card can be placed."""

    REGION_EXPANSION = "region_expansion"
    CITY_EXPANSION = "city_expansion"
    ACTION = "action"
    ROAD_COMPLEMENT = "road_complement"
    PUBLIC_FEELING = "central_counter"


class Subtype(Enum):
    """The subtype of an expansion or an action."""

    BUILDING = "building"
    UNIT = "unit"
    ATTACK = "attack"
    NEUTRAL = "neutral"
    PROTECTION = "protection"


class UnitKind(Enum):
    """The kind of a unit; NONE for cards that are not units."""

    KNIGHT = "knight"
    FLEET = "fleet"
    OTHER = "other"
    NONE = "none"


class Scope(Enum):
    """The reach of a protecting building: its owner's principality, or the regions or sites of its city."""

    PRINCIPALITY = "principality"
    CITY_REGIONS = "own_city_regions"
    CITY_SITES = "own_city_sites"


class Effect(Enum):
    """The effect of a card (section 10)."""

    HAND_LIMIT_PLUS = "hand_limit_plus"
    BRIGAND_SHIELD = "brigand_shield"
    STRENGTH_PER_KNIGHT = "strength_per_knight"
    DOUBLE_PRODUCTION = "double_production"
    TRADE_RATE = "trade_rate"
    PLAGUE_IMMUNITY = "plague_immunity"
    CIVIL_WAR_SHIELD = "civil_war_shield"
    COMMERCE_PER_FLEET = "commerce_per_fleet"
    SEARCH_DISCOUNT = "search_discount"
    FIX_PRODUCTION_DIE = "fix_production_die"
    ATTACK_ROLL_BUILDING = "attack_roll_building"
    ATTACK_ROLL_KNIGHT = "attack_roll_knight"
    ATTACK_ROLL_RESOURCES = "attack_roll_resources"
    COUNTER = "counter"
    SWAP_UP_TO_TWO_WITH_BANK = "swap_up_to_two_with_bank"
    TAKE_TWO_GIVE_ONE = "take_two_give_one"
    CHOOSE_NEW_REGIONS = "choose_new_regions"
    LOOK_HAND_TAKE_ACTION_OR_UNIT = "look_hand_take_action_or_unit"
    PAY_GOLD_GAIN_STARS = "pay_gold_gain_stars"
    COURAGE = "courage"
    TAKE_TOP_ATTACK_FROM_DISCARD = "take_top_attack_from_discard"
    ARTWORK = "artwork"
    JOUST = "joust"
    BUILD_CITY_AT = "build_city_at"
    PAY_STAR_SWAP_RESOURCE = "pay_star_swap_resource"
    VILLAGE_SCHOOL = "village_school"
    COMPENSATION_ON_THEFT = "compensation_on_theft"
    PATRONS_HOUSE = "patrons_house"
    HOSPITAL = "hospital"
    STATUE_STEAL_UNIT = "statue_steal_unit"
    PAY_STAR_IGNORE_BRIGAND_ATTACK = "pay_star_ignore_brigand_attack"
    OVERFLOW_TO_ANY_RESOURCE = "overflow_to_any_resource"
    MOVE_AND_CONVERT_RESOURCE_TO_STAR = "move_and_convert_resource_to_star"
    PUBLIC_FEELING = "public_feeling"

    __hash__ = object.__hash__  # by identity, as for `Kind`


class EventEffect(Enum):
    """The effect of an event card or of a face of the event die (section 10)."""

    BRIGAND_ATTACK = "brigand_attack"
    WINDMILL_HOLDER_TAKES_ONE = "windmill_holder_takes_one"
    TOURNAMENT_LEADER_GAINS_ONE = "tournament_leader_gains_one"
    EACH_GAINS_ONE_OF_CHOICE = "each_gains_one_of_choice"
    DRAW_EVENT_CARD = "draw_event_card"
    EACH_RETURNS_UNIT_CHOSEN_BY_OPPONENT = "each_returns_unit_chosen_by_opponent"
    KNIGHT_TOKEN_HOLDER_REMOVES_TWO_HAND_CARDS = "knight_token_holder_removes_two_hand_cards"
    EACH_MAY_SWAP_HAND_CARD_WITH_SEARCHED_STACK = "each_may_swap_hand_card_with_searched_stack"
    CITY_REGIONS_LOSE_ONE = "city_regions_lose_one"
    GARRISON_REGIONS_GAIN_ONE = "garrison_regions_gain_one"
    GAIN_ONE_PER_ABBEY_AND_LIBRARY = "gain_one_per_abbey_and_library"
    RESHUFFLE_EVENT_DECK = "reshuffle_event_deck"
    EACH_MAY_PAY_STAR_FOR_TWO_RESOURCES = "each_may_pay_star_for_two_resources"
    NO_PRODUCTION_AND_UPKEEP_TAX = "no_production_and_upkeep_tax"


class Face(Enum):
    """A face of the event die (3.4)."""

    BRIGAND_ATTACK = "brigand_attack"
    TRADE_ADVANTAGE = "trade_advantage"
    TOURNAMENT = "tournament"
    YEAR_OF_PLENTY = "year_of_plenty"
    EVENT_CARD = "event_card"


FACES = {
    Face.BRIGAND_ATTACK: EventEffect.BRIGAND_ATTACK,
    Face.TRADE_ADVANTAGE: EventEffect.WINDMILL_HOLDER_TAKES_ONE,
    Face.TOURNAMENT: EventEffect.TOURNAMENT_LEADER_GAINS_ONE,
    Face.YEAR_OF_PLENTY: EventEffect.EACH_GAINS_ONE_OF_CHOICE,
    Face.EVENT_CARD: EventEffect.DRAW_EVENT_CARD,
}


class Numbers(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers and names of a card's effect (section 10); fields that it does not use are empty."""

    amount: Some = 0
    """The hand limit, strength or commerce that the card adds; the resources that Brigands take."""
    rate: Some = 0
    search_cost: Some = 0
    scope: Scope | None = None
    win_max: Some = 0
    """The highest roll with which the attacker wins a duel (B35)."""
    countered_win_max: Some = 0
    counter: str = ""
    """The protection card that answers the attack."""
    against: tuple[str, ...] = ()
    """The attacks that a protection card answers."""
    most: Some = 0
    take: Some = 0
    give: Some = 0
    gold: Some = 0
    """The gold that Feeding the Poor costs."""
    stars_up_to: Some = 0
    stars: Some = 0
    """The stars that Courage asks for; the price of Lancers."""
    target: str = ""
    """The building that an Artwork is for (K15)."""
    from_loser: Some = 0
    from_bank: Some = 0
    price: Counts = NOTHING
    """The price of a city built with Growth (K17)."""
    once_per_own_turn: bool = False
    stars_on_build_up_to: Some = 0
    stars_on_trade_advantage: Some = 0
    triggers: tuple[str, ...] = ()
    aqueduct_discount: Some = 0
    artwork_retrieval_gold: Some = 0
    star: Some = 0
    """A star gained or paid (Hospital, Traveling Theater)."""
    resource: Some = 0
    """The resources paid or gained in exchange for that star."""
    named: Some = 0
    taken: Some = 0
    start_stars: Some = 0
    max_stars: Some = 0
    protect: Some = 0
    build: Some = 0
    fetch: Some = 0
    """The prices in stars of the three advantages of Public Feeling (K8, K9, K10)."""


class Card(Struct, frozen=True, kw_only=True):
    """A development card: a title, of which there are `count` copies (sections 7 and 10)."""

    id: Id
    set: CardSet
    count: Few
    kind: CardKind
    subtype: Subtype | None
    is_building: bool
    is_unit: bool
    unit_kind: UnitKind
    unique_name: bool
    price: Counts
    stars: Some
    """The price in stars, in addition to resources."""
    vp: Some
    commerce: Some
    strength: Some
    tournament: Some
    tournament_equals_stars: bool
    requires: tuple[str, ...]
    effect: Effect | None
    kind_of: Kind | None
    """The resource whose trade rate or production the card improves."""
    spy_immune: bool
    numbers: Numbers


class Centre(Struct, frozen=True):
    """A card of the axis: road, settlement or city (B24)."""

    price: Counts
    supply: Few
    """The number of these cards in the stock."""
    vp: Some
    sites: Some
    """The number of building sites (B11)."""


class EventCard(Struct, frozen=True, kw_only=True):
    """An event card, of which there are `count` copies."""

    id: Id
    set: CardSet
    count: Few
    effect: EventEffect
    amount: Some = 0
    most: Some = 0
    stars: Some = 0
    """The price of Golden Times in stars."""
    star_cancel: Some
    """The stars that a player may pay to be unaffected (K8); 0 if that is not possible."""
    mandatory: Some
    """The number of copies that each player puts into the event deck of the tournament game (T4)."""
    host_only: bool

    @property
    def free(self) -> int:
        """Returns the number of copies that a deck list may name (T13)."""
        return 0 if self.host_only else self.count - self.mandatory


class Region(Struct, frozen=True):
    """A region: its id, the resource it produces, and its number on the production die."""

    id: Id
    kind: Kind
    number: Annotated[int, Meta(ge=1, le=6)]


class ListSize(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of cards and free events in a deck list (T5, T4)."""

    cards: Few
    events: Few


class Stacks(Struct, frozen=True, forbid_unknown_fields=True):
    """The sizes of the expansion stacks (R77); in the tournament game, those of each player."""

    base: tuple[Few, ...]
    extended_base: tuple[Few, ...]
    extended_kw: tuple[Few, ...]
    tournament: tuple[Few, ...]


class Constants(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers that are not printed on any card (section 3.0)."""

    hand_limit: Few
    max_stored: Few
    bank_rate: Few
    search_price: Few
    brigands_above: Few
    brigands_asleep_turns: Some
    lock_at: Few
    starting_hand: Few
    tax_most: Few
    victory: Mapping[Mode, Few]
    event_deck: Mapping[Mode, Few]
    deck: ListSize
    stacks: Stacks


class HouseList(Struct, frozen=True):
    """A built-in deck list (T13)."""

    id: Id
    cards: Mapping[str, Few]
    events: Mapping[str, Few]


class Order(Struct, frozen=True):
    """The permanent order of titles and free events in a deck code."""

    cards: tuple[str, ...]
    events: tuple[str, ...]


class Option(Struct, frozen=True):
    """A rule option: its values and its default.

    The option `house` has one value for each seat.
    """

    id: str
    values: tuple[OptionValue, ...]
    default: OptionValue


class Named(Struct, frozen=True):
    """The names of an id in the data."""

    id: str
    de: Name
    en: Name
    nl: Name


class Facts(Struct, frozen=True, eq=False, kw_only=True):
    """All printed facts. `digest` identifies the data set (64 hex digits).

    Facts are compared by identity, so that they can serve as cache keys.
    """

    digest: str
    cards: Mapping[str, Card]
    """The 64 titles of development cards, in the permanent order."""
    road: Centre
    settlement: Centre
    city: Centre
    events: Mapping[str, EventCard]
    die: tuple[Face, ...]
    regions: tuple[Region, ...]
    """The eleven regions of the stack."""
    crests: tuple[tuple[Region, ...], ...]
    """The six regions of each seat's crest (R75)."""
    lands: Mapping[str, Region]
    """All regions of the stack and of both crests, by id."""
    land_kinds: Mapping[str, int]
    """The index of the resource that each region produces."""
    positions: tuple[str, ...]
    """The six places of the starting regions, in the order of the default layout (R90)."""
    start_stored: int
    """The number of resources in each starting region (B4)."""
    terrains: Mapping[Kind, str]
    """The region type of each resource."""
    constants: Constants
    house_lists: Mapping[str, HouseList]
    order: Order
    options: Mapping[str, Option]
    names: tuple[Named, ...]
    """The names of every card, event, die face and region type in the data."""
