"""A batch in the making: the events of one command so far, and the state after them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from domain.engine.chance import Chance
from domain.engine.game import Decision

F = TypeVar("F")
S = TypeVar("S")
E = TypeVar("E")


class EventsSoFar(ABC, Generic[F, S, E]):
    """What a command has brought so far; rule areas add to it with `happen` and read `state`."""

    __slots__ = ("chance", "events", "facts", "state", "states")

    def __init__(self, facts: F, state: S, chance: Chance) -> None:
        self.facts = facts
        self.state = state
        self.chance = chance
        self.events: list[E] = []
        self.states: list[S] = []

    @staticmethod
    @abstractmethod
    def evolve(facts: F, state: S, event: E) -> S:
        """The state after an event of this game."""

    def happen(self, event: E) -> None:
        """One more event, and the state after it."""
        self.events.append(event)
        self.state = state = self.evolve(self.facts, self.state, event)
        self.states.append(state)

    def brought(self) -> Decision[E]:
        """All of it."""
        brought: Decision[E] = Decision(self.events)
        brought.states = self.states
        return brought
