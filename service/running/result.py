"""The result of a match, as responses contain it."""

from __future__ import annotations

from msgspec import Struct

from chronik.projections.match.lobby import ListedResult


class Result(Struct, frozen=True):
    """The result of a match: points and places by seat; equal points share the better place."""

    points: tuple[int, ...]
    places: tuple[int, ...]


def to_result(result: ListedResult) -> Result:
    """Converts a result from the lobby table to the form that responses contain."""
    return Result(result.points, result.places)
