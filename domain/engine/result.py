"""A result that somebody tells: whether a match of the game could have ended so."""

from __future__ import annotations

from domain.engine.game import Rejected, places_of


def judge_result(points: tuple[int, ...], places: tuple[int, ...], seats: int, *, one_winner: bool) -> None:
    """Refuses a result without a number for each seat, without places as in a race, or with the wrong winners."""
    if not len(points) == len(places) == seats:
        raise Rejected("result-size", seats=seats)
    if places != places_of(tuple(-place for place in places)):
        raise Rejected("result-places")
    if one_winner and places.count(1) > 1:
        raise Rejected("one-winner")
