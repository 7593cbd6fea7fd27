"""Forfeits: where those stand in the end who are out of a match."""

from __future__ import annotations

from collections.abc import Sequence

from domain.engine.game import Outcome


def nothing_played(seats: int) -> Outcome:
    """A match that ended because all but one are out: all seats have 0 points and share the first place."""
    return Outcome((0,) * seats, (1,) * seats)


def placed_last(played: Outcome, forfeited: Sequence[int]) -> Outcome:
    """The seats that are out share the place after all others, and keep their points; where all are, nobody is first.

    The others move up as far as those who were placed before them are out.
    """
    stayed = [place for seat, place in enumerate(played.places) if seat not in forfeited]
    last = max(1, len(stayed)) + 1
    places = tuple(
        last if seat in forfeited else 1 + sum(other < place for other in stayed)
        for seat, place in enumerate(played.places)
    )
    return Outcome(played.points, places)
