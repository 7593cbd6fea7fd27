"""A new deal of hidden cards, for a match that starts from a position of another match (E13).

The cards that a viewer cannot place are dealt again: in hands, stacks, event deck and region stack. The viewer's memory
of a stack or of the other hand is kept, unless cards may since have left it unseen. In that case, none of its cards
count as known. The other seats forget everything. Spectators know cards that came into a hand openly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from chronik.domain.catan_cards.cards.ids import owner, title
from chronik.domain.catan_cards.events import (
    BuildingReturned,
    CardsRemoved,
    CardsShed,
    CardStolen,
    CardSwapped,
    Event,
    Fetched,
    Positioned,
    UnitReturned,
    UnitTaken,
)
from chronik.domain.catan_cards.evolve.changes import stack_index
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import CardSet
from chronik.domain.catan_cards.facts.rulesets import Mode
from chronik.domain.catan_cards.prompts import PickPrompt, RemovePrompt, ScoutPrompt, SpyPrompt, SwapPrompt
from chronik.domain.catan_cards.rules.shedding import owner_of_stacks
from chronik.domain.catan_cards.sight import EMPTY_HAND, remember_hand, remember_stack, unknown_stack
from chronik.domain.catan_cards.state import HandSight, Phase, SeatState, Sight, State
from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.game import Forks, Pools, Rejected, Step

BASE_STACKS = 4
"""The number of stacks of the extended game that hold cards of the base game (R77)."""


def forks(facts: Facts, version: int) -> Forks[Event, State]:
    """Returns the functions that start a match from a position under a rules version."""
    placing = partial(place if version == 1 else place_and_show, facts)
    return Forks(hidden=find_hidden, place=placing, position=Positioned, event=Positioned)


def find_hidden(state: State, viewer: int | None, steps: Sequence[Step[Event, State]]) -> Pools:
    """Returns three pools of cards that a viewer cannot place: cards in stacks and hands, events, and regions.

    The lists that seats brought count as known, because a fork starts from an open match. Raises `Rejected` during
    the set-up, when choices are sealed.
    """
    if state.phase is Phase.SETUP:
        raise Rejected("fork-moment")
    known_hands = _public_cards(steps) if viewer is None else _hand_memory(state, viewer)
    unknown = [
        card
        for seat in range(len(state.seats))
        if seat != viewer
        for card in state.seats[seat].hand
        if card not in known_hands
    ]
    for at, stack in enumerate(state.stacks):
        unknown += [card for card, known in zip(stack, _stack_memory(state, viewer, at), strict=True) if known is None]
    events = state.events[: len(state.events) - state.told]
    regions = () if _is_scouting(state, viewer) else state.regions
    return (tuple(sorted(unknown)), tuple(sorted(events)), tuple(sorted(regions)))


def _public_cards(steps: Sequence[Step[Event, State]]) -> frozenset[str]:
    """Returns the cards that spectators know to be in a hand, if they are in a hand at all.

    The cards came into the hand openly, and no card has left that hand face down since.
    """
    known: set[str] = set()
    for step in steps:
        match step.event:
            case Positioned(state=state, anew=anew):
                known = {card for seat in state.seats for card in seat.hand}.difference(anew[0])
            case BuildingReturned() | UnitReturned() | UnitTaken() | Fetched():
                known.add(step.event.card)
            case CardsShed(seat=seat) | CardsRemoved(seat=seat) | CardSwapped(seat=seat):
                known.difference_update(step.before.seats[seat].hand)
            case CardStolen(victim=victim, card=card) if card is not None:
                known.difference_update(step.before.seats[victim].hand)
            case _:
                pass
    return frozenset(known)


def place(facts: Facts, state: State, viewer: int | None, old: Pools, new: Pools) -> State:
    """Returns the position with new hidden cards, which fill first the hands by seat, then the stacks.

    Each place gets a card that may have been there, as long as any such card is left: in the tournament game, one of
    the seat's cards; in the extended game, a base card in the first stacks and a theme card in the last ones.
    """
    cards, events, regions = new
    rest, sights, known = list(cards), _sights(state, viewer), _visible_hands(state, viewer, frozenset(old[0]))
    tournament, extended = state.options.mode is Mode.TOURNAMENT, state.options.mode is Mode.EXTENDED
    hands: list[tuple[str, ...]] = []
    for number, seat in enumerate(state.seats):
        belongs = _belongs_to(number) if tournament else _belongs_anywhere
        hands.append((*known[number], *_take(rest, len(seat.hand) - len(known[number]), belongs)))
    stacks: list[tuple[str, ...]] = []
    for at in range(len(state.stacks)):
        slots = _stack_memory(state, viewer, at)
        belongs = _belongs_to(at * len(state.seats) // len(state.stacks)) if tournament else _belongs_anywhere
        if extended:
            belongs = _belongs_to_set(facts, CardSet.BASE, at < BASE_STACKS)
        filling: Iterator[str] = iter(_take(rest, slots.count(None), belongs))
        stacks.append(tuple([next(filling) if card is None else card for card in slots]))
    if rest:
        raise ValueError("there are more cards than places")
    return replace(
        state,
        seats=tuple(
            [
                _with_memory(
                    seat,
                    hand,
                    sights if number == viewer else _no_sights(state),
                    known[1 - number] if viewer in (None, number) else (),
                )
                for number, (seat, hand) in enumerate(zip(state.seats, hands, strict=True))
            ]
        ),
        stacks=tuple(stacks),
        events=(*events, *state.events[len(state.events) - state.told :]),
        regions=regions or state.regions,
        sealed=(None,) * len(state.seats),
        out=UNSET,
    )


def place_and_show(facts: Facts, state: State, viewer: int | None, old: Pools, new: Pools) -> State:
    """Returns the position from `place`; a seat that is looking at a stack or a hand sees the new cards there (E12)."""
    state = place(facts, state, viewer, old, new)
    seats = list(state.seats)
    for prompt in state.prompts:
        number: int = prompt.seat
        seat = seats[number]
        match prompt:
            case PickPrompt() | SwapPrompt():
                at = stack_index(facts, prompt.stack, owner_of_stacks(state, number))
                seats[number] = replace(seat, sights=replace_at(seat.sights, at, remember_stack(state.stacks[at])))
            case RemovePrompt() | SpyPrompt():
                seats[number] = replace(seat, hand_sight=remember_hand(state.seats[prompt.victim].hand))
            case _:
                pass
    return replace(state, seats=tuple(seats))


Belongs = Callable[[str], bool]


def _belongs_anywhere(card: str) -> bool:
    return True


def _belongs_to(seat: int) -> Belongs:
    return lambda card: owner(card) == seat


def _belongs_to_set(facts: Facts, card_set: CardSet, inside: bool) -> Belongs:
    return lambda card: (facts.cards[title(card)].set is card_set) == inside


def _take(rest: list[str], count: int, belongs: Belongs) -> list[str]:
    """Removes `count` cards from the rest and returns them: first the cards that belong there, then any others."""
    taken = [card for card in rest if belongs(card)][:count]
    taken += [card for card in rest if card not in taken][: count - len(taken)]
    rest[:] = [card for card in rest if card not in taken]
    if len(taken) < count:
        raise ValueError("there are fewer cards than places")
    return taken


def _stack_memory(state: State, viewer: int | None, at: int) -> tuple[str | None, ...]:
    """Returns the cards of a stack, from the top, with None for each card that the viewer does not know for certain."""
    nothing = (None,) * len(state.stacks[at])
    if viewer is None:
        return nothing
    sight = state.seats[viewer].sights[at]
    return nothing if sight.gone else sight.slots


def _hand_memory(state: State, viewer: int) -> tuple[str, ...]:
    """Returns the cards in the other hand that a seat knows for certain."""
    sight = state.seats[viewer].hand_sight
    return () if sight.gone else sight.cards


def _visible_hands(state: State, viewer: int | None, unknown: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Returns the cards that a viewer knows in each hand, in an order that depends only on these cards."""
    known: list[tuple[str, ...]] = []
    for number, seat in enumerate(state.seats):
        if number == viewer:
            known.append(seat.hand)
        elif viewer is None:
            known.append(tuple(sorted([card for card in seat.hand if card not in unknown])))
        else:
            known.append(tuple([card for card in _hand_memory(state, viewer) if card in seat.hand]))
    return tuple(known)


def _sights(state: State, viewer: int | None) -> tuple[Sight, ...]:
    return tuple([Sight(_stack_memory(state, viewer, at)) for at in range(len(state.stacks))])


def _no_sights(state: State) -> tuple[Sight, ...]:
    return tuple([unknown_stack(len(stack)) for stack in state.stacks])


def _with_memory(
    seat: SeatState, hand: tuple[str, ...], sights: tuple[Sight, ...], others: tuple[str, ...]
) -> SeatState:
    # The count of unseen cards depends on what the other seat remembers, which nothing stores, so it restarts at zero.
    return replace(seat, hand=hand, sights=sights, hand_sight=HandSight(others) if others else EMPTY_HAND, unseen=0)


def _is_scouting(state: State, viewer: int | None) -> bool:
    """Returns whether the viewer is looking through the region stack (R87)."""
    return any(isinstance(prompt, ScoutPrompt) and prompt.seat == viewer for prompt in state.prompts)
