"""What many events do: parts of a state, changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import intern
from typing import Any

from msgspec.structs import replace

from domain.catan_cards import sight
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.state import Land, SeatState, Sight, State
from domain.engine.tuples import placed

After = Callable[[Facts, State, Any], State]
"""What an event makes of a state."""


def with_seat(state: State, number: int, **changes: Any) -> tuple[SeatState, ...]:
    """Both seats, one of them changed."""
    one, other = state.seats
    return (replace(one, **changes), other) if number == 0 else (one, replace(other, **changes))


def in_order(number: int, own: SeatState, other: SeatState) -> tuple[SeatState, ...]:
    """Both seats, given one of them by its number and the other one."""
    return (own, other) if number == 0 else (other, own)


def less(lands: tuple[Land, ...], regions: Sequence[str]) -> tuple[Land, ...]:
    """The regions after each one named gave a resource."""
    return _moved(lands, regions, -1) if regions else lands


def more(lands: tuple[Land, ...], regions: Sequence[str]) -> tuple[Land, ...]:
    """The regions after each one named gained a resource."""
    return _moved(lands, regions, 1) if regions else lands


def _moved(lands: tuple[Land, ...], regions: Sequence[str], step: int) -> tuple[Land, ...]:
    """The same tuple where none of the regions lies there."""
    names = [land.region for land in lands]
    changed: list[Land] | None = None
    for region in regions:
        if region in names:
            changed = changed or list(lands)
            at = names.index(region)
            land = changed[at]
            changed[at] = Land(land.region, land.slot, land.side, land.stored + step)
    return lands if changed is None else tuple(changed)


def paid(state: State, number: int, regions: Sequence[str], **changes: Any) -> tuple[SeatState, ...]:
    """Both seats after one of them paid, and changed otherwise."""
    return with_seat(state, number, lands=less(state.seats[number].lands, regions), **changes)


def gained(state: State, number: int, regions: Sequence[str], **changes: Any) -> tuple[SeatState, ...]:
    """Both seats after one of them gained, and changed otherwise."""
    return with_seat(state, number, lands=more(state.seats[number].lands, regions), **changes)


def passed(state: State, giver: int, source: str, taker: int, into: str) -> tuple[SeatState, ...]:
    """Both seats after a resource went from a region of one to a region of the other."""
    seats = list(state.seats)
    seats[giver] = replace(seats[giver], lands=less(seats[giver].lands, (source,)))
    seats[taker] = replace(seats[taker], lands=more(seats[taker].lands, (into,)))
    return tuple(seats)


def held(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards as a state keeps them: each id once in memory."""
    return tuple([intern(card) for card in cards])


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one."""
    return tuple([one for one in cards if one != card])


def place_of(facts: Facts, stack: int, of: int | None) -> int:
    """The place in `State.stacks` of a stack by its number (R77): in the tournament game each seat has as many."""
    return stack - 1 if of is None else of * len(facts.constants.stacks.tournament) + stack - 1


def discarded(state: State, seat: int, card: str) -> tuple[tuple[str, ...], ...]:
    """The discard piles with a card on top of the common one, or of a seat's own (X11, T8)."""
    at = seat if len(state.discards) > 1 else 0
    return placed(state.discards, at, (*state.discards[at], intern(card)))


# Memory (E10)


def looked(state: State, number: int, at: int, **changes: Any) -> tuple[SeatState, ...]:
    """Both seats after one looked through a stack, and changed otherwise; what it finds there is nowhere else."""
    own, cards = state.seats[number], state.stacks[at]
    sights = placed(noticed(own, cards), at, sight.seen(cards))
    hand_sight = sight.found_elsewhere(own.hand_sight, cards)
    return with_seat(state, number, sights=sights, hand_sight=hand_sight, **changes)


def noticed(own: SeatState, cards: Sequence[str]) -> tuple[Sight, ...]:
    """What a seat knows of the stacks after it saw cards: those it remembered there are some of those that had left."""
    seen = frozenset(cards)
    if all(seen.isdisjoint(one.slots) for one in own.sights):
        return own.sights
    return tuple([sight.surfaced(one, seen) for one in own.sights])


def left_hand(state: State, number: int, card: str, **changes: Any) -> tuple[SeatState, ...]:
    """Both seats after a card left a hand openly."""
    own, other = state.seats[number], state.seats[1 - number]
    sights, hand_sight = noticed(other, (card,)), sight.left(other.hand_sight, (card,))
    if sights is not other.sights or hand_sight is not other.hand_sight:
        other = replace(other, sights=sights, hand_sight=hand_sight)
    return in_order(number, replace(own, hand=without(own.hand, card), **changes), other)


def came_to_hand(seats: tuple[SeatState, ...], number: int, card: str, **changes: Any) -> tuple[SeatState, ...]:
    """Both seats after a card came into a hand openly."""
    own, other = seats[number], seats[1 - number]
    own = replace(own, hand=(*own.hand, intern(card)), **changes)
    return in_order(number, own, replace(other, hand_sight=sight.came(other.hand_sight, card)))


def put_under(state: State, number: int, cards: Sequence[str], places: Sequence[int], *, openly: bool = False) -> State:
    """The state after a seat put cards of its hand under stacks; the other one sees which only if it happens openly."""
    own, other, stacks = state.seats[number], state.seats[1 - number], list(state.stacks)
    sights, others = list(own.sights), list(other.sights)
    for card, at in zip(cards, places, strict=True):
        stacks[at] = (*stacks[at], intern(card))
        sights[at] = sight.put_under(sights[at], card)
        others[at] = sight.put_under(others[at], card if openly else None)
    hand = tuple([card for card in own.hand if card not in cards])
    leave = sight.left if openly else sight.went_unseen
    own = replace(own, hand=hand, sights=tuple(sights))
    other = replace(other, sights=tuple(others), hand_sight=leave(other.hand_sight, cards))
    return replace(state, seats=in_order(number, own, other), stacks=tuple(stacks))
