"""Clocks over HTTP: how one is asked for, and how those of a match stand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from domain.engine.match.clock import AtZero, Clock
from domain.engine.match.match import Match
from domain.engine.match.timing import Timing
from service.clock import Moment

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LONGEST_ANSWER = 30 * 86_400
LONGEST_MATCH = 365 * 86_400
LAST = (datetime.max.replace(tzinfo=UTC) - EPOCH) // timedelta(milliseconds=1)
"""The last moment that can be told: logs may hold later ones."""


class NewClock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The time of every seat that a person plays, in seconds; 0 or nothing is no bound, but there is one at least.

    Of each answer up to `increment` seconds are given back to the time of the match. After the deadline nobody has any
    time. When it is over, the game's `default` answer is given each time, a `bot` of a level plays on, or the seat is
    out (`forfeit`). A seat for which the default answer was given three times in a row, without a command of its own
    in between, is out too, or the `bot` plays on where one is named. When no more than one seat is left, the match
    ends; who is left has won once it gives a command.

    While the service or its log is down for more than a second no clock runs, and the deadline waits: exact to half a
    second, and the match has an entry of it (`silence-passed`).
    """

    command: Annotated[int, Meta(ge=0, le=LONGEST_ANSWER, description="For each answer.")] = 0
    match: Annotated[int, Meta(ge=0, le=LONGEST_MATCH, description="For all answers of a match together.")] = 0
    increment: Annotated[int, Meta(ge=0, le=86_400, description="Only with `match`.")] = 0
    deadline: Moment | None = None
    at_zero: AtZero = AtZero.DEFAULT
    bot: Annotated[
        str, Meta(max_length=40, description="A level of the game's bots: needed with `bot`, allowed with `default`.")
    ] = ""


class SeatTime(Struct, frozen=True, omit_defaults=True):
    """The time of a seat: milliseconds left for the answer it owes and for the match, and whether they run down.

    At `due_at`, if it has not answered before, its time is over; what is absent has no bound.
    """

    seat: int
    runs: bool
    answer_left: int | None = None
    match_left: int | None = None
    due_at: Moment | None = None


class ClockRules(Struct, frozen=True, omit_defaults=True):
    """The rules of a clock, in seconds; what is absent has no bound."""

    at_zero: AtZero
    command: int | None = None
    match: int | None = None
    increment: int | None = None
    deadline: Moment | None = None
    bot: str | None = None


class ClockSummary(ClockRules, frozen=True, omit_defaults=True, kw_only=True):
    """The clock of a match: its rules in seconds, and how each seat's time stands at the moment of the answer.

    Seats that a bot plays, or that are out, have no time, and are not listed.
    """

    seats: tuple[SeatTime, ...]


def engine_clock(wanted: NewClock) -> Clock:
    """What was asked for, as the engine has it."""
    return Clock(
        command=wanted.command,
        match=wanted.match,
        increment=wanted.increment,
        deadline=0 if wanted.deadline is None else (wanted.deadline - EPOCH) // timedelta(milliseconds=1),
        at_zero=wanted.at_zero,
        bot=wanted.bot,
    )


def clock_rules(clock: Clock) -> ClockRules:
    """The rules of a clock, as they are told."""
    return ClockRules(
        at_zero=clock.at_zero,
        command=clock.command or None,
        match=clock.match or None,
        increment=clock.increment or None,
        deadline=_moment(clock.deadline) if clock.deadline else None,
        bot=clock.bot or None,
    )


def clock_summary(match: Match, now: int) -> ClockSummary | None:
    """The clock of a match at a moment, if it has one."""
    timing, clock = match.timing, match.clock
    if timing is None or clock is None:
        return None
    seats = [seat for seat in match.playing if not match.chairs[seat].bot]
    rules = asdict(clock_rules(replace(clock, deadline=timing.deadline)))
    return ClockSummary(seats=tuple(_seat_time(match, timing, clock, seat, now) for seat in seats), **rules)


def _seat_time(match: Match, timing: Timing, clock: Clock, seat: int, now: int) -> SeatTime:
    watch = timing.watches[seat]
    running = next((one for one in match.running if one.seat == seat), None)
    asked = min((one.id for one in match.owed if one.prompt.seat == seat), default=None)
    due = match.due.get(seat)
    passed = 0 if running is None else max(0, min(now, now if due is None else due) - timing.at)
    spent = (watch.spent if watch.prompt == asked else 0) + passed
    return SeatTime(
        seat=seat,
        runs=running is not None,
        answer_left=max(0, 1_000 * clock.command - spent) if clock.command and asked is not None else None,
        match_left=max(0, watch.left - passed) if clock.match else None,
        due_at=None if due is None else _moment(due),
    )


def dated(at: int) -> str:
    """A moment of the log as text, to the millisecond."""
    return str(msgspec.to_builtins(_moment(at)))


def _moment(at: int) -> datetime:
    return EPOCH + timedelta(milliseconds=min(at, LAST))
