"""What each viewer may see of a match of the Catan card game (rule book E1, E10).

Views are built from the state, never stripped: what nobody puts in here stays hidden. Hidden are hands, the order and
the content of the stacks, the event deck but for its known end, the order of the region stack, and in the tournament
game the decks; but a seat is shown what it has learned of them.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import UNSET, Struct, UnsetType

from domain.catan_cards.cards.ids import title
from domain.catan_cards.evolve.changes import place_of
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.rulesets import Mode, Ruleset
from domain.catan_cards.principality.totals import (
    commerce,
    hand_limit,
    knight_token,
    mill_token,
    points,
    star_room,
    strength,
    tournament,
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
from domain.catan_cards.state import HandSight, Phase, Playing, SeatState, Sight, State
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
    personal = state.options.mode is Mode.TOURNAMENT
    each = len(stacks) // len(state.seats)
    totals = points(facts, state)
    return CatanCardsView(
        turn=state.turn,
        phase=state.phase,
        first=state.first,
        active=state.active,
        options=state.options,
        unlocked=state.unlocked,
        dice=CatanCardsDice(state.dice.event, state.dice.number, state.dice.named) if state.dice else UNSET,
        tokens=_tokens(knight_token(facts, state), mill_token(facts, state)),
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
                facts,
                seat,
                totals[number],
                referee or own == number,
                _known(seat, state.seats[1 - number].hand_sight, referee or own == 1 - number),
                stacks[each * number : each * (number + 1)] if personal else (),
                tuple([prompt for prompt in state.prompts if prompt.seat == number]),
                state.sealed[number],
            )
            for number, seat in enumerate(state.seats)
        },
        sight=_sight(facts, state, own, referee) if state.stack else UNSET,
        orders=CatanCardsOrders(state.stacks, state.events, state.regions) if referee else UNSET,
        places=state.outcome.places if state.outcome else UNSET,
    )


# Most commands change one seat, and whoever looks is shown the same of the others: what is built serves them all.
@lru_cache(maxsize=4096)
def _seat(
    facts: Facts,
    seat: SeatState,
    points: int,
    knows: bool,
    known: HandSight | None,
    stacks: tuple[Lying, ...],
    prompts: tuple[Prompt, ...],
    sealed: Sealed | None,
) -> CatanCardsSeatView:
    return CatanCardsSeatView(
        points=points,
        strength=strength(facts, seat),
        commerce=commerce(facts, seat),
        tournament=tournament(facts, seat),
        stars=seat.stars,
        star_room=star_room(facts, seat),
        cards=len(seat.hand),
        limit=hand_limit(facts, seat),
        hand=seat.hand if knows else UNSET,
        known=CatanCardsHandSight(known.cards, known.gone) if known else UNSET,
        roads=seat.roads,
        settlements=seat.settlements,
        cities=seat.cities,
        regions={land.region: CatanCardsRegionView(land.slot, land.side, land.stored) for land in seat.lands},
        built={one.card: CatanCardsBuiltView(one.slot, UNSET if one.side is None else one.side) for one in seat.built},
        feelings={feeling.card: feeling.region for feeling in seat.feelings},
        used=seat.used,
        fetched=seat.fetched,
        drawn=seat.drawn,
        offers=seat.offers,
        stacks=_numbered(stacks),
        deck=_counted(tuple([title(card) for card in seat.deck])) if knows and seat.deck else UNSET,
        events=_counted(seat.free_events) if knows and seat.free_events else UNSET,
        prompts=prompts,
        sealed=sealed is not None,
        choice=sealed.choice if knows and sealed is not None else UNSET,
    )


def _counted(titles: tuple[str, ...]) -> dict[str, int]:
    return {one: titles.count(one) for one in titles}


def _known(seat: SeatState, sight: HandSight, may_see: bool) -> HandSight | None:
    """What is known of a hand, where there is something to know and somebody to know it."""
    return sight if may_see and sight.cards and seat.hand else None


Lying = tuple[int, tuple[tuple[int, Sight], ...]]
"""How many cards a stack has, and by seat what is known of it, as far as a viewer may see that."""


def _stacks(state: State, own: int | None, referee: bool) -> tuple[Lying, ...]:
    """Every stack with what the viewer may see of it: own memory, of nobody, or of both (E10)."""
    knowing = tuple(range(len(state.seats))) if referee else () if own is None else (own,)
    return tuple(
        [
            (
                len(cards),
                tuple([(seat, sight) for seat in knowing if any((sight := state.seats[seat].sights[at]).slots)]),
            )
            for at, cards in enumerate(state.stacks)
        ]
    )


def _numbered(stacks: tuple[Lying, ...]) -> dict[int, CatanCardsStackView]:
    """Stacks by their numbers (R77)."""
    return {number: _stack(*lying) for number, lying in enumerate(stacks, 1)}


@lru_cache(maxsize=4096)
def _stack(size: int, memories: tuple[tuple[int, Sight], ...]) -> CatanCardsStackView:
    return CatanCardsStackView(
        size, {number: CatanCardsStackSight(sight.slots, sight.gone) for number, sight in memories}
    )


@lru_cache(maxsize=16)
def _tokens(knight: int | None, mill: int | None) -> CatanCardsTokens:
    return CatanCardsTokens(UNSET if knight is None else knight, UNSET if mill is None else mill)


def _supplies(facts: Facts, seats: tuple[SeatState, ...]) -> CatanCardsSupplies:
    """What is left in the stock: each seat began with one road and two settlements of its own crest (B2, B5).

    The settlement under a city does not come back (B24).
    """
    laid_out = [seat for seat in seats if seat.roads]
    roads = sum([len(seat.roads) - 1 for seat in laid_out])
    settlements = sum([len(seat.settlements) + len(seat.cities) - 2 for seat in laid_out])
    cities = sum([len(seat.cities) for seat in laid_out])
    return CatanCardsSupplies(
        facts.road.supply - roads, facts.settlement.supply - settlements, facts.city.supply - cities
    )


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
                    of = prompt.seat if state.options.mode is Mode.TOURNAMENT else None
                    cards = state.stacks[place_of(facts, prompt.stack, of)]
                    return CatanCardsLook(cards, stack=prompt.stack, seat=UNSET if of is None else of)
                case RemovePrompt() | SpyPrompt():
                    return CatanCardsLook(tuple(sorted(state.seats[prompt.victim].hand)), seat=prompt.victim)
                case ScoutPrompt():
                    return CatanCardsLook(regions=state.regions)
                case _:
                    pass
    return UNSET
