"""The turn: its beginning, its end, and who has won (R5, R17)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from domain.cities_knights.commands import Command, DiscardProgress, EndTurn
from domain.cities_knights.events import ActionBegan, Finished, TurnBegan
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt
from domain.cities_knights.rules.points import places, points, points_of
from domain.cities_knights.state import Phase, State
from domain.engine.area import Area, answer, default
from domain.engine.game import Rejected


def begin_turn(batch: Batch, seat: int) -> None:
    """A seat's turn begins; who has enough points then has won already (R17.2)."""
    batch.happen(TurnBegan(seat))


def begin_action(batch: Batch) -> None:
    """The roll is resolved, the action phase begins (R5.1)."""
    batch.happen(ActionBegan())


def clockwise(state: State) -> tuple[int, ...]:
    """All seats, the active one first (C-54)."""
    return _from(state.active, len(state.seats))


def opponents(state: State, seat: int) -> tuple[int, ...]:
    """The other seats, clockwise from a seat (C-54)."""
    return _from(seat, len(state.seats))[1:]


@cache
def _from(first: int, seats: int) -> tuple[int, ...]:
    return tuple((first + step) % seats for step in range(seats))


def end(batch: Batch, prompt: ActionPrompt, command: EndTurn) -> None:
    """The turn passes to the next seat; not while too many progress cards are in hand (R5.5)."""
    limit = batch.facts.limits.progress_hand
    if len(batch.seat(prompt.seat).progress) > limit:
        raise Rejected("progress-limit", most=limit)
    begin_turn(batch, (prompt.seat + 1) % len(batch.state.seats))


def crown(batch: Batch) -> None:
    """Ends the match when the active seat has enough points and nobody is asked anything else (R17.2, R17.3)."""
    state = batch.state
    if state.stack or state.phase in (Phase.SETUP, Phase.OVER):
        return
    if enough(batch):
        final = points(batch.facts, state)
        batch.happen(Finished(final, places(final, state.active)))


def enough(batch: Batch) -> bool:
    """Whether the active seat has the points it needs (R17.2)."""
    state = batch.state
    return points_of(batch.facts, state, state.active) >= state.options.victory_points


def endings(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Ending the turn, where that is allowed."""
    return (EndTurn(),) if len(state.seats[seat].progress) <= facts.limits.progress_hand else ()


def end_by_default(facts: Facts, state: State, prompt: ActionPrompt) -> Command:
    """By default the turn ends, after the last drawn progress cards beyond the limit are given up (1.19)."""
    if extra := state.seats[prompt.seat].progress[facts.limits.progress_hand :]:
        return DiscardProgress(extra)
    return EndTurn()


def rounds(state: State) -> int:
    """The rounds begun so far, the setup not counted."""
    return -(-state.turn // len(state.seats))


AREA = Area(
    answers=(answer(EndTurn, ActionPrompt, end),),
    actions=(endings,),
    defaults=(default(ActionPrompt, end_by_default),),
)
