"""A batch in the making: the events of one command so far, and the state after them."""

from __future__ import annotations

from collections.abc import Iterable

from domain.cities_knights.events import Asked, Event
from domain.cities_knights.evolve import evolve
from domain.cities_knights.facts import Facts
from domain.cities_knights.prompts import Prompt
from domain.cities_knights.state import SeatState, State, Then
from domain.engine.chance import Chance
from domain.engine.game import Brought


class Batch:
    """What a command has brought so far; rule areas add to it with `happen` and `ask`, and read `state`."""

    __slots__ = ("chance", "events", "facts", "state", "states")

    def __init__(self, facts: Facts, state: State, chance: Chance) -> None:
        self.facts = facts
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.states: list[State] = []

    def happen(self, event: Event) -> None:
        """One more event, and the state after it."""
        self.events.append(event)
        self.state = state = evolve(self.facts, self.state, event)
        self.states.append(state)

    def ask(self, prompts: Iterable[Prompt], then: Then = Then.NOTHING, rest: tuple[int, ...] = ()) -> None:
        """A frame of questions on top of the stack."""
        self.happen(Asked(tuple(prompts), then, rest))

    def seat(self, number: int) -> SeatState:
        """A seat as it is now."""
        return self.state.seats[number]

    def brought(self) -> Brought[Event]:
        """All of it."""
        brought: Brought[Event] = Brought(self.events)
        brought.states = self.states
        return brought
