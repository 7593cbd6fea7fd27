"""Clocks over HTTP: the request for a clock, and the time left to each seat of a match."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from chronik.domain.engine.match.clock import AtZero, Clock
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.timing import Timing, watch_at_question
from chronik.service.running.clock import Moment

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LONGEST_ANSWER = 30 * 86_400
LONGEST_MATCH = 365 * 86_400
LAST = (datetime.max.replace(tzinfo=UTC) - EPOCH) // timedelta(milliseconds=1)
"""The last moment that a date can express; logs may contain later ones."""


class NewClock(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The time limits of every seat that a person plays, in seconds. 0 means no limit; at least one limit is needed.

    After each answer, up to `increment` of the seconds it took are given back to the time for the match. After the
    deadline no seat has time left. `at_zero` says what happens to a seat that is out of time. With `default` it gets
    the game's default answer each time, with `bot` a bot plays on, and with `forfeit` the seat is out. A seat that gets
    three default answers in a row without a command of its own is out too, or the `bot` takes over if one is named.
    When at most one seat is left, the match ends; that seat wins once it gives a command.

    An undo gives no time back. A question that is asked again keeps the time spent on it, and each increment counts
    once. (In matches opened by 0.2.0 rc 1, such a question has its full time again.)

    If the service or its log is down for more than a second, no clock runs and the deadline moves. This is accurate to
    half a second, and the match gets an entry for it (`silence-passed`).
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
    """The time of a seat: milliseconds left for its current answer and for the match, and whether its clock runs.

    Its time runs out at `due_at`, unless it answers before then. An absent field means no limit.
    """

    seat: int
    runs: bool
    answer_left: int | None = None
    match_left: int | None = None
    due_at: Moment | None = None


class ClockRules(Struct, frozen=True, omit_defaults=True):
    """The rules of a clock, in seconds. An absent field means no limit."""

    at_zero: AtZero
    command: int | None = None
    match: int | None = None
    increment: int | None = None
    deadline: Moment | None = None
    bot: str | None = None


class ClockSummary(ClockRules, frozen=True, omit_defaults=True, kw_only=True):
    """The clock of a match: its rules in seconds, and the time of each seat at the moment of this response.

    Seats that a bot plays, and seats that are out, are not listed: they have no time limit.
    """

    seats: tuple[SeatTime, ...]


def to_engine_clock(wanted: NewClock) -> Clock:
    """Converts the clock of a request to the engine's clock."""
    return Clock(
        command=wanted.command,
        match=wanted.match,
        increment=wanted.increment,
        deadline=0 if wanted.deadline is None else (wanted.deadline - EPOCH) // timedelta(milliseconds=1),
        at_zero=wanted.at_zero,
        bot=wanted.bot,
    )


def clock_rules(clock: Clock) -> ClockRules:
    """Converts the engine's clock to its public rules."""
    return ClockRules(
        at_zero=clock.at_zero,
        command=clock.command or None,
        match=clock.match or None,
        increment=clock.increment or None,
        deadline=_moment(clock.deadline) if clock.deadline else None,
        bot=clock.bot or None,
    )


def clock_summary(match: Match, now: int) -> ClockSummary | None:
    """Returns the clock of a match as of a moment, or None for a match without a clock."""
    timing, clock = match.timing, match.clock
    if timing is None or clock is None:
        return None
    seats = [seat for seat in match.playing if not match.chairs[seat].bot]
    rules = asdict(clock_rules(replace(clock, deadline=timing.deadline)))
    return ClockSummary(seats=tuple(_seat_time(match, timing, clock, seat, now) for seat in seats), **rules)


def _seat_time(match: Match, timing: Timing, clock: Clock, seat: int, now: int) -> SeatTime:
    watch, asked = timing.watches[seat], match.questions.get(seat)
    runs = any(one.seat == seat for one in match.running)
    due = match.due.get(seat)
    passed = max(0, min(now, now if due is None else due) - timing.at) if runs else 0
    answer_left = None
    if clock.command and asked is not None:
        answer_left = max(0, 1_000 * clock.command - watch_at_question(watch, asked).spent - passed)
    return SeatTime(
        seat=seat,
        runs=runs,
        answer_left=answer_left,
        match_left=max(0, watch.left - passed) if clock.match else None,
        due_at=None if due is None else _moment(due),
    )


def format_moment(at: int) -> str:
    """Formats a moment of the log (milliseconds since 1970) as RFC 3339, to the millisecond."""
    return str(msgspec.to_builtins(_moment(at)))


def _moment(at: int) -> datetime:
    return EPOCH + timedelta(milliseconds=min(at, LAST))
