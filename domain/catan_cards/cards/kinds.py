"""The six resources in the order of R90, and counts of each."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct


class Kind(Enum):
    """A resource; stars are not resources (K7)."""

    BRICK = "brick"
    LUMBER = "lumber"
    WOOL = "wool"
    GRAIN = "grain"
    ORE = "ore"
    GOLD = "gold"

    __hash__ = object.__hash__  # by identity, because Python's hash of an enum member is slow


Counts = tuple[int, int, int, int, int, int]
"""An amount of each resource: six numbers in the order of `KINDS`."""

KINDS: tuple[Kind, ...] = tuple(Kind)
INDEX = {kind: index for index, kind in enumerate(KINDS)}
NOTHING: Counts = (0, 0, 0, 0, 0, 0)

Count = Annotated[int, Meta(ge=0, le=99)]


class Resources(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Resources by kind, as commands and pages write them."""

    brick: Count = 0
    lumber: Count = 0
    wool: Count = 0
    grain: Count = 0
    ore: Count = 0
    gold: Count = 0


def to_counts(resources: Resources) -> Counts:
    """Converts resources to six numbers."""
    return (resources.brick, resources.lumber, resources.wool, resources.grain, resources.ore, resources.gold)


def to_resources(counts: Counts) -> Resources:
    """Converts six numbers to resources."""
    return Resources(*counts)


def single(kind: Kind, count: int = 1) -> Counts:
    """Returns counts in which one resource has `count` and all others are zero."""
    counts = [0] * len(KINDS)
    counts[INDEX[kind]] = count
    a, b, c, d, e, f = counts
    return (a, b, c, d, e, f)


def plus(these: Counts, those: Counts) -> Counts:
    a, b, c, d, e, f = these
    g, h, i, j, k, l = those  # noqa: E741 - six sums written out are twice as fast as a loop
    return (a + g, b + h, c + i, d + j, e + k, f + l)


def minus(these: Counts, those: Counts) -> Counts:
    a, b, c, d, e, f = these
    g, h, i, j, k, l = those  # noqa: E741 - see `plus`
    return (a - g, b - h, c - i, d - j, e - k, f - l)


def covers(have: Counts, need: Counts) -> bool:
    """Returns whether `have` includes at least `need` of every resource."""
    a, b, c, d, e, f = have
    g, h, i, j, k, l = need  # noqa: E741 - see `plus`
    return a >= g and b >= h and c >= i and d >= j and e >= k and f >= l


def lacking(have: Counts, need: Counts) -> dict[str, int]:
    """Returns how many resources are missing, by kind: the field `missing` of a refusal."""
    return {kind.value: n - held for kind, held, n in zip(KINDS, have, need, strict=True) if n > held}


def size(counts: Counts) -> int:
    """Returns the total number of resources."""
    return sum(counts)
