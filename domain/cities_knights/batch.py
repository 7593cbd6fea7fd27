"""The events that one command of Cities & Knights has produced so far."""

from __future__ import annotations

from chronik.domain.cities_knights.events import Event, QuestionsAsked, Resumed
from chronik.domain.cities_knights.evolve import AFTER
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import Prompt
from chronik.domain.cities_knights.state import Continuation, SeatState, State
from chronik.domain.engine.questions import QuestionBatchBuilder


class Batch(QuestionBatchBuilder[Facts, State, Event, Prompt, Continuation]):
    """The events and questions that a command has produced so far."""

    __slots__ = ()

    changes = AFTER
    question_event = staticmethod(QuestionsAsked)
    resume_event = staticmethod(Resumed)

    def seat(self, number: int) -> SeatState:
        """Returns a seat in its current state."""
        return self.state.seats[number]
