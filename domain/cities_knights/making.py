"""A batch of Cities & Knights in the making."""

from __future__ import annotations

from collections.abc import Iterable

from domain.cities_knights.events import Event, QuestionsAsked
from domain.cities_knights.evolve import evolve
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import Prompt
from domain.cities_knights.state import Continuation, SeatState, State
from domain.engine.making import EventsSoFar


class Batch(EventsSoFar[Facts, State, Event]):
    """What a command has brought so far, and the questions it asks."""

    __slots__ = ()

    evolve = staticmethod(evolve)

    def ask(
        self, prompts: Iterable[Prompt], then: Continuation = Continuation.NOTHING, rest: tuple[int, ...] = ()
    ) -> None:
        """A frame of questions on top of the stack."""
        self.happen(QuestionsAsked(tuple(prompts), then, rest))

    def seat(self, number: int) -> SeatState:
        """A seat as it is now."""
        return self.state.seats[number]
