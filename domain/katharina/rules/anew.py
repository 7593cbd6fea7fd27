"""A position of another match: what some eyes do not see there lies anew, in hands and stock alike."""

from __future__ import annotations

from msgspec.structs import replace

from domain.engine.game import Forks, Pools
from domain.katharina.events import Event, Positioned
from domain.katharina.state import SeatState, State


def hidden(state: State, eyes: int | None) -> Pools:
    """The cards of the stock and of the hands that these eyes do not see."""
    unseen = [card for number, seat in enumerate(state.seats) if number != eyes for card in seat.hand]
    return (tuple(sorted((*unseen, *state.stock))),)


def laid(state: State, eyes: int | None, pools: Pools) -> State:
    """The hands by seat, then the stock; nobody has chosen anything yet."""
    rest = list(pools[0])
    seats: list[SeatState] = []
    for number, seat in enumerate(state.seats):
        if number != eyes:
            count = len(seat.hand)
            seat = replace(seat, hand=tuple(sorted(rest[:count])))
            del rest[:count]
        seats.append(seat)
    return replace(state, seats=tuple(seats), stock=tuple(rest), sealed=(None,) * len(seats))


FORKS: Forks[Event, State] = Forks(hidden=hidden, laid=laid, told=Positioned, event=Positioned)
"""How a match of Katharina begins with a position."""
