"""The view of a match of Cities & Knights for each viewer (rule book 1.19, hidden information).

Views are built from the state, never stripped, so everything stays hidden unless this module adds it. These are hidden:
the cards in other hands (their number is public), the progress cards in other hands (their number per deck is public),
and the order of the decks.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType

from chronik.domain.cities_knights.board import numbers
from chronik.domain.cities_knights.cards.kinds import COMMODITIES, KINDS, RESOURCES, Counts, Kind, count_by_kind
from chronik.domain.cities_knights.commands import TRACKS, Track
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import CommodityBank, PublicCounts, Ruleset
from chronik.domain.cities_knights.island.longest_road import road_lengths
from chronik.domain.cities_knights.prompts import HarborPrompt, Prompt, SpyPrompt, TakePrompt
from chronik.domain.cities_knights.rules.decks import count_by_deck
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.cities_knights.rules.robber import hand_limit
from chronik.domain.cities_knights.state import (
    ACTION,
    OFF_BOARD,
    Face,
    Knight,
    Metropolis,
    Offer,
    Phase,
    SeatState,
    State,
)
from chronik.domain.engine.seats import Referee, Seat, Viewer

SPLIT, UNLIMITED = PublicCounts.SPLIT, CommodityBank.UNLIMITED


class CitiesKnightsKnightView(Struct, frozen=True, omit_defaults=True):
    """A knight: its level, and whether it is active, ready to act, and promoted this turn.

    `ready` is true only in the action phase of its seat, until the knight acts (R1.7). It is false before the roll,
    while the roll is resolved, and in turns of other seats.
    """

    level: int
    active: bool = False
    ready: bool = False
    promoted: bool = False


class CitiesKnightsSeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as a viewer knows it. `hand` and `progress` are absent unless the viewer may see them.

    Places are numbers of the board, and `settlements` include the sideways cities. `cards` is the number of cards in
    hand; `resources` and `commodities` are two further counts if the match makes them public. `progress_counts` is
    keyed by deck, `shown` are the face-up progress cards, `attempts` is the number of offers this turn, and `prompts`
    are the seat's open questions.
    """

    points: int
    cards: int
    resources: int | UnsetType = UNSET
    commodities: int | UnsetType = UNSET
    hand: dict[Kind, int] | UnsetType = UNSET
    roads: tuple[int, ...] = ()
    road_length: int = 0
    settlements: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    sideways: tuple[int, ...] = ()
    walls: tuple[int, ...] = ()
    knights: dict[int, CitiesKnightsKnightView] = {}
    levels: dict[Track, int]
    progress_counts: dict[Track, int]
    progress: tuple[str, ...] | UnsetType = UNSET
    shown: tuple[str, ...] = ()
    defender: int = 0
    hand_limit: int = 7
    attempts: int = 0
    prompts: tuple[Prompt, ...] = ()


class CitiesKnightsDice(Struct, frozen=True):
    """The last roll of the dice."""

    red: int
    yellow: int
    event: Face


class CitiesKnightsSpot(Struct, frozen=True):
    """A metropolis: the seat that owns its city, and the corner of that city."""

    seat: int
    corner: int


class CitiesKnightsMerchant(Struct, frozen=True):
    """The merchant: the seat that controls it, and its hex."""

    seat: int
    hex: int


class CitiesKnightsOffer(Struct, frozen=True, omit_defaults=True):
    """An open offer: its seat and terms, the seats that may answer, those that accepted, and the offer it counters."""

    seat: int
    give: dict[Kind, int]
    want: dict[Kind, int]
    open: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()
    counter: int | UnsetType = UNSET


class CitiesKnightsSight(Struct, frozen=True, omit_defaults=True):
    """The cards of another seat that the viewer is being shown: its hand or its progress cards."""

    seat: int
    hand: dict[Kind, int] | UnsetType = UNSET
    progress: tuple[str, ...] | UnsetType = UNSET


class CitiesKnightsView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match of Cities & Knights as one viewer knows it. Seats are keyed by number.

    Terrain and tokens are listed by hex (0: no token), and harbors by slot. `decks` are the sizes of the decks.
    `robber` is absent while the robber is off the board. `bank` has no commodities if they never run short. `seen`
    holds the cards that the viewer is being shown. Only the referee gets `deck_orders`, top card first.
    """

    turn: int
    phase: Phase
    first: int
    active: int
    options: Ruleset
    dice: CitiesKnightsDice | UnsetType = UNSET
    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbors: tuple[str, ...]
    seats: dict[int, CitiesKnightsSeatView]
    bank: dict[Kind, int]
    decks: dict[Track, int]
    robber: int | UnsetType = UNSET
    awake: bool = False
    ship: int = 0
    attacks: int = 0
    metropolises: dict[Track, CitiesKnightsSpot] = {}
    merchant: CitiesKnightsMerchant | UnsetType = UNSET
    longest: int | UnsetType = UNSET
    offers: dict[int, CitiesKnightsOffer] = {}
    fleet: tuple[Kind, ...] = ()
    harbor: int = 0
    harbor_asked: tuple[int, ...] = ()
    cranes: int = 0
    seen: CitiesKnightsSight | UnsetType = UNSET
    deck_orders: tuple[tuple[str, ...], ...] | UnsetType = UNSET
    places: tuple[int, ...] | UnsetType = UNSET


def view(facts: Facts, state: State, viewer: Viewer) -> CitiesKnightsView:
    """Returns a match as a viewer may see it.

    CONTRIBUTING.md (What is hidden) lists the other ways by which data leave the service.
    """
    referee = isinstance(viewer, Referee)
    own = viewer.number if isinstance(viewer, Seat) else None
    dice, merchant, found, asked = state.dice, state.merchant, road_lengths(state), state.prompts
    visible = _visible_prompts(asked, own, referee) if state.stack else asked
    prompts: list[tuple[Prompt, ...]] = [()] * len(state.seats)
    for prompt in visible:
        prompts[prompt.seat] = (*prompts[prompt.seat], prompt)
    acting = state.active if state.phase is ACTION else None
    split = state.options.public_counts is SPLIT
    return CitiesKnightsView(
        turn=state.turn,
        phase=state.phase,
        first=state.first,
        active=state.active,
        options=state.options,
        dice=CitiesKnightsDice(dice.red, dice.yellow, dice.event) if dice else UNSET,
        terrain=state.terrain,
        tokens=state.tokens,
        harbors=state.harbors,
        seats={
            number: _seat_view(
                facts,
                seat,
                points_of(facts, state, number),
                found[number],
                split,
                acting == number,
                referee or own == number,
                prompts[number],
            )
            for number, seat in enumerate(state.seats)
        },
        bank=_bank_counts(state.bank, state.options.commodity_bank is UNLIMITED),
        decks=_deck_sizes(*map(len, state.decks)),
        robber=UNSET if state.robber == OFF_BOARD else state.robber,
        awake=state.awake,
        ship=state.ship,
        attacks=state.attacks,
        metropolises=_metropolis_spots(state.metropolises),
        merchant=CitiesKnightsMerchant(merchant.seat, merchant.hex) if merchant else UNSET,
        longest=UNSET if state.longest is None else state.longest,
        offers={offer.number: _offer_view(offer) for offer in state.offers} if state.offers else {},
        fleet=tuple([KINDS[index] for index in state.fleet]) if state.fleet else (),
        harbor=state.harbor.played,
        harbor_asked=state.harbor.asked,
        cranes=state.cranes,
        seen=_visible_cards(state, asked, own, referee) if state.stack else UNSET,
        deck_orders=state.decks if referee else UNSET,
        places=state.outcome.places if state.outcome else UNSET,
    )


# Most commands change only one seat, and the others look the same to all viewers, so a cache saves most of the work.
@lru_cache(maxsize=4096)
def _seat_view(
    facts: Facts,
    seat: SeatState,
    points: int,
    road_length: int,
    split: bool,
    acts: bool,
    knows: bool,
    prompts: tuple[Prompt, ...],
) -> CitiesKnightsSeatView:
    return CitiesKnightsSeatView(
        points=points,
        cards=sum(seat.hand),
        resources=sum(seat.hand[kind] for kind in RESOURCES) if split else UNSET,
        commodities=sum(seat.hand[kind] for kind in COMMODITIES) if split else UNSET,
        hand=count_by_kind(seat.hand) if knows else UNSET,
        roads=numbers(seat.roads),
        road_length=road_length,
        settlements=numbers(seat.settlements | seat.sideways),
        cities=numbers(seat.cities),
        sideways=numbers(seat.sideways),
        walls=numbers(seat.walls),
        knights={knight.corner: _knight_view(knight, acts) for knight in seat.knights},
        levels=dict(zip(TRACKS, seat.levels, strict=True)),
        progress_counts={
            track: count for track, count in zip(TRACKS, count_by_deck(facts, seat.progress), strict=True) if count
        },
        progress=seat.progress if knows else UNSET,
        shown=seat.shown,
        defender=seat.defender,
        hand_limit=hand_limit(facts, seat),
        attempts=seat.attempts,
        prompts=prompts,
    )


def _knight_view(knight: Knight, acts: bool) -> CitiesKnightsKnightView:
    return CitiesKnightsKnightView(knight.level, knight.active, acts and knight.ready, knight.promoted)


def _visible_prompts(asked: tuple[Prompt, ...], own: int | None, referee: bool) -> tuple[Prompt, ...]:
    """Returns the prompts that the viewer may see. Only the two seats and the referee see a harbor offer (C-64)."""
    return tuple(
        [
            prompt
            for prompt in asked
            if referee or not isinstance(prompt, HarborPrompt) or own in (prompt.seat, prompt.by)
        ]
    )


# Building a dictionary by kind or track costs more than a cache lookup.
@lru_cache(maxsize=4096)
def _bank_counts(bank: Counts, endless: bool) -> dict[Kind, int]:
    return dict(zip(KINDS, bank[:5] if endless else bank, strict=False))


@lru_cache(maxsize=4096)
def _deck_sizes(*sizes: int) -> dict[Track, int]:
    return dict(zip(TRACKS, sizes, strict=True))


@lru_cache(maxsize=1024)
def _metropolis_spots(metropolises: tuple[Metropolis | None, ...]) -> dict[Track, CitiesKnightsSpot]:
    return {
        track: CitiesKnightsSpot(metropolis.seat, metropolis.corner)
        for track, metropolis in zip(TRACKS, metropolises, strict=True)
        if metropolis is not None
    }


def _offer_view(offer: Offer) -> CitiesKnightsOffer:
    return CitiesKnightsOffer(
        offer.seat,
        count_by_kind(offer.give),
        count_by_kind(offer.want),
        offer.open,
        offer.accepted,
        UNSET if offer.counter is None else offer.counter,
    )


def _visible_cards(
    state: State, asked: tuple[Prompt, ...], own: int | None, referee: bool
) -> CitiesKnightsSight | UnsetType:
    """Returns the hand or progress cards that the viewer is being shown (Spy, Master Merchant, Wedding under C-75)."""
    for prompt in asked:
        if referee or prompt.seat == own:
            match prompt:
                case SpyPrompt():
                    return CitiesKnightsSight(prompt.victim, progress=state.seats[prompt.victim].progress)
                case TakePrompt():
                    return CitiesKnightsSight(prompt.victim, hand=count_by_kind(state.seats[prompt.victim].hand))
                case _:
                    pass
    return UNSET
