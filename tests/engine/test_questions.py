"""Questions on a stack: an attack is announced, protection is asked for, a die is rolled, and the target is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine import questions, tagged_structs
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.questions import QuestionBatchBuilder, remove_answered, skip_seat


class Protect(tagged_structs.Prompt, frozen=True, tag="protect"):
    """Do you protect yourself?"""

    seat: int


class Give(tagged_structs.Prompt, frozen=True, tag="give"):
    """What do you give up?"""

    seat: int


class Then(Enum):
    """The step that continues when a question is answered."""

    STRIKE = "strike"
    SPOILS = "spoils"


class Question(questions.Question[Protect | Give, Then], frozen=True, gc=False):
    """A question of the duel."""


class Asked(tagged_structs.Event, frozen=True, tag="asked"):
    """Seats are asked a question."""

    prompts: tuple[Protect | Give, ...]
    then: Then | None
    rest: tuple[int, ...]


class Resumed(tagged_structs.Event, frozen=True, tag="resumed"):
    """A waiting question continues."""


class Answered(tagged_structs.Event, frozen=True, tag="answered"):
    """A seat answered."""

    seat: int


class Struck(tagged_structs.Event, frozen=True, tag="struck"):
    """The die is rolled."""


Event = Asked | Resumed | Answered | Struck


class State(Struct, frozen=True):
    """The duel."""

    stack: tuple[Question, ...] = ()


def ask(facts: None, state: State, event: Asked) -> State:
    return replace(state, stack=(*state.stack, Question(event.prompts, event.then, event.rest)))


def resume(facts: None, state: State, event: Resumed) -> State:
    return replace(state, stack=state.stack[:-1])


def take_answer(facts: None, state: State, event: Answered) -> State:
    return replace(state, stack=remove_answered(state.stack, event.seat, Protect, Give))


def keep(facts: None, state: State, event: Struck) -> State:
    return state


class Batch(QuestionBatchBuilder[None, State, Event, Protect | Give, Then]):
    """The events of a command in the duel."""

    __slots__ = ()

    changes: ClassVar = {Asked: ask, Resumed: resume, Answered: take_answer, Struck: keep}
    question_event = staticmethod(Asked)
    resume_event = staticmethod(Resumed)


def strike(batch: Batch, question: Question) -> None:
    batch.add(Struck())
    batch.ask(map(Give, question.rest), Then.SPOILS)


def spoils(batch: Batch, question: Question) -> None:
    """Ends the duel; there is nothing left to do."""


FOLLOWS: Mapping[Enum, Callable[[Any, Any], None]] = {Then.STRIKE: strike, Then.SPOILS: spoils}


def after(state: State, *events: Event) -> Batch:
    """Returns a batch of these events and of everything that follows from them."""
    batch = Batch(None, state, Chance(b""))
    for event in events:
        batch.add(event)
    batch.resume(state.stack, FOLLOWS)
    return batch


ANNOUNCED = State((Question((Protect(1), Protect(2)), Then.STRIKE, (1,)),))


def test_a_waiting_step_continues_only_when_the_last_answer_arrives() -> None:
    one = after(ANNOUNCED, Answered(2))
    assert one.events == [Answered(2)]
    both = after(one.state, Answered(1))
    assert both.events == [Answered(1), Struck(), Asked((Give(1),), Then.SPOILS, ())]
    assert after(both.state, Answered(1)).state == State()


def test_an_interrupted_question_waits_on_the_stack_and_resumes_automatically() -> None:
    waiting = State((Question((), Then.STRIKE, (0,)), *ANNOUNCED.stack[:1]))
    interrupted = after(waiting, Answered(1), Answered(2))
    assert interrupted.events[2:] == [Struck(), Asked((Give(1),), Then.SPOILS, ())]
    assert after(interrupted.state, Answered(1)).events[1:] == [Resumed(), Struck(), Asked((Give(0),), Then.SPOILS, ())]


def test_answering_a_question_without_a_continuation_just_closes_it() -> None:
    assert after(State((Question((Give(0),)),)), Answered(0)).events == [Answered(0)]


def test_only_the_seats_asked_by_the_top_question_can_answer_it() -> None:
    stack = (*ANNOUNCED.stack, Question((Give(2),)))
    assert remove_answered(stack, 1, Protect) == stack
    assert remove_answered(stack, 2, Protect) == stack
    assert remove_answered(stack, 2, Give) == ANNOUNCED.stack
    assert remove_answered((), 0, Give) == ()


def test_skipping_a_seat_does_not_stop_the_waiting_step_from_continuing() -> None:
    asked = State((Question((Give(0),), Then.STRIKE, (1,)),))
    assert skip_seat(asked.stack, 0) == (Question((), Then.STRIKE, (1,)),)
    below = Question((Give(1),), Then.SPOILS)
    assert skip_seat((below, *asked.stack), 0) == (below, Question((), Then.STRIKE, (1,)))
    assert after(State(skip_seat(asked.stack, 0)), Struck()).events[1:] == [
        Resumed(),
        Struck(),
        Asked((Give(1),), Then.SPOILS, ()),
    ]
