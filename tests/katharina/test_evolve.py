"""Evolve: each event has exactly one function."""

from __future__ import annotations

from typing import get_args

from chronik.domain.katharina.events import Event
from chronik.domain.katharina.evolve import AFTER


def test_every_event_has_a_function_that_applies_it() -> None:
    assert set(AFTER) == set(get_args(Event))
