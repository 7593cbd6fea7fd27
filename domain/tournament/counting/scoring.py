"""Scoring presets: what a sitting gives, and what breaks ties, as data with permanent ids (`presets.toml`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, assert_never

from msgspec import Meta, Struct, convert

from domain.engine.facts import Tables, load_facts, require, unique
from domain.tournament.counting.ledger import FULL_TABLE
from domain.tournament.counting.tiebreak import CODES


class Formula(Enum):
    """What a table gives its entrants: something by place, their victory points, or their share of these."""

    PLACES = "places"
    POINTS = "points"
    SHARE = "share"


class Incentive(Enum):
    """What a preset makes people play for; the pages have a sentence for each."""

    WIN_OR_DRAW = "win-or-draw"
    ONLY_WINS = "only-wins"
    EVERY_POINT = "every-point"
    EVERY_POINT_AND_WIN = "every-point-and-win"
    SHARE_OF_TABLE = "share-of-table"
    PLACE_COUNTS = "place-counts"
    PLACE_AND_MARGIN = "place-and-margin"


class Preset(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How an event scores. A changed copy gets a new id, which stands in every export; `presets.toml` says the rest."""

    id: Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
    version: Annotated[int, Meta(ge=1)]
    formula: Formula
    skip: Fraction
    tie_breaks: tuple[str, ...]
    cut: Annotated[int, Meta(ge=0, le=1024)]
    incentive: Incentive
    source: str
    places: tuple[tuple[Fraction, ...], ...] = ()
    draw: Fraction | None = None
    limit: Annotated[int, Meta(ge=1)] | None = None
    winner: Fraction = Fraction(0)
    margin: Fraction = Fraction(0)
    bye: Fraction | None = None

    @property
    def counts_points(self) -> bool:
        """Whether what a table gives depends on its victory points, not on the places alone."""
        return self.formula is not Formula.PLACES or self.margin != 0


@cache
def presets() -> Mapping[str, Preset]:
    """The presets by id, in the order of the file; raises `BadFacts`."""
    return load_facts(Path(__file__).parent, ("presets",), presets_of)


def presets_of(tables: Tables, _digest: str) -> Mapping[str, Preset]:
    """The presets that a file lists; raises `BadFacts` for what cannot be counted with."""
    listed = convert(tables["presets"]["preset"], tuple[Preset, ...], dec_hook=_fraction)
    for preset in listed:
        _check(preset)
    return MappingProxyType(unique("preset", listed))


def paid(preset: Preset, size: int) -> tuple[Fraction, ...]:
    """What the places of a table pay, the first place first."""
    row = next((row for row in preset.places if len(row) == size), preset.places[0])
    return (*row, *(Fraction(0) for _ in range(size)))[:size]


def awarded(preset: Preset, places: Sequence[int], points: Sequence[int]) -> tuple[Fraction, ...]:
    """What each seat of a table gets, from the places and the victory points by seat."""
    return tuple(
        _basic(preset, places, points, seat) + _extra(preset, places, points, seat) for seat in range(len(places))
    )


def share(points: Sequence[int], seat: int) -> Fraction:
    """A seat's share of the table's victory points, as if four had sat there; a quarter each where there are none."""
    total = sum(points)
    if total <= 0:
        return Fraction(1, FULL_TABLE)
    return Fraction(points[seat] * len(points), total * FULL_TABLE)


def _basic(preset: Preset, places: Sequence[int], points: Sequence[int], seat: int) -> Fraction:
    match preset.formula:
        case Formula.POINTS:
            return Fraction(points[seat] if preset.limit is None else min(points[seat], preset.limit))
        case Formula.SHARE:
            return share(points, seat)
        case Formula.PLACES:
            place = places[seat]
            sharing = places.count(place)
            if preset.draw is not None and place == 1 and sharing > 1:
                return preset.draw
            return sum(paid(preset, len(places))[place - 1 : place - 1 + sharing], Fraction(0)) / sharing
        case _:
            assert_never(preset.formula)


def _extra(preset: Preset, places: Sequence[int], points: Sequence[int], seat: int) -> Fraction:
    if places[seat] != 1 or not (preset.winner or preset.margin):
        return Fraction(0)
    winners = places.count(1)
    lead = points[seat] - max((p for other, p in enumerate(points) if other != seat), default=0) if winners == 1 else 0
    return preset.winner / winners + preset.margin * max(0, lead)


def _check(preset: Preset) -> None:
    where = f"The preset {preset.id}"
    require(
        bool(preset.places) == (preset.formula is Formula.PLACES), f"{where} needs `places`, or must not have them."
    )
    sizes = [len(row) for row in preset.places]
    require(
        sizes == sorted(set(sizes), reverse=True), f"{where} must list its longest row of `places` first, each once."
    )
    for row in preset.places:
        require(len(row) > 1 and list(row) == sorted(row, reverse=True), f"{where} pays a worse place more.")
    require(preset.limit is None or preset.formula is Formula.POINTS, f"{where} limits points that it does not count.")
    require(
        min(preset.skip, preset.winner, preset.margin, preset.bye or 0, preset.draw or 0) >= 0, f"{where} is negative."
    )
    unknown = [code for code in preset.tie_breaks if code not in CODES]
    require(not unknown, f"{where} breaks ties by {', '.join(unknown)}, which is no tie-break.")


def _fraction(kind: type, value: Any) -> Any:
    if kind is Fraction and isinstance(value, int | str) and not isinstance(value, bool):
        try:
            return Fraction(value)
        except ZeroDivisionError as error:
            raise ValueError(f"{value!r} is no number") from error
    raise TypeError(f"{value!r} is no number")
