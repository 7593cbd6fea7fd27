"""The roller first, completely, and then the other player (R1)."""

from __future__ import annotations

from collections.abc import Callable

from domain.catan_cards.making import Batch
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Following, follow

Act = Callable[[Batch, int], None]
"""What a seat does, or is asked."""


def roller_first(state: State) -> tuple[int, int]:
    """Both seats, the active one first (R1)."""
    return state.active, 1 - state.active


def in_turn(batch: Batch, seats: tuple[int, ...], then: Continuation, act: Act) -> None:
    """Each of these seats acts, the next one when all that the last was asked is answered."""
    if len(seats) > 1:
        batch.ask((), then, seats[1:])
    if seats:
        act(batch, seats[0])


def follow_in_turn(then: Continuation, act: Act) -> Following:
    """What goes on with the seats that have waited for their turn."""

    def go_on(batch: Batch, question: Question) -> None:
        in_turn(batch, question.rest, then, act)

    return follow(then, go_on)
