"""Redealing for a fork: cards that a viewer could not see are dealt again with the seed of the new match (Q40)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from chronik.domain.engine.game import Forks, Pools, Step
from chronik.domain.katharina.events import DiscardShuffled, Event, Positioned
from chronik.domain.katharina.state import SeatState, State


def find_hidden(state: State, viewer: int | None, steps: Sequence[Step[Event, State]]) -> Pools:
    """Returns the cards of the stock and of the hands that the viewer (a seat, or None) does not see, in pools.

    Each pool holds the cards that were last part of the same shuffle. Every player saw which cards were in the discard
    pile when it became the stock, so cards in different pools cannot have changed places.
    """
    unseen = [card for number, seat in enumerate(state.seats) if number != viewer for card in seat.hand]
    last = _last_shuffles(steps)
    pools: dict[int, list[str]] = {}
    for card in (*unseen, *state.stock):
        pools.setdefault(last.get(card, 0), []).append(card)
    return tuple([tuple(pools[shuffle]) for shuffle in sorted(pools)]) or ((),)


def _last_shuffles(steps: Sequence[Step[Event, State]]) -> dict[str, int]:
    """Returns the number of the last shuffle of each card. A missing card was only in the first shuffle."""
    last: dict[str, int] = {}
    shuffles = 0
    for step in steps:
        match step.event:
            case DiscardShuffled(order=order):
                shuffled: Pools = (order,)
            case Positioned(anew=anew):
                shuffled = anew
            case _:
                continue
        for cards in shuffled:
            shuffles += 1
            last.update(dict.fromkeys(cards, shuffles))
    return last


def place(state: State, viewer: int | None, old: Pools, new: Pools) -> State:
    """Returns the state with the cards of the old pools replaced, and without sealed choices. Raises `ValueError`."""
    replacements = dict(zip(chain(*old), chain(*new), strict=True))
    if len(replacements) < sum(map(len, old)):
        raise ValueError("a card is in the pools twice")
    seats: list[SeatState] = []
    for number, seat in enumerate(state.seats):
        if number != viewer:
            seat = replace(seat, hand=tuple(sorted([replacements.pop(card, card) for card in seat.hand])))
        seats.append(seat)
    stock = tuple([replacements.pop(card, card) for card in state.stock])
    if replacements:
        raise ValueError("cards of a pool are not in the state")
    return replace(state, seats=tuple(seats), stock=stock, sealed=(None,) * len(seats))


FORKS: Forks[Event, State] = Forks(hidden=find_hidden, place=place, position=Positioned, event=Positioned)
"""The functions with which a match of Katharina starts from a position."""
