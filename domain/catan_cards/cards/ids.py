"""Ids of the cards in play (R96): `abbey-2`; in the tournament game `1:abbey-2`, where 1 is the owner's seat."""

from __future__ import annotations

from functools import cache


@cache
def title(card: str) -> str:
    """What a card is called in the data: `abbey` of `abbey-2` and of `1:abbey-2`."""
    return card.rpartition(":")[2].rpartition("-")[0]


@cache
def owner(card: str) -> int | None:
    """The seat that brought a card (T9); None where cards belong to nobody."""
    seat, colon, _ = card.partition(":")
    return int(seat) if colon else None


@cache
def instances(title: str, count: int, seat: int | None = None) -> tuple[str, ...]:
    """The ids of so many copies of a title, of a seat in the tournament game; copies count from 1."""
    of = "" if seat is None else f"{seat}:"
    return tuple(f"{of}{title}-{copy}" for copy in range(1, count + 1))
