"""Changes to parts of a state that several events share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import intern
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards import sight
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.state import Land, SeatState, Sight, State
from chronik.domain.engine.batch_builder import replace_at

After = Callable[[Facts, State, Any], State]
"""A function that applies an event to a state."""


def with_seat(state: State, number: int, **changes: Any) -> tuple[SeatState, ...]:
    """Returns both seats, one of them with these changes."""
    one, other = state.seats
    return (replace(one, **changes), other) if number == 0 else (one, replace(other, **changes))


def order_seats(number: int, own: SeatState, other: SeatState) -> tuple[SeatState, ...]:
    """Returns both seats in seat order; `number` is the number of the seat `own`."""
    return (own, other) if number == 0 else (other, own)


def subtract_resources(lands: tuple[Land, ...], regions: Sequence[str]) -> tuple[Land, ...]:
    """Returns the lands after removing one resource from each listed region; a region may be listed several times."""
    return _change_stores(lands, regions, -1) if regions else lands


def add_resources(lands: tuple[Land, ...], regions: Sequence[str]) -> tuple[Land, ...]:
    """Returns the lands after adding one resource to each listed region; a region may be listed several times."""
    return _change_stores(lands, regions, 1) if regions else lands


def _change_stores(lands: tuple[Land, ...], regions: Sequence[str], step: int) -> tuple[Land, ...]:
    """Returns the changed lands, or the same tuple if none of the regions is among them."""
    names = [land.region for land in lands]
    changed: list[Land] | None = None
    for region in regions:
        if region in names:
            changed = changed or list(lands)
            at = names.index(region)
            land = changed[at]
            changed[at] = Land(land.region, land.slot, land.side, land.stored + step)
    return lands if changed is None else tuple(changed)


def pay(state: State, number: int, regions: Sequence[str], **changes: Any) -> tuple[SeatState, ...]:
    """Returns both seats after one paid from these regions; `changes` are further changes to that seat."""
    return with_seat(state, number, lands=subtract_resources(state.seats[number].lands, regions), **changes)


def gain(state: State, number: int, regions: Sequence[str], **changes: Any) -> tuple[SeatState, ...]:
    """Returns both seats after one gained resources in these regions; `changes` are further changes to that seat."""
    return with_seat(state, number, lands=add_resources(state.seats[number].lands, regions), **changes)


def pass_resource(state: State, giver: int, source: str, taker: int, into: str) -> tuple[SeatState, ...]:
    """Returns both seats after a resource went from a region of one seat to a region of the other."""
    seats = list(state.seats)
    seats[giver] = replace(seats[giver], lands=subtract_resources(seats[giver].lands, (source,)))
    seats[taker] = replace(seats[taker], lands=add_resources(seats[taker].lands, (into,)))
    return tuple(seats)


def intern_cards(cards: Sequence[str]) -> tuple[str, ...]:
    """Returns the cards with interned ids, so that each id is in memory only once."""
    return tuple([intern(card) for card in cards])


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Returns the cards without one of them."""
    return tuple([one for one in cards if one != card])


def stack_index(facts: Facts, stack: int, of: int | None) -> int:
    """Returns the index in `State.stacks` of the stack with this number (R77).

    In the tournament game each seat has the same number of stacks.
    """
    return stack - 1 if of is None else of * len(facts.constants.stacks.tournament) + stack - 1


def discard(state: State, seat: int, card: str) -> tuple[tuple[str, ...], ...]:
    """Returns the discard piles with a card added on top of the common pile, or of the seat's pile (X11, T8)."""
    at = seat if len(state.discards) > 1 else 0
    return replace_at(state.discards, at, (*state.discards[at], intern(card)))


# Memory (E10)


def look_through(state: State, number: int, at: int, **changes: Any) -> tuple[SeatState, ...]:
    """Returns both seats after one looked through a stack and so forgot where else it remembered these cards."""
    own, cards = state.seats[number], state.stacks[at]
    sights = replace_at(notice_cards(own, cards), at, sight.remember_stack(cards))
    hand_sight = sight.drop_found(own.hand_sight, cards)
    return with_seat(state, number, sights=sights, hand_sight=hand_sight, **changes)


def notice_cards(own: SeatState, cards: Sequence[str]) -> tuple[Sight, ...]:
    """Returns a seat's memories of the stacks after it saw cards elsewhere; such cards must have left their stacks."""
    seen = frozenset(cards)
    if all(seen.isdisjoint(one.slots) for one in own.sights):
        return own.sights
    return tuple([sight.drop_surfaced(one, seen) for one in own.sights])


def remove_from_hand(state: State, number: int, card: str, **changes: Any) -> tuple[SeatState, ...]:
    """Returns both seats after a card left a hand openly."""
    own, other = state.seats[number], state.seats[1 - number]
    sights, hand_sight = notice_cards(other, (card,)), sight.drop_cards(other.hand_sight, (card,))
    if sights is not other.sights or hand_sight is not other.hand_sight:
        other = replace(other, sights=sights, hand_sight=hand_sight)
    return order_seats(number, replace(own, hand=without(own.hand, card), **changes), other)


def add_to_hand(seats: tuple[SeatState, ...], number: int, card: str, **changes: Any) -> tuple[SeatState, ...]:
    """Returns both seats after a card came into a hand openly."""
    own, other = seats[number], seats[1 - number]
    own = replace(own, hand=(*own.hand, intern(card)), **changes)
    return order_seats(number, own, replace(other, hand_sight=sight.learn_card(other.hand_sight, card)))


def put_under(state: State, number: int, cards: Sequence[str], places: Sequence[int], *, openly: bool = False) -> State:
    """Returns the state after a seat put hand cards under stacks; the other seat sees them only if `openly` is true."""
    own, other, stacks = state.seats[number], state.seats[1 - number], list(state.stacks)
    sights, others = list(own.sights), list(other.sights)
    for card, at in zip(cards, places, strict=True):
        stacks[at] = (*stacks[at], intern(card))
        sights[at] = sight.put_under(sights[at], card)
        others[at] = sight.put_under(others[at], card if openly else None)
    hand = tuple([card for card in own.hand if card not in cards])
    leave = sight.drop_cards if openly else sight.lose_unseen
    own = replace(own, hand=hand, sights=tuple(sights))
    other = replace(other, sights=tuple(others), hand_sight=leave(other.hand_sight, cards))
    return replace(state, seats=order_seats(number, own, other), stacks=tuple(stacks))
