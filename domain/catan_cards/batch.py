"""The batch of events that a command of the card game produces."""

from __future__ import annotations

from chronik.domain.catan_cards.events import Event, QuestionsAsked, Resumed
from chronik.domain.catan_cards.evolve import AFTER
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.prompts import Prompt
from chronik.domain.catan_cards.state import Continuation, SeatState, State
from chronik.domain.engine.questions import QuestionBatchBuilder


class Batch(QuestionBatchBuilder[Facts, State, Event, Prompt, Continuation]):
    """The events that a command has produced so far, including the questions that were asked."""

    __slots__ = ()

    changes = AFTER
    question_event = staticmethod(QuestionsAsked)
    resume_event = staticmethod(Resumed)

    def seat(self, number: int) -> SeatState:
        """Returns the current state of a seat."""
        return self.state.seats[number]
