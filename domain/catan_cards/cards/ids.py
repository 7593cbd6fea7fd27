"""The ids of cards in play (R96): `abbey-2`, or in the tournament game `1:abbey-2`, where 1 is the owner's seat."""

from __future__ import annotations

from functools import cache


@cache
def title(card: str) -> str:
    """Returns the title of a card: `abbey` for `abbey-2` and for `1:abbey-2`."""
    return card.rpartition(":")[2].rpartition("-")[0]


@cache
def owner(card: str) -> int | None:
    """Returns the seat that brought a card (T9); None outside the tournament game."""
    seat, colon, _ = card.partition(":")
    return int(seat) if colon else None


@cache
def instances(title: str, count: int, seat: int | None = None) -> tuple[str, ...]:
    """Returns the ids of copies 1 to `count` of a title; `seat` is the owner in the tournament game."""
    of = "" if seat is None else f"{seat}:"
    return tuple(f"{of}{title}-{copy}" for copy in range(1, count + 1))
