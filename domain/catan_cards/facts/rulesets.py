"""The options of a match (section 3.0)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from msgspec import Meta, Struct

HouseId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]


class Mode(Enum):
    """The three games of the rule book: sections 3, 4 and 5."""

    BASE = "base"
    EXTENDED = "extended"
    TOURNAMENT = "tournament"


class DeckSource(Enum):
    """Where the decks of a tournament game come from: each seat brings a list (T13), or plays one of the house."""

    BROUGHT = "brought"
    HOUSE = "house"


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rule options of the Catan card game; the house lists named are for seats 0 and 1."""

    mode: Mode = Mode.EXTENDED
    scout_exempt: bool = True
    offers_per_turn: Annotated[int, Meta(ge=0, le=20)] = 5
    decks: DeckSource = DeckSource.BROUGHT
    house: tuple[HouseId, HouseId] = ("trade", "knights")


PRESETS: Mapping[str, Mapping[str, Any]] = {}
"""There are none: a match stores all of its options."""
