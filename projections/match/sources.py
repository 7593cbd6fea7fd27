"""The sources of the points of a match."""

from __future__ import annotations

from msgspec import Struct


class Source(Struct, frozen=True):
    """A source of points, and the points that each seat has from it.

    `count` is how many things gave these points, if they can be counted.
    """

    source: str
    points: tuple[int, ...]
    count: tuple[int, ...] | None = None


class Sources(Struct, frozen=True):
    """The sources of each seat's points, in the order of the rules. They add up to the points."""

    version: int
    sources: tuple[Source, ...]


SOURCES = "Returns the sources of each seat's points. They add up to its points, and all of them are public."


def build_sources(counted: dict[str, tuple[tuple[int, ...], int]]) -> tuple[Source, ...]:
    """Builds sources from the name of each thing, how many of it each seat has, and the points that one is worth."""
    return tuple(Source(name, tuple([worth * one for one in has]), has) for name, (has, worth) in counted.items())
