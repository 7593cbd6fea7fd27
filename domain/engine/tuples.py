"""Tuples with one of their things changed."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def placed(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    """The things with another one at a place."""
    changed = list(things)
    changed[at] = thing
    return tuple(changed)
