"""The value of a position of Cities & Knights."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

from msgspec import UNSET, convert

from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import PRESETS, Ruleset
from chronik.domain.cities_knights.state import State
from chronik.domain.cities_knights.value.features import Hidden, Seen, position
from chronik.domain.engine.valuing import Valuing, load_valuing

SETTINGS = {convert(preset, Ruleset): name for name, preset in PRESETS.items()}
"""The settings by their rule options: the presets."""


def build_valuing(facts: Facts, version: int) -> Valuing[State] | None:
    """Returns the valuing of a rules version with a data set, or None if no models were trained for them."""
    directory, features = Path(__file__).parent, (Seen, Hidden)
    return load_valuing(directory, version, facts.digest, features, setting, partial(position, facts))


def setting(state: State) -> str | None:
    """Returns the preset of a match; None with other options, before the deal, after the end, or if a seat is out."""
    if state.outcome is not None or state.out is not UNSET or not state.terrain:
        return None
    return _find_preset(state.options)


@lru_cache(maxsize=64)
def _find_preset(options: Ruleset) -> str | None:
    return SETTINGS.get(options)
