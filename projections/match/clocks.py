"""Clocks as people write and read them: moments are dates, not numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from domain.engine.match.clock import AtZero, Clock

Dated = Callable[[int], str]
"""A moment (milliseconds since 1970) as text, by RFC 3339."""


class PlannedClock(Struct, frozen=True, omit_defaults=True):
    """The clock of every match of a tournament, in the words in which it was asked for; times are seconds."""

    command: int = 0
    match: int = 0
    increment: int = 0
    deadline: Annotated[str, Meta(extra_json_schema={"format": "date-time"})] | None = None
    at_zero: AtZero = AtZero.DEFAULT
    bot: str = ""


def planned_clock(clock: Clock | None, dated: Dated) -> PlannedClock | None:
    """A clock as a plan shows it."""
    if clock is None:
        return None
    deadline = dated(clock.deadline) if clock.deadline else None
    return PlannedClock(clock.command, clock.match, clock.increment, deadline, clock.at_zero, clock.bot)
