"""A builder for the events of one command, and a helper that replaces one item of a tuple."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Decision

F = TypeVar("F")
S = TypeVar("S")
E = TypeVar("E")
T = TypeVar("T")


class BatchBuilder(Generic[F, S, E]):
    """The events of a command so far. Rule areas add events with `add` and read the resulting state from `state`."""

    __slots__ = ("chance", "events", "facts", "state", "states")

    changes: ClassVar[Mapping[type, Callable[[Any, Any, Any], Any]]]
    """The function of the facts, the state and the event that applies each type of event of this game."""

    def __init__(self, facts: F, state: S, chance: Chance) -> None:
        self.facts = facts
        self.state = state
        self.chance = chance
        self.events: list[E] = []
        self.states: list[S] = []

    def add(self, event: E) -> None:
        """Appends an event and updates the state."""
        self.events.append(event)
        self.state = state = self.changes[type(event)](self.facts, self.state, event)
        self.states.append(state)

    def decision(self) -> Decision[E]:
        """Returns all events so far, with the state after each."""
        decision: Decision[E] = Decision(self.events)
        decision.states = self.states
        return decision


def replace_at(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    """Returns a copy of a tuple with the item at this index replaced."""
    changed = list(things)
    changed[at] = thing
    return tuple(changed)
