"""The turn: what is asked, its beginning, and the end of the match (R5, R17)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.cities_knights.events import ActionBegan, Finished, QuestionsAsked, Resumed, TurnBegan
from domain.cities_knights.evolve.changes import moved_on
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.state import Harbor, Phase, Question, SeatState, State
from domain.engine.area import after
from domain.engine.game import Outcome

NO_HARBOR = Harbor()


def _asked(facts: Facts, state: State, event: QuestionsAsked) -> State:
    return replace(state, stack=(*state.stack, Question(event.prompts, event.then, event.rest)))


def _resumed(facts: Facts, state: State, event: Resumed) -> State:
    return replace(state, stack=state.stack[:-1])


def _turn_began(facts: Facts, state: State, event: TurnBegan) -> State:
    return replace(
        state,
        seats=tuple([_rested(seat) for seat in state.seats]),
        phase=Phase.PRE_ROLL,
        active=event.seat,
        turn=state.turn + 1,
        offers=(),
        fleet=(),
        harbor=NO_HARBOR,
        cranes=0,
    )


def _rested(seat: SeatState) -> SeatState:
    """A seat that has made no offer this turn and promoted no knight, and none of whose knights may act."""
    if not seat.attempts and not any(knight.promoted or knight.ready for knight in seat.knights):
        return seat
    knights = tuple([replace(knight, ready=False, promoted=False) for knight in seat.knights])
    return replace(seat, attempts=0, knights=knights)


def _action_began(facts: Facts, state: State, event: ActionBegan) -> State:
    return moved_on(state, phase=Phase.ACTION)


def _finished(facts: Facts, state: State, event: Finished) -> State:
    return replace(state, phase=Phase.OVER, stack=(), offers=(), outcome=Outcome(event.points, event.places))


AFTER = (
    after(QuestionsAsked, _asked),
    after(Resumed, _resumed),
    after(TurnBegan, _turn_began),
    after(ActionBegan, _action_began),
    after(Finished, _finished),
)
