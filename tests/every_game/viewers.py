"""The viewers of a match."""

from __future__ import annotations

from chronik.domain.engine.seats import Seat, Spectator, Viewer


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Returns every seat, and a spectator."""
    return (*(Seat(number) for number in range(seats)), Spectator())
