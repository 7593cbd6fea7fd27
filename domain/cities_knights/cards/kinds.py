"""The eight kinds of cards in a hand: five resources and three commodities, in the order of C-57."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct

from domain.engine.tuples import placed


class Kind(Enum):
    """A resource or a commodity (R1.3)."""

    BRICK = "brick"
    LUMBER = "lumber"
    WOOL = "wool"
    GRAIN = "grain"
    ORE = "ore"
    CLOTH = "cloth"
    COIN = "coin"
    PAPER = "paper"


Counts = tuple[int, ...]
"""How many cards of each kind: eight numbers in the order of `KINDS`."""

KINDS = tuple(Kind)
INDEX = {kind: index for index, kind in enumerate(KINDS)}
BRICK, LUMBER, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER = range(8)
RESOURCES, COMMODITIES = range(5), range(5, 8)
NOTHING: Counts = (0,) * 8

Count = Annotated[int, Meta(ge=0, le=99)]


class Cards(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Cards of a hand by kind."""

    brick: Count = 0
    lumber: Count = 0
    wool: Count = 0
    grain: Count = 0
    ore: Count = 0
    cloth: Count = 0
    coin: Count = 0
    paper: Count = 0


def counted(cards: Cards) -> Counts:
    """The numbers of some cards."""
    return (cards.brick, cards.lumber, cards.wool, cards.grain, cards.ore, cards.cloth, cards.coin, cards.paper)


def of(counts: Counts) -> Cards:
    """The cards with these numbers."""
    return Cards(*counts)


def some(counts: Counts) -> dict[Kind, int]:
    """The kinds there are, with their counts."""
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count} if counts else {}


def single(index: int, count: int = 1) -> Counts:
    """So many cards of one kind."""
    return placed(NOTHING, index, count)


def plus(these: Counts, those: Counts) -> Counts:
    a, b, c, d, e, f, g, h = these
    i, j, k, l, m, n, o, p = those  # noqa: E741 - eight sums written out are twice as fast as a loop
    return (a + i, b + j, c + k, d + l, e + m, f + n, g + o, h + p)


def minus(these: Counts, those: Counts) -> Counts:
    a, b, c, d, e, f, g, h = these
    i, j, k, l, m, n, o, p = those  # noqa: E741 - see `plus`
    return (a - i, b - j, c - k, d - l, e - m, f - n, g - o, h - p)


def holds(these: Counts, those: Counts) -> bool:
    """Whether those cards are among these."""
    a, b, c, d, e, f, g, h = these
    i, j, k, l, m, n, o, p = those  # noqa: E741 - see `plus`
    return a >= i and b >= j and c >= k and d >= l and e >= m and f >= n and g >= o and h >= p


def lacking(these: Counts, those: Counts) -> dict[str, int]:
    """What of those cards is not among these, by kind: the `missing` of a refusal."""
    return {kind.value: need - have for kind, have, need in zip(KINDS, these, those, strict=True) if need > have}
