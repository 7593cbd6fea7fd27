"""Checks of a reported result: whether a match of the game could have ended with it."""

from __future__ import annotations

from chronik.domain.engine.game import Rejected, places_of


def judge_result(points: tuple[int, ...], places: tuple[int, ...], seats: int, *, one_winner: bool) -> None:
    """Raises `Rejected` if the number of seats is wrong, places are not as in a race, or there are too many winners."""
    if not len(points) == len(places) == seats:
        raise Rejected("result-size", seats=seats)
    if places != places_of(tuple(-place for place in places)):
        raise Rejected("result-places")
    if one_winner and places.count(1) > 1:
        raise Rejected("one-winner")
