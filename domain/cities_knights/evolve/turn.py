"""Events of questions, of the turn and of the end of the match, applied to the state (R5, R17)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.cities_knights.events import ActionBegan, Finished, QuestionsAsked, Resumed, TurnBegan
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import ACTION, PRE_ROLL, Harbor, Phase, Question, SeatState, State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.game import Outcome

NO_HARBOR = Harbor()


def _apply_questions_asked(facts: Facts, state: State, event: QuestionsAsked) -> State:
    return replace(state, stack=(*state.stack, Question(event.prompts, event.then, event.rest)))


def _apply_resumed(facts: Facts, state: State, event: Resumed) -> State:
    return replace(state, stack=state.stack[:-1])


def _apply_turn_began(facts: Facts, state: State, event: TurnBegan) -> State:
    seats = state.seats
    used = [knight for seat in seats for knight in seat.knights if knight.ready or knight.promoted]
    if used or sum([seat.attempts for seat in seats]):
        seats = tuple([_reset_for_turn(seat) for seat in seats])
    return replace(
        state,
        seats=seats,
        phase=PRE_ROLL,
        active=event.seat,
        turn=state.turn + 1,
        offers=(),
        fleet=(),
        harbor=NO_HARBOR,
        cranes=0,
    )


def _reset_for_turn(seat: SeatState) -> SeatState:
    """Returns the seat as it is at the start of a turn: without offers, and without promoted or ready knights."""
    knights = tuple([replace(knight, ready=False, promoted=False) for knight in seat.knights])
    return replace(seat, attempts=0, knights=knights)


def _apply_action_began(facts: Facts, state: State, event: ActionBegan) -> State:
    return replace(state, phase=ACTION, asked=state.asked + 1)


def _apply_finished(facts: Facts, state: State, event: Finished) -> State:
    return replace(state, phase=Phase.OVER, stack=(), offers=(), outcome=Outcome(event.points, event.places))


AFTER = (
    on_event(QuestionsAsked, _apply_questions_asked),
    on_event(Resumed, _apply_resumed),
    on_event(TurnBegan, _apply_turn_began),
    on_event(ActionBegan, _apply_action_began),
    on_event(Finished, _apply_finished),
)
