"""Where the points of a match come from."""

from __future__ import annotations

from msgspec import Struct


class Source(Struct, frozen=True):
    """What brings points, and how many it has brought each seat; `count` says how often, where that can be counted."""

    source: str
    points: tuple[int, ...]
    count: tuple[int, ...] | None = None


class Sources(Struct, frozen=True):
    """Where the points of each seat come from: the sources in the order of the rules, which add up to the points."""

    version: int
    sources: tuple[Source, ...]


SOURCES = "Where the points of each seat come from: the sources add up to its points, all of which are public."


def by_source(counted: dict[str, tuple[tuple[int, ...], int]]) -> tuple[Source, ...]:
    """Sources of things that each are worth the same: by name, how many each seat has of them and what one is worth."""
    return tuple(Source(name, tuple([worth * one for one in has]), has) for name, (has, worth) in counted.items())
