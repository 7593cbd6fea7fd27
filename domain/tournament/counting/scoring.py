"""Scoring presets: the points of a result and the tie-breaks, as data with permanent ids (`presets.toml`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, assert_never

from msgspec import Meta, Struct, convert

from chronik.domain.engine.facts import Tables, load_facts, require, unique
from chronik.domain.tournament.counting.ledger import FULL_TABLE
from chronik.domain.tournament.counting.tiebreak import CODES


class Formula(Enum):
    """The basis of a table's points: places, victory points, or shares of the victory points."""

    PLACES = "places"
    POINTS = "points"
    SHARE = "share"


class Incentive(Enum):
    """The incentive that a preset sets for players; the pages have a sentence for each."""

    WIN_OR_DRAW = "win-or-draw"
    ONLY_WINS = "only-wins"
    EVERY_POINT = "every-point"
    EVERY_POINT_AND_WIN = "every-point-and-win"
    SHARE_OF_TABLE = "share-of-table"
    PLACE_COUNTS = "place-counts"
    PLACE_AND_MARGIN = "place-and-margin"


class Preset(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scoring preset; `presets.toml` explains the fields.

    A preset that is changed gets a new id. Every export contains the id.
    """

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
        """Whether a table's result depends on its victory points, not on the places alone."""
        return self.formula is not Formula.PLACES or self.margin != 0


@cache
def presets() -> Mapping[str, Preset]:
    """Returns the presets by id, in the order of the file. Raises `BadFacts`."""
    return load_facts(Path(__file__).parent, ("presets",), parse_presets)


def parse_presets(tables: Tables, _digest: str) -> Mapping[str, Preset]:
    """Returns the presets in a file. Raises `BadFacts` if a preset cannot be used for counting."""
    listed = convert(tables["presets"]["preset"], tuple[Preset, ...], dec_hook=_decode_fraction)
    for preset in listed:
        _check_preset(preset)
    return MappingProxyType(unique("preset", listed))


def place_points(preset: Preset, size: int) -> tuple[Fraction, ...]:
    """Returns the points for each place at a table, the first place first."""
    row = next((row for row in preset.places if len(row) == size), preset.places[0])
    return (*row, *(Fraction(0) for _ in range(size)))[:size]


def award_points(preset: Preset, places: Sequence[int], points: Sequence[int]) -> tuple[Fraction, ...]:
    """Returns the standings points of each seat, given the places and the victory points by seat."""
    return tuple(
        _base_points(preset, places, points, seat) + _bonus_points(preset, places, points, seat)
        for seat in range(len(places))
    )


def share_of_points(points: Sequence[int], seat: int) -> Fraction:
    """Returns a seat's share of the table's victory points, scaled to four seats. It is a quarter if all have 0."""
    total = sum(points)
    if total <= 0:
        return Fraction(1, FULL_TABLE)
    return Fraction(points[seat] * len(points), total * FULL_TABLE)


def _base_points(preset: Preset, places: Sequence[int], points: Sequence[int], seat: int) -> Fraction:
    match preset.formula:
        case Formula.POINTS:
            return Fraction(points[seat] if preset.limit is None else min(points[seat], preset.limit))
        case Formula.SHARE:
            return share_of_points(points, seat)
        case Formula.PLACES:
            place = places[seat]
            sharing = places.count(place)
            if preset.draw is not None and place == 1 and sharing > 1:
                return preset.draw
            return sum(place_points(preset, len(places))[place - 1 : place - 1 + sharing], Fraction(0)) / sharing
        case _:
            assert_never(preset.formula)


def _bonus_points(preset: Preset, places: Sequence[int], points: Sequence[int], seat: int) -> Fraction:
    if places[seat] != 1 or not (preset.winner or preset.margin):
        return Fraction(0)
    winners = places.count(1)
    lead = points[seat] - max((p for other, p in enumerate(points) if other != seat), default=0) if winners == 1 else 0
    return preset.winner / winners + preset.margin * max(0, lead)


def _check_preset(preset: Preset) -> None:
    where = f"The preset {preset.id}"
    require(
        bool(preset.places) == (preset.formula is Formula.PLACES),
        f"{where} must have `places` if it scores by place, and only then.",
    )
    sizes = [len(row) for row in preset.places]
    require(
        sizes == sorted(set(sizes), reverse=True), f"{where} must list its longest row of `places` first, each once."
    )
    for row in preset.places:
        require(
            len(row) > 1 and list(row) == sorted(row, reverse=True),
            f"{where} must list two or more `places` in a row, none higher than the one before.",
        )
    require(
        preset.limit is None or preset.formula is Formula.POINTS,
        f"{where} limits victory points, but does not score by them.",
    )
    require(
        min(preset.skip, preset.winner, preset.margin, preset.bye or 0, preset.draw or 0) >= 0,
        f"{where} has a negative number.",
    )
    unknown = [code for code in preset.tie_breaks if code not in CODES]
    require(not unknown, f"{where} breaks ties by {', '.join(unknown)}, which is not a tie-break.")


def _decode_fraction(kind: type, value: Any) -> Any:
    if kind is Fraction and isinstance(value, int | str) and not isinstance(value, bool):
        try:
            return Fraction(value)
        except ZeroDivisionError as error:
            raise ValueError(f"{value!r} is not a number") from error
    raise TypeError(f"{value!r} is not a number")
