"""The batch of events that a command of Katharina produces."""

from __future__ import annotations

from chronik.domain.engine.batch_builder import BatchBuilder
from chronik.domain.katharina.events import Event
from chronik.domain.katharina.evolve import AFTER
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.state import State


class Batch(BatchBuilder[Facts, State, Event]):
    """The events that a command has produced so far."""

    __slots__ = ()

    changes = AFTER
