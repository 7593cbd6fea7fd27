"""The result of a match, as the service answers it."""

from __future__ import annotations

from msgspec import Struct


class Result(Struct, frozen=True):
    """How a match ended: points and places by seat; equal points share the better place."""

    points: tuple[int, ...]
    places: tuple[int, ...]
