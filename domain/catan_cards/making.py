"""A batch of the card game in the making."""

from __future__ import annotations

from domain.catan_cards.events import Event, QuestionsAsked, Resumed
from domain.catan_cards.evolve import evolve
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.prompts import Prompt
from domain.catan_cards.state import Continuation, SeatState, State
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
