"""A batch of Cities & Knights in the making."""

from __future__ import annotations

from domain.cities_knights.events import Event, QuestionsAsked, Resumed
from domain.cities_knights.evolve import evolve
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import Prompt
from domain.cities_knights.state import Continuation, SeatState, State
from domain.engine.questions import QuestionsSoFar


class Batch(QuestionsSoFar[Facts, State, Event, Prompt, Continuation]):
    """What a command has brought so far, and the questions it asks."""

    __slots__ = ()

    evolve = staticmethod(evolve)
    asked = staticmethod(QuestionsAsked)
    resumed = staticmethod(Resumed)

    def seat(self, number: int) -> SeatState:
        """A seat as it is now."""
        return self.state.seats[number]
