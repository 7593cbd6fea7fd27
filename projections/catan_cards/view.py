"""Views: what each viewer may see of a match of the Catan card game (rule book E1, E10).

Views are built from the state, never stripped: anything that this file does not add stays hidden. These are hidden:
hands, the order and the content of the stacks, the event deck except for the public cards at its bottom, the order of
the region stack, and the decks of the tournament game. However, a seat sees what it has learned about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.rulesets import Mode, Ruleset
from chronik.domain.catan_cards.principality.totals import (
    Totals,
    add_tokens,
    hand_limit,
    star_room,
    tokens,
    totals,
)
from chronik.domain.catan_cards.prompts import (
    PickPrompt,
    Prompt,
    RemovePrompt,
    ScoutPrompt,
    SpyPrompt,
    SwapPrompt,
    TakeCardsPrompt,
)
from chronik.domain.catan_cards.state import HandSight, Phase, Playing, SeatState, State
from chronik.domain.engine.sealing import Sealed
from chronik.domain.engine.seats import Referee, Seat, Viewer
from chronik.projections.catan_cards.seen import (
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

    `stacks` are the common stacks; in the tournament game each seat has its own stacks instead. `discards` is one
    common pile, or one pile for each seat, top card last. `regions_left` are the regions of the stack, in no particular
    order. `region` has been drawn, and its side must still be chosen. `playing` are the cards being resolved, the last
    one on top. `spared` are the seats that paid a star to be unaffected by the event. `winner` won the current duel or
    joust. `barred` is the number of a stack that may not be searched, or 0. `unlocked` is true once both players
    together have had seven points. `sight` shows the hidden cards that the viewer is being shown now. `orders` is for
    the referee only.
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
    """Returns a match as a viewer may see it.

    CONTRIBUTING.md (What is hidden) lists the other ways by which data leave the service.
    """
    referee = isinstance(viewer, Referee)
    own = viewer.number if isinstance(viewer, Seat) else None
    stacks = _stacks(state, own, referee)
    personal = state.options.mode is TOURNAMENT
    each = len(stacks) // len(state.seats)
    one, other = [_summarize(facts, seat) for seat in state.seats]
    held = tokens(state, one.totals, other.totals)
    scored = add_tokens(one.totals, other.totals, held)
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
        regions_left=_sort_regions(state.regions),
        region=state.drawn_region or UNSET,
        event=CatanCardsEventDeck(
            len(state.events), state.events[len(state.events) - state.told :], state.revealed or UNSET
        ),
        stacks={} if personal else _number_stacks(stacks),
        display=state.display,
        discards=state.discards,
        playing=tuple([_view_card(one) for one in state.playing]) if state.playing else (),
        spared=state.spared,
        winner=UNSET if state.winner is None else state.winner,
        barred=state.barred,
        seats={
            number: _seat(
                seat,
                laid,
                scored[number],
                referee or own == number,
                _hand_sight(seat, state.seats[1 - number].hand_sight, referee or own == 1 - number),
                _number_stacks(stacks[each * number : each * (number + 1)]) if personal else {},
                tuple([prompt for prompt in state.prompts if prompt.seat == number]),
                state.sealed[number],
            )
            for number, seat, laid in ((0, state.seats[0], one), (1, state.seats[1], other))
        },
        sight=_current_look(facts, state, own, referee) if state.stack else UNSET,
        orders=CatanCardsOrders(state.stacks, state.events, state.regions) if referee else UNSET,
        places=state.outcome.places if state.outcome else UNSET,
    )


class PublicPrincipality(Struct, frozen=True):
    """The public part of a principality, with its totals."""

    totals: Totals
    limit: int
    star_room: int
    regions: dict[str, CatanCardsRegionView]
    built: dict[str, CatanCardsBuiltView]
    feelings: dict[str, str]


# Most commands change one seat, and all viewers see the same public part of it, so that part is built once for all.
@lru_cache(maxsize=4096)
def _summarize(facts: Facts, seat: SeatState) -> PublicPrincipality:
    return PublicPrincipality(
        totals(facts, seat),
        hand_limit(facts, seat),
        star_room(facts, seat),
        {land.region: CatanCardsRegionView(land.slot, land.side, land.stored) for land in seat.lands},
        {one.card: CatanCardsBuiltView(one.slot, one.side or UNSET) for one in seat.built},
        {feeling.card: feeling.region for feeling in seat.feelings},
    )


def _seat(
    seat: SeatState,
    laid: PublicPrincipality,
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
        events=_count_titles(seat.free_events) if knows and seat.free_events else UNSET,
        prompts=prompts,
        sealed=sealed is not None,
        choice=sealed.choice if knows and sealed is not None else UNSET,
    )


@lru_cache(maxsize=256)
def _deck(cards: tuple[str, ...]) -> dict[str, int]:
    """Returns the cards of a deck, counted by title."""
    return _count_titles(tuple([title(card) for card in cards]))


@lru_cache(maxsize=256)
def _count_titles(titles: tuple[str, ...]) -> dict[str, int]:
    return {one: titles.count(one) for one in titles}


def _hand_sight(seat: SeatState, sight: HandSight, may_see: bool) -> HandSight | None:
    """Returns the memory of a hand if the viewer may see it and it names a card, else None."""
    return sight if may_see and sight.cards and seat.hand else None


def _stacks(state: State, own: int | None, referee: bool) -> list[CatanCardsStackView]:
    """Returns every stack with the memories that the viewer may see: those of one seat, neither, or both (E10)."""
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


def _number_stacks(stacks: Sequence[CatanCardsStackView]) -> dict[int, CatanCardsStackView]:
    """Returns the stacks by their numbers (R77)."""
    return dict(enumerate(stacks, 1))


@lru_cache(maxsize=16)
def _tokens(knight: int | None, mill: int | None) -> CatanCardsTokens:
    return CatanCardsTokens(UNSET if knight is None else knight, UNSET if mill is None else mill)


def _supplies(facts: Facts, seats: tuple[SeatState, ...]) -> CatanCardsSupplies:
    """Returns the stock: each seat began with one road and two settlements of its crest (B2, B5).

    The settlement under a city does not return (B24).
    """
    roads, settlements, cities = facts.road.supply, facts.settlement.supply, facts.city.supply
    for seat in seats:
        if seat.roads:
            roads -= len(seat.roads) - 1
            settlements -= len(seat.settlements) + len(seat.cities) - 2
            cities -= len(seat.cities)
    return CatanCardsSupplies(roads, settlements, cities)


@lru_cache(maxsize=1024)
def _sort_regions(regions: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the regions sorted, because the regions that are left are public, but their order is not (R87)."""
    return tuple(sorted(regions))


def _view_card(one: Playing) -> CatanCardsPlayed:
    return CatanCardsPlayed(one.seat, one.card, one.knight or UNSET, one.against or UNSET)


def _current_look(facts: Facts, state: State, own: int | None, referee: bool) -> CatanCardsLook | UnsetType:
    """Returns the hidden cards that the asked seat is being shown: a stack, a hand, or the region stack (E12)."""
    for prompt in state.prompts:
        if referee or prompt.seat == own:
            match prompt:
                case TakeCardsPrompt() | SwapPrompt() | PickPrompt():
                    of = prompt.seat if state.options.mode is TOURNAMENT else None
                    cards = state.stacks[stack_index(facts, prompt.stack, of)]
                    return CatanCardsLook(cards, stack=prompt.stack, seat=UNSET if of is None else of)
                case RemovePrompt() | SpyPrompt():
                    return CatanCardsLook(tuple(sorted(state.seats[prompt.victim].hand)), seat=prompt.victim)
                case ScoutPrompt():
                    return CatanCardsLook(regions=state.regions)
                case _:
                    pass
    return UNSET
