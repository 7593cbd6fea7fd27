"""What each viewer may see of a match of Cities & Knights (rule book 1.19, hidden information).

Views are built from the state, never stripped: what nobody puts in here stays hidden. Hidden are the cards in other
hands (how many there are is public), progress cards in other hands (how many of each deck is public), and the order
of the decks.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType

from domain.cities_knights.board import numbers
from domain.cities_knights.cards.kinds import COMMODITIES, KINDS, RESOURCES, Counts, Kind, some
from domain.cities_knights.commands import TRACKS, Track
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import CommodityBank, PublicCounts, Ruleset
from domain.cities_knights.island.longest_road import lengths
from domain.cities_knights.prompts import HarborPrompt, Prompt, SpyPrompt, TakePrompt
from domain.cities_knights.rules.decks import by_deck
from domain.cities_knights.rules.points import points_of
from domain.cities_knights.rules.robber import hand_limit
from domain.cities_knights.state import OFF_BOARD, Face, Knight, Metropolis, Offer, Phase, SeatState, State
from domain.engine.seats import Referee, Seat, Viewer


class CitiesKnightsKnightView(Struct, frozen=True, omit_defaults=True):
    """A knight: its level, whether it is active, may act, and was promoted in this turn.

    `ready` is true from the moment the action phase of its seat begins until the knight acts or the phase ends, and at
    no other time (R1.7): not before the roll, nor while the roll is resolved, nor in a turn of somebody else.
    """

    level: int
    active: bool = False
    ready: bool = False
    promoted: bool = False


class CitiesKnightsSeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as a viewer knows it; `hand` and `progress` are absent unless the viewer may see them.

    Places are numbers of the board; `settlements` hold the sideways cities too. `cards` are the cards in hand,
    `resources` and `commodities` two counts in place of that where the match shows them. `progress_counts` is by deck,
    `shown` are the progress cards that lie open, `attempts` the offers of this turn, `prompts` what the seat is asked.
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
    """The last roll."""

    red: int
    yellow: int
    event: Face


class CitiesKnightsSpot(Struct, frozen=True):
    """A place that belongs to a seat: the city of a metropolis."""

    seat: int
    corner: int


class CitiesKnightsMerchant(Struct, frozen=True):
    """The merchant: whose it is, and its hex."""

    seat: int
    hex: int


class CitiesKnightsOffer(Struct, frozen=True, omit_defaults=True):
    """An open offer: what its seat gives and wants, who may still answer, who has accepted, what it counters."""

    seat: int
    give: dict[Kind, int]
    want: dict[Kind, int]
    open: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()
    counter: int | UnsetType = UNSET


class CitiesKnightsSight(Struct, frozen=True, omit_defaults=True):
    """What a seat is being shown of another one: its hand, or its progress cards."""

    seat: int
    hand: dict[Kind, int] | UnsetType = UNSET
    progress: tuple[str, ...] | UnsetType = UNSET


class CitiesKnightsView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match of Cities & Knights as one viewer knows it. Seats are keyed by number.

    Terrain and tokens are by hex (0: none), harbors by slot, `decks` are sizes. `robber` is absent while it stands
    beside the board, `bank` has no commodities where they never run short. `seen` is what the viewer is
    shown right now; `deck_orders` are for the referee only, top card first.
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
    """A match as a viewer may see it; the other ways out are told in CONTRIBUTING.md (What is hidden)."""
    referee = isinstance(viewer, Referee)
    own = viewer.number if isinstance(viewer, Seat) else None
    dice, merchant, found, asked = state.dice, state.merchant, lengths(state), state.prompts
    told = _told(asked, own, referee)
    acting = state.active if state.phase is Phase.ACTION else None
    split = state.options.public_counts is PublicCounts.SPLIT
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
            number: _seat(
                facts,
                seat,
                points_of(facts, state, number),
                found[number],
                split,
                acting == number,
                _knows(viewer, number),
                tuple([prompt for prompt in told if prompt.seat == number]),
            )
            for number, seat in enumerate(state.seats)
        },
        bank=_bank(state.bank, state.options.commodity_bank is CommodityBank.UNLIMITED),
        decks=_sizes(*map(len, state.decks)),
        robber=UNSET if state.robber == OFF_BOARD else state.robber,
        awake=state.awake,
        ship=state.ship,
        attacks=state.attacks,
        metropolises=_spots(state.metropolises),
        merchant=CitiesKnightsMerchant(merchant.seat, merchant.hex) if merchant else UNSET,
        longest=UNSET if state.longest is None else state.longest,
        offers={offer.number: _offer(offer) for offer in state.offers} if state.offers else {},
        fleet=tuple([KINDS[index] for index in state.fleet]) if state.fleet else (),
        harbor=state.harbor.played,
        harbor_asked=state.harbor.asked,
        cranes=state.cranes,
        seen=_seen(state, asked, own, referee) if asked else UNSET,
        deck_orders=state.decks if referee else UNSET,
        places=state.outcome.places if state.outcome else UNSET,
    )


def _knows(viewer: Viewer, number: int) -> bool:
    return isinstance(viewer, Referee) or (isinstance(viewer, Seat) and viewer.number == number)


# Most commands change one seat, and whoever looks is shown the same of the others: what is built serves them all.
@lru_cache(maxsize=4096)
def _seat(
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
        hand=some(seat.hand) if knows else UNSET,
        roads=numbers(seat.roads),
        road_length=road_length,
        settlements=numbers(seat.settlements | seat.sideways),
        cities=numbers(seat.cities),
        sideways=numbers(seat.sideways),
        walls=numbers(seat.walls),
        knights={knight.corner: _knight(knight, acts) for knight in seat.knights},
        levels=dict(zip(TRACKS, seat.levels, strict=True)),
        progress_counts={
            track: count for track, count in zip(TRACKS, by_deck(facts, seat.progress), strict=True) if count
        },
        progress=seat.progress if knows else UNSET,
        shown=seat.shown,
        defender=seat.defender,
        hand_limit=hand_limit(facts, seat),
        attempts=seat.attempts,
        prompts=prompts,
    )


def _knight(knight: Knight, acts: bool) -> CitiesKnightsKnightView:
    return CitiesKnightsKnightView(knight.level, knight.active, acts and knight.ready, knight.promoted)


def _told(asked: tuple[Prompt, ...], own: int | None, referee: bool) -> tuple[Prompt, ...]:
    """What everybody is asked; what was offered at the harbor is between the two (C-64)."""
    return tuple(
        [
            prompt
            for prompt in asked
            if referee or not isinstance(prompt, HarborPrompt) or own in (prompt.seat, prompt.by)
        ]
    )


# To build a dictionary by kind or by track costs more than to find the one that was built before.
@lru_cache(maxsize=4096)
def _bank(bank: Counts, endless: bool) -> dict[Kind, int]:
    return dict(zip(KINDS, bank[:5] if endless else bank, strict=False))


@lru_cache(maxsize=4096)
def _sizes(*sizes: int) -> dict[Track, int]:
    return dict(zip(TRACKS, sizes, strict=True))


@lru_cache(maxsize=1024)
def _spots(metropolises: tuple[Metropolis | None, ...]) -> dict[Track, CitiesKnightsSpot]:
    return {
        track: CitiesKnightsSpot(metropolis.seat, metropolis.corner)
        for track, metropolis in zip(TRACKS, metropolises, strict=True)
        if metropolis is not None
    }


def _offer(offer: Offer) -> CitiesKnightsOffer:
    return CitiesKnightsOffer(
        offer.seat,
        some(offer.give),
        some(offer.want),
        offer.open,
        offer.accepted,
        UNSET if offer.counter is None else offer.counter,
    )


def _seen(state: State, asked: tuple[Prompt, ...], own: int | None, referee: bool) -> CitiesKnightsSight | UnsetType:
    """The hand or progress cards that the asked seat is shown (Spy, Master Merchant, Wedding by C-75)."""
    for prompt in asked:
        if referee or prompt.seat == own:
            match prompt:
                case SpyPrompt():
                    return CitiesKnightsSight(prompt.victim, progress=state.seats[prompt.victim].progress)
                case TakePrompt():
                    return CitiesKnightsSight(prompt.victim, hand=some(state.seats[prompt.victim].hand))
                case _:
                    pass
    return UNSET
