"""The eight kinds of cards in a hand: five resources and three commodities, in the order of C-57."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct

from chronik.domain.engine.batch_builder import replace_at


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

    __hash__ = object.__hash__  # by identity, because Python's hash of an enum member is slow


Counts = tuple[int, ...]
"""The number of cards of each kind: eight counts in the order of `KINDS`."""

KINDS = tuple(Kind)
INDEX = {kind: index for index, kind in enumerate(KINDS)}
BRICK, LUMBER, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER = range(8)
RESOURCES, COMMODITIES = range(5), range(5, 8)
NOTHING: Counts = (0,) * 8

Count = Annotated[int, Meta(ge=0, le=99)]


class Cards(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Resource and commodity cards: the number of each kind."""

    brick: Count = 0
    lumber: Count = 0
    wool: Count = 0
    grain: Count = 0
    ore: Count = 0
    cloth: Count = 0
    coin: Count = 0
    paper: Count = 0


def count_cards(cards: Cards) -> Counts:
    """Returns the counts of these cards in the order of `KINDS`."""
    return (cards.brick, cards.lumber, cards.wool, cards.grain, cards.ore, cards.cloth, cards.coin, cards.paper)


def to_cards(counts: Counts) -> Cards:
    """Returns these counts as `Cards`."""
    return Cards(*counts)


def count_by_kind(counts: Counts) -> dict[Kind, int]:
    """Returns the kinds of which there is at least one card, with their counts."""
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count} if counts else {}


def one_kind(index: int, count: int = 1) -> Counts:
    """Returns card counts with `count` cards of one kind and none of the others."""
    return replace_at(NOTHING, index, count)


def plus(these: Counts, those: Counts) -> Counts:
    a, b, c, d, e, f, g, h = these
    i, j, k, l, m, n, o, p = those  # noqa: E741 - writing out eight sums is twice as fast as a loop
    return (a + i, b + j, c + k, d + l, e + m, f + n, g + o, h + p)


def minus(these: Counts, those: Counts) -> Counts:
    a, b, c, d, e, f, g, h = these
    i, j, k, l, m, n, o, p = those  # noqa: E741 - see `plus`
    return (a - i, b - j, c - k, d - l, e - m, f - n, g - o, h - p)


def holds(these: Counts, those: Counts) -> bool:
    """Returns whether `these` include `those`."""
    a, b, c, d, e, f, g, h = these
    i, j, k, l, m, n, o, p = those  # noqa: E741 - see `plus`
    return a >= i and b >= j and c >= k and d >= l and e >= m and f >= n and g >= o and h >= p


def count_missing(these: Counts, those: Counts) -> dict[str, int]:
    """Returns how many cards of each kind `these` need in order to include `those`: the `missing` of a refusal."""
    return {kind.value: need - have for kind, have, need in zip(KINDS, these, those, strict=True) if need > have}
