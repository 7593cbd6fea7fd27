"""What each viewer may see of a match of the Catan card game (rule book E1, E10).

Views are built from the state, never stripped: what nobody puts in here stays hidden. Hidden are hands, the order and
the content of the stacks, the event deck but for its known end, the order of the region stack, and in the tournament
game the decks; but a seat is shown what it has learned of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType

from domain.catan_cards.cards.ids import title
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.rulesets import Mode, Ruleset
from domain.catan_cards.principality.totals import (
    Totals,
    hand_limit,
    star_room,
    tokens,
    totals,
    with_tokens,
)
from domain.catan_cards.prompts import (
    PickPrompt,
    Prompt,
    RemovePrompt,
    ScoutPrompt,
    SpyPrompt,
    SwapPrompt,
    TakeCardsPrompt,
)
from domain.catan_cards.state import HandSight, Phase, Playing, SeatState, State
from domain.engine.sealing import Sealed
from domain.engine.seats import Referee, Seat, Viewer
from projections.catan_cards.seen import (
    CatanCardsBuiltView,
    CatanCardsDice,
    CatanCardsEventDeck,
    CatanCardsHandSight,
    CatanCardsLook,
    CatanCardsOrders,
    CatanCardsPlayed,
    CatanCardsRegionView,
    CatanCardsSeatView,
    CatanCardsStackSight,
    CatanCardsStackView,
    CatanCardsSupplies,
    CatanCardsTokens,
)

TOURNAMENT = Mode.TOURNAMENT


class CatanCardsView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match of the Catan card game as one viewer knows it. Seats and stacks are keyed by number.

    `stacks` are the common ones; in the tournament game they are with the seats. `discards` is one common pile, or one
    for each seat, with the top card last. `regions_left` are the regions of the stack, in no order; `region` was drawn
    and waits for its side. `playing` are cards being carried out, the last one on top; `spared` are seats that paid a
    star to be left alone by the event, `winner` is who won the duel or joust in hand, `barred` a stack that may not be
    searched, 0 for none. `unlocked` says that both together have had seven points. `sight` is what the viewer is being
    shown right now. `orders` is for the referee only.
    """

    turn: int
    phase: Phase
    first: int
    active: int
    options: Ruleset
    unlocked: bool = False
    dice: CatanCardsDice | UnsetType = UNSET
    tokens: CatanCardsTokens
    supplies: CatanCardsSupplies
    regions_left: tuple[str, ...] = ()
    region: str | UnsetType = UNSET
    event: CatanCardsEventDeck
    stacks: dict[int, CatanCardsStackView] = {}
    display: tuple[str, ...] = ()
    discards: tuple[tuple[str, ...], ...]
    playing: tuple[CatanCardsPlayed, ...] = ()
    spared: tuple[int, ...] = ()
    winner: int | UnsetType = UNSET
    barred: int = 0
    seats: dict[int, CatanCardsSeatView]
    sight: CatanCardsLook | UnsetType = UNSET
    orders: CatanCardsOrders | UnsetType = UNSET
    places: tuple[int, ...] | UnsetType = UNSET


def view(facts: Facts, state: State, viewer: Viewer) -> CatanCardsView:
    """A match as a viewer may see it; the other ways out are told in CONTRIBUTING.md (What is hidden)."""
    referee = isinstance(viewer, Referee)
    own = viewer.number if isinstance(viewer, Seat) else None
    stacks = _stacks(state, own, referee)
    personal = state.options.mode is TOURNAMENT
    each = len(stacks) // len(state.seats)
    one, other = [_laid(facts, seat) for seat in state.seats]
    held = tokens(state, one.totals, other.totals)
    scored = with_tokens(one.totals, other.totals, held)
    return CatanCardsView(
        turn=state.turn,
        phase=state.phase,
        first=state.first,
        active=state.active,
        options=state.options,
        unlocked=state.unlocked,
        dice=CatanCardsDice(state.dice.event, state.dice.number, state.dice.named) if state.dice else UNSET,
        tokens=_tokens(*held),
        supplies=_supplies(facts, state.seats),
        regions_left=_in_no_order(state.regions),
        region=state.drawn_region or UNSET,
        event=CatanCardsEventDeck(
            len(state.events), state.events[len(state.events) - state.told :], state.revealed or UNSET
        ),
        stacks={} if personal else _numbered(stacks),
        display=state.display,
        discards=state.discards,
        playing=tuple([_played(one) for one in state.playing]) if state.playing else (),
        spared=state.spared,
        winner=UNSET if state.winner is None else state.winner,
        barred=state.barred,
        seats={
            number: _seat(
                seat,
                laid,
                scored[number],
                referee or own == number,
                _known(seat, state.seats[1 - number].hand_sight, referee or own == 1 - number),
                _numbered(stacks[each * number : each * (number + 1)]) if personal else {},
                tuple([prompt for prompt in state.prompts if prompt.seat == number]),
                state.sealed[number],
            )
            for number, seat, laid in ((0, state.seats[0], one), (1, state.seats[1], other))
        },
        sight=_sight(facts, state, own, referee) if state.stack else UNSET,
        orders=CatanCardsOrders(state.stacks, state.events, state.regions) if referee else UNSET,
        places=state.outcome.places if state.outcome else UNSET,
    )


class Laid(Struct, frozen=True):
    """A principality as everybody sees it, and what it amounts to."""

    totals: Totals
    limit: int
    star_room: int
    regions: dict[str, CatanCardsRegionView]
    built: dict[str, CatanCardsBuiltView]
    feelings: dict[str, str]


# Most commands change one seat, and whoever looks is shown the same of it: what is built serves them all.
@lru_cache(maxsize=4096)
def _laid(facts: Facts, seat: SeatState) -> Laid:
    return Laid(
        totals(facts, seat),
        hand_limit(facts, seat),
        star_room(facts, seat),
        {land.region: CatanCardsRegionView(land.slot, land.side, land.stored) for land in seat.lands},
        {one.card: CatanCardsBuiltView(one.slot, one.side or UNSET) for one in seat.built},
        {feeling.card: feeling.region for feeling in seat.feelings},
    )


def _seat(
    seat: SeatState,
    laid: Laid,
    points: int,
    knows: bool,
    known: HandSight | None,
    stacks: dict[int, CatanCardsStackView],
    prompts: tuple[Prompt, ...],
    sealed: Sealed | None,
) -> CatanCardsSeatView:
    counted = laid.totals
    return CatanCardsSeatView(
        points=points,
        strength=counted.strength,
        commerce=counted.commerce,
        tournament=counted.tournament,
        stars=seat.stars,
        star_room=laid.star_room,
        cards=len(seat.hand),
        limit=laid.limit,
        hand=seat.hand if knows else UNSET,
        known=CatanCardsHandSight(known.cards, known.gone) if known else UNSET,
        roads=seat.roads,
        settlements=seat.settlements,
        cities=seat.cities,
        regions=laid.regions,
        built=laid.built,
        feelings=laid.feelings,
        used=seat.used,
        fetched=seat.fetched,
        drawn=seat.drawn,
        offers=seat.offers,
        stacks=stacks,
        deck=_deck(seat.deck) if knows and seat.deck else UNSET,
        events=_counted(seat.free_events) if knows and seat.free_events else UNSET,
        prompts=prompts,
        sealed=sealed is not None,
        choice=sealed.choice if knows and sealed is not None else UNSET,
    )


@lru_cache(maxsize=256)
def _deck(cards: tuple[str, ...]) -> dict[str, int]:
    """The cards that a seat brought, by title."""
    return _counted(tuple([title(card) for card in cards]))


@lru_cache(maxsize=256)
def _counted(titles: tuple[str, ...]) -> dict[str, int]:
    return {one: titles.count(one) for one in titles}


def _known(seat: SeatState, sight: HandSight, may_see: bool) -> HandSight | None:
    """What is known of a hand, where there is something to know and somebody to know it."""
    return sight if may_see and sight.cards and seat.hand else None


def _stacks(state: State, own: int | None, referee: bool) -> list[CatanCardsStackView]:
    """Every stack with what the viewer may see of it: own memory, of nobody, or of both (E10)."""
    if referee or own is None:
        knowing = [(number, seat.sights) for number, seat in enumerate(state.seats)] if referee else []
    else:
        knowing = [(own, state.seats[own].sights)]
    return [
        CatanCardsStackView(
            len(cards),
            {
                number: CatanCardsStackSight(sight.slots, sight.gone)
                for number, sights in knowing
                if any((sight := sights[at]).slots)
            },
        )
        for at, cards in enumerate(state.stacks)
    ]


def _numbered(stacks: Sequence[CatanCardsStackView]) -> dict[int, CatanCardsStackView]:
    """Stacks by their numbers (R77)."""
    return dict(enumerate(stacks, 1))


@lru_cache(maxsize=16)
def _tokens(knight: int | None, mill: int | None) -> CatanCardsTokens:
    return CatanCardsTokens(UNSET if knight is None else knight, UNSET if mill is None else mill)


def _supplies(facts: Facts, seats: tuple[SeatState, ...]) -> CatanCardsSupplies:
    """What is left in the stock: each seat began with one road and two settlements of its own crest (B2, B5).

    The settlement under a city does not come back (B24).
    """
    roads, settlements, cities = facts.road.supply, facts.settlement.supply, facts.city.supply
    for seat in seats:
        if seat.roads:
            roads -= len(seat.roads) - 1
            settlements -= len(seat.settlements) + len(seat.cities) - 2
            cities -= len(seat.cities)
    return CatanCardsSupplies(roads, settlements, cities)


@lru_cache(maxsize=1024)
def _in_no_order(regions: tuple[str, ...]) -> tuple[str, ...]:
    """Which regions are left is public, their order is not (R87)."""
    return tuple(sorted(regions))


def _played(one: Playing) -> CatanCardsPlayed:
    return CatanCardsPlayed(one.seat, one.card, one.knight or UNSET, one.against or UNSET)


def _sight(facts: Facts, state: State, own: int | None, referee: bool) -> CatanCardsLook | UnsetType:
    """What the asked seat is being shown: a stack, a hand, or the region stack (E12)."""
    for prompt in state.prompts:
        if referee or prompt.seat == own:
            match prompt:
                case TakeCardsPrompt() | SwapPrompt() | PickPrompt():
                    of = prompt.seat if state.options.mode is TOURNAMENT else None
                    cards = state.stacks[place_of(facts, prompt.stack, of)]
                    return CatanCardsLook(cards, stack=prompt.stack, seat=UNSET if of is None else of)
                case RemovePrompt() | SpyPrompt():
                    return CatanCardsLook(tuple(sorted(state.seats[prompt.victim].hand)), seat=prompt.victim)
                case ScoutPrompt():
                    return CatanCardsLook(regions=state.regions)
                case _:
                    pass
    return UNSET
