"""Acting in turn: the roller first, completely, then the other player (R1)."""

from __future__ import annotations

from collections.abc import Callable

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import FollowUp, follow

Act = Callable[[Batch, int], None]
"""A function that acts for a seat, or asks it a question."""


def roller_first(state: State) -> tuple[int, int]:
    """Returns both seats, the active one first (R1)."""
    return state.active, 1 - state.active


def act_in_turn(batch: Batch, seats: tuple[int, ...], then: Continuation, act: Act) -> None:
    """Acts for these seats in order; each seat waits until the seat before it has answered everything."""
    if len(seats) > 1:
        batch.ask((), then, seats[1:])
    if seats:
        act(batch, seats[0])


def follow_in_turn(then: Continuation, act: Act) -> FollowUp:
    """Returns the continuation for the seats that have waited for their turn."""

    def go_on(batch: Batch, question: Question) -> None:
        act_in_turn(batch, question.rest, then, act)

    return follow(then, go_on)
