"""Who looks at a match of so many seats."""

from __future__ import annotations

from chronik.domain.engine.seats import Seat, Spectator, Viewer


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Every seat, and a spectator."""
    return (*(Seat(number) for number in range(seats)), Spectator())
