"""The value of a position of the card game."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.rulesets import DeckSource, Mode, Ruleset
from chronik.domain.catan_cards.state import State
from chronik.domain.catan_cards.value.features import Hidden, Seen, position
from chronik.domain.engine.valuing import Valuing, load_valuing

BASE, EXTENDED, TOURNAMENT, BROUGHT = "base", "extended", "tournament", "tournament with brought lists"
"""The settings: the three games, of which the last is played with built-in lists or with those that players bring."""


def build_valuing(facts: Facts, version: int) -> Valuing[State] | None:
    """Returns the valuing of a rules version with a data set, or None if no models were trained for them."""
    directory, features = Path(__file__).parent, (Seen, Hidden)
    return load_valuing(directory, version, facts.digest, features, setting, partial(position, facts))


def setting(state: State) -> str | None:
    """Returns the setting of a match; None with other options, in the set-up, after the end, or if a seat is out."""
    if state.outcome is not None or state.out is not UNSET or not all(seat.lands for seat in state.seats):
        return None
    return _find_setting(state.options)


@lru_cache(maxsize=64)
def _find_setting(options: Ruleset) -> str | None:
    """Returns the setting with these options; it does not matter which built-in lists the seats have."""
    plain = Ruleset(mode=options.mode, decks=options.decks)
    if options != replace(plain, house=options.house):
        return None
    if options.mode is Mode.TOURNAMENT:
        return BROUGHT if options.decks is DeckSource.BROUGHT else TOURNAMENT
    return BASE if options.mode is Mode.BASE else EXTENDED
