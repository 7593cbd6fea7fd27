"""The value of a position of Katharina."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from chronik.domain.engine.valuing import Valuing, load_valuing
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.state import State
from chronik.domain.katharina.value.features import Hidden, Seen, position

STANDARD = "standard"
"""The only setting, because Katharina has no rule options."""


def build_valuing(facts: Facts, version: int) -> Valuing[State] | None:
    """Returns the valuing of a rules version with a data set, or None if no models were trained for them."""
    directory, features = Path(__file__).parent, (Seen, Hidden)
    return load_valuing(directory, version, facts.digest, features, setting, partial(position, facts))


def setting(state: State) -> str | None:
    """Returns the setting of a match, or None before the deal and after the end."""
    return STANDARD if state.seats[0].order and state.outcome is None else None
