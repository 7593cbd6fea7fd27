"""The turn: its beginning, its end, and the check for a winner (R5, R17)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.commands import Command, DiscardProgress, EndTurn
from chronik.domain.cities_knights.events import ActionBegan, Finished, TurnBegan
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.rules.points import places, points, points_of
from chronik.domain.cities_knights.state import Phase, State
from chronik.domain.engine.area import Area, action, answer, default
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.seats import is_out

OUTSIDE_TURNS = (Phase.SETUP, Phase.OVER)
END_TURN = (EndTurn(),)


def begin_turn(batch: Batch, seat: int) -> None:
    """Begins a seat's turn. The seat wins at once if it has enough points (R17.2)."""
    batch.add(TurnBegan(seat))


def begin_action(batch: Batch) -> None:
    """Begins the action phase, after the roll is resolved (R5.1)."""
    batch.add(ActionBegan())


def clockwise(state: State) -> tuple[int, ...]:
    """Returns all seats in clockwise order, the active one first (C-54)."""
    return _seats_from(state.active, len(state.seats))


def opponents(state: State, seat: int) -> tuple[int, ...]:
    """Returns the other seats, clockwise from a seat (C-54)."""
    return _seats_from(seat, len(state.seats))[1:]


@cache
def _seats_from(first: int, seats: int) -> tuple[int, ...]:
    return tuple((first + step) % seats for step in range(seats))


def end_turn(batch: Batch, prompt: ActionPrompt, command: EndTurn) -> None:
    """Passes the turn to the next seat. Raises `Rejected` if the seat holds too many progress cards (R5.5)."""
    limit = batch.facts.limits.progress_hand
    if len(batch.seat(prompt.seat).progress) > limit:
        raise Rejected("progress-limit", most=limit)
    begin_turn(batch, (prompt.seat + 1) % len(batch.state.seats))


def finish_if_won(batch: Batch) -> None:
    """Ends the match if the active seat has enough points and no question is open (R17.2, R17.3, C-80)."""
    state = batch.state
    if state.stack or state.phase in OUTSIDE_TURNS:
        return
    if has_enough_points(batch):
        final = points(batch.facts, state)
        batch.add(Finished(final, places(final, state.active)))


def has_enough_points(batch: Batch) -> bool:
    """Returns whether the active seat has enough points to win (R17.2). A seat that is out cannot win (C-80)."""
    state = batch.state
    enough = points_of(batch.facts, state, state.active) >= state.options.victory_points
    return enough and not is_out(state.out, state.active)


def end_turn_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns the command to end the turn, if that is allowed."""
    return END_TURN if len(state.seats[seat].progress) <= facts.limits.progress_hand else ()


def default_action(facts: Facts, state: State, prompt: ActionPrompt) -> Command:
    """Returns the default answer: end the turn, or first give up the progress cards beyond the limit (1.19)."""
    if extra := state.seats[prompt.seat].progress[facts.limits.progress_hand :]:
        return DiscardProgress(extra)
    return EndTurn()


def count_rounds(state: State) -> int:
    """Returns the number of rounds begun so far, not counting the setup."""
    return -(-state.turn // len(state.seats))


AREA = Area(
    answers=(answer(EndTurn, ActionPrompt, end_turn),),
    actions=(action(end_turn_options),),
    defaults=(default(ActionPrompt, default_action),),
)
