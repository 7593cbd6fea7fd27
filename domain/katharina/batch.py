"""A batch in the making: the events of one command so far, and the state after them."""

from __future__ import annotations

from domain.engine.chance import Chance
from domain.engine.game import Brought
from domain.katharina.events import Event
from domain.katharina.evolve import evolve
from domain.katharina.facts import Facts
from domain.katharina.state import State


class Batch:
    """What a command has brought so far; rule areas add to it with `happen` and read `state`."""

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

    def brought(self) -> Brought[Event]:
        """All of it."""
        brought: Brought[Event] = Brought(self.events)
        brought.states = self.states
        return brought
