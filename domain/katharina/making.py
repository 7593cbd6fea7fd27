"""A batch of Katharina in the making."""

from __future__ import annotations

from domain.engine.making import EventsSoFar
from domain.katharina.events import Event
from domain.katharina.evolve import evolve
from domain.katharina.facts.load import Facts
from domain.katharina.state import State


class Batch(EventsSoFar[Facts, State, Event]):
    """What a command has brought so far."""

    __slots__ = ()

    evolve = staticmethod(evolve)
