"""Clocks in a readable form, in which moments are dates instead of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from chronik.domain.engine.match.clock import AtZero, Clock

Dated = Callable[[int], str]
"""A function that formats a moment (milliseconds since 1970) as RFC 3339 text."""


class PlannedClock(Struct, frozen=True, omit_defaults=True):
    """The clock of every match of a tournament, with the fields of the request. Times are in seconds."""

    command: int = 0
    match: int = 0
    increment: int = 0
    deadline: Annotated[str, Meta(extra_json_schema={"format": "date-time"})] | None = None
    at_zero: AtZero = AtZero.DEFAULT
    bot: str = ""


def plan_clock(clock: Clock | None, dated: Dated) -> PlannedClock | None:
    """Returns a clock in the form that a plan shows, or None."""
    if clock is None:
        return None
    deadline = dated(clock.deadline) if clock.deadline else None
    return PlannedClock(clock.command, clock.match, clock.increment, deadline, clock.at_zero, clock.bot)
