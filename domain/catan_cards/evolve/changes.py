"""What many events do: parts of a state, changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import intern
from typing import Any

from msgspec.structs import replace

from domain.catan_cards import sight
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.state import Land, SeatState, State
from domain.engine.tuples import placed

After = Callable[[Facts, State, Any], State]
"""What an event makes of a state."""


def with_seat(state: State, number: int, **changes: Any) -> tuple[SeatState, ...]:
    """Both seats, one of them changed."""
    return placed(state.seats, number, replace(state.seats[number], **changes))


def less(lands: tuple[Land, ...], regions: Sequence[str]) -> tuple[Land, ...]:
    """The regions after each one named gave a resource."""
    return _moved(lands, regions, -1) if regions else lands


def more(lands: tuple[Land, ...], regions: Sequence[str]) -> tuple[Land, ...]:
    """The regions after each one named gained a resource."""
    return _moved(lands, regions, 1) if regions else lands


def _moved(lands: tuple[Land, ...], regions: Sequence[str], step: int) -> tuple[Land, ...]:
    return tuple(
        [
            replace(land, stored=land.stored + step * regions.count(land.region)) if land.region in regions else land
            for land in lands
        ]
    )


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


def looked(state: State, number: int, at: int) -> tuple[SeatState, ...]:
    """Both seats after one looked through a stack in order; what it finds there is nowhere else."""
    cards = state.stacks[at]
    own = state.seats[number]
    for card in cards:
        own = noticed(own, card)
        own = replace(own, hand_sight=sight.found_elsewhere(own.hand_sight, card))
    return placed(state.seats, number, replace(own, sights=placed(own.sights, at, sight.seen(cards))))


def noticed(own: SeatState, card: str) -> SeatState:
    """A seat after it saw a card: where it remembered it in a stack, it is one of those that had left."""
    if not any(card in one.slots for one in own.sights):
        return own
    return replace(own, sights=tuple([sight.surfaced(one, card) for one in own.sights]))


def left_hand(state: State, number: int, card: str, **changes: Any) -> tuple[SeatState, ...]:
    """Both seats after a card left a hand openly."""
    other = noticed(state.seats[1 - number], card)
    other = replace(other, hand_sight=sight.left(other.hand_sight, card))
    own = replace(state.seats[number], hand=without(state.seats[number].hand, card), **changes)
    return (own, other) if number == 0 else (other, own)


def came_to_hand(seats: tuple[SeatState, ...], number: int, card: str, **changes: Any) -> tuple[SeatState, ...]:
    """Both seats after a card came into a hand openly."""
    own, other = seats[number], seats[1 - number]
    own = replace(own, hand=(*own.hand, intern(card)), **changes)
    other = replace(other, hand_sight=sight.came(other.hand_sight, card))
    return (own, other) if number == 0 else (other, own)


def put_under(state: State, number: int, at: int, card: str, openly: bool = False) -> State:
    """The state after a seat put a card under a stack; the other one sees which only if it happens openly."""
    seats = list(state.seats)
    for seat, known in ((number, card), (1 - number, card if openly else None)):
        own = seats[seat]
        seats[seat] = replace(own, sights=placed(own.sights, at, sight.put_under(own.sights[at], known)))
    return replace(state, seats=tuple(seats), stacks=placed(state.stacks, at, (*state.stacks[at], intern(card))))


def hid(seats: tuple[SeatState, ...], number: int, count: int) -> tuple[SeatState, ...]:
    """Both seats after so many cards of a hand went face down under stacks."""
    other = seats[1 - number]
    return placed(seats, 1 - number, replace(other, hand_sight=sight.went_unseen(other.hand_sight, count)))
