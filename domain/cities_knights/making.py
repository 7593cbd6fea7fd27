"""A batch of Cities & Knights in the making."""

from __future__ import annotations

from collections.abc import Iterable

from domain.cities_knights.events import Asked, Event
from domain.cities_knights.evolve import evolve
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import Prompt
from domain.cities_knights.state import SeatState, State, Then
from domain.engine.making import Making


class Batch(Making[Facts, State, Event]):
    """What a command has brought so far, and the questions it asks."""

    __slots__ = ()

    evolve = staticmethod(evolve)

    def ask(self, prompts: Iterable[Prompt], then: Then = Then.NOTHING, rest: tuple[int, ...] = ()) -> None:
        """A frame of questions on top of the stack."""
        self.happen(Asked(tuple(prompts), then, rest))

    def seat(self, number: int) -> SeatState:
        """A seat as it is now."""
        return self.state.seats[number]
