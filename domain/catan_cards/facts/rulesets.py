"""The options of a match (section 3.0)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from msgspec import Meta, Struct

HouseId = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9_]*$", extra_json_schema={"x-names": "house"})
]


class Mode(Enum):
    """The three games of the rule book (sections 3, 4 and 5)."""

    BASE = "base"
    EXTENDED = "extended"
    TOURNAMENT = "tournament"

    __hash__ = object.__hash__  # by identity, because Python's hash of an enum member is slow


class DeckSource(Enum):
    """The source of the decks in a tournament game: each player's list (T13), or a built-in list."""

    BROUGHT = "brought"
    HOUSE = "house"


IN_TOURNAMENTS: Mapping[str, Any] = {"x-only-if": {"mode": [Mode.TOURNAMENT.value]}}
"""The schema extension of an option that only the tournament game uses."""


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rule options of the Catan card game; `house` names the built-in lists of seats 0 and 1."""

    mode: Mode = Mode.EXTENDED
    scout_exempt: bool = True
    offers_per_turn: Annotated[int, Meta(ge=0, le=20)] = 5
    decks: Annotated[DeckSource, Meta(extra_json_schema={**IN_TOURNAMENTS, "x-lists": [DeckSource.BROUGHT.value]})] = (
        DeckSource.BROUGHT
    )
    house: Annotated[tuple[HouseId, HouseId], Meta(extra_json_schema={**IN_TOURNAMENTS})] = ("trade", "knights")


PRESETS: Mapping[str, Mapping[str, Any]] = {}
"""The presets, of which the game has none because a match stores all of its options."""
