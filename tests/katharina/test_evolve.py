"""Evolve: no event without a function, and no function without its event."""

from __future__ import annotations

from typing import get_args

from chronik.domain.katharina.events import Event
from chronik.domain.katharina.evolve import AFTER


def test_every_event_has_its_function() -> None:
    assert set(AFTER) == set(get_args(Event))
