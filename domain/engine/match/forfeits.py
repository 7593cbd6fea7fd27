"""Forfeits: the final places of seats that are out of a match."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.engine.game import Outcome


def outcome_without_play(seats: int) -> Outcome:
    """Returns the outcome before forfeits are ranked last: all seats have 0 points and share the first place."""
    return Outcome((0,) * seats, (1,) * seats)


def rank_forfeited_last(played: Outcome, forfeited: Sequence[int], *, one_winner: bool) -> Outcome:
    """Returns the outcome with all seats that are out sharing the last place. They keep their points.

    The other seats move up past them. If all seats are out, no seat is first. If `one_winner` is true, exactly one seat
    that is not out wins.
    """
    stayed = [place for seat, place in enumerate(played.places) if seat not in forfeited]
    last = max(1, len(stayed)) + 1
    places = tuple(
        last if seat in forfeited else 1 + sum(other < place for other in stayed)
        for seat, place in enumerate(played.places)
    )
    assert not one_winner or places.count(1) == bool(stayed), "a seat that is out has won, or two seats have"
    return Outcome(played.points, places)
