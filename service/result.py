"""The result of a match, as the service answers it."""

from __future__ import annotations

from msgspec import Struct

from projections.match.lobby import ListedResult


class Result(Struct, frozen=True):
    """How a match ended: points and places by seat; equal points share the better place."""

    points: tuple[int, ...]
    places: tuple[int, ...]


def told(result: ListedResult) -> Result:
    """The result that the lobby's table keeps, for a caller."""
    return Result(result.points, result.places)
