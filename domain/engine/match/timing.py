"""Timing: how much time each seat has used, counted from the times in the log and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.engine.match.clock import Clock
from domain.engine.tuples import placed


class Watch(Struct, frozen=True, gc=False):
    """A seat's time in milliseconds: what is left for the match, and what was spent on the question it answers.

    `prompt` is the id of that question; `called` that of the last one which the clock answered. `missed` counts the
    times called since the seat last gave a command of its own.
    """

    left: int
    spent: int = 0
    prompt: int = 0
    called: int = 0
    missed: int = 0


class Running(Struct, frozen=True, gc=False):
    """A seat that owes an answer, and the id of the question."""

    seat: int
    prompt: int


class Timing(Struct, frozen=True, gc=False):
    """The watches of all seats at the moment up to which they are counted; that moment never goes back."""

    at: int
    deadline: int
    watches: tuple[Watch, ...]


def begun(clock: Clock, seats: int, at: int) -> Timing:
    """All watches as a match is opened."""
    return Timing(at, clock.deadline, (Watch(left=1_000 * clock.match),) * seats)


def due(timing: Timing, clock: Clock, running: Running) -> int | None:
    """The moment at which a seat's time is over, if it does not answer before; None where it has all the time."""
    watch = timing.watches[running.seat]
    spent = watch.spent if watch.prompt == running.prompt else 0
    moments = [timing.deadline] if timing.deadline else []
    if clock.command:
        moments.append(timing.at + max(0, 1_000 * clock.command - spent))
    if clock.match:
        moments.append(timing.at + watch.left)
    return min(moments, default=None)


def counted(timing: Timing, clock: Clock, running: Sequence[Running], at: int) -> Timing:
    """The watches at a later moment, of which these were running; none runs on beyond its end."""
    watches = list(timing.watches)
    for one in running:
        watch, end = watches[one.seat], due(timing, clock, one)
        until = at if end is None else min(at, end)
        passed = max(0, until - timing.at)
        spent = watch.spent if watch.prompt == one.prompt else 0
        left = max(0, watch.left - passed)
        watches[one.seat] = replace(watch, left=left, spent=spent + passed, prompt=one.prompt)
    return Timing(max(timing.at, at), timing.deadline, tuple(watches))


def answered(timing: Timing, clock: Clock, seat: int) -> Timing:
    """The watches after a seat's answer: the next one starts anew, and the increment is given back."""
    watch = timing.watches[seat]
    back = min(1_000 * clock.increment, max(0, watch.spent)) if clock.match else 0
    return replace(timing, watches=placed(timing.watches, seat, replace(watch, left=watch.left + back, spent=0)))


def called(timing: Timing, seat: int, missed: int) -> Timing:
    """The watches after a seat's time was called, so often in a row: the next answer starts anew."""
    watch = timing.watches[seat]
    watch = replace(watch, spent=0, called=watch.prompt, missed=missed)
    return replace(timing, watches=placed(timing.watches, seat, watch))


def shown_up(timing: Timing, seat: int) -> Timing:
    """The watches after a seat gave any command of its own."""
    watch = timing.watches[seat]
    if not watch.missed:
        return timing
    return replace(timing, watches=placed(timing.watches, seat, replace(watch, missed=0)))


def extended(timing: Timing, clock: Clock, seats: Sequence[int], seconds: int, *, deadline: bool) -> Timing:
    """The watches after some seats were given more time for their answer and the match."""
    more = 1_000 * seconds
    for seat in seats:
        watch = timing.watches[seat]
        left = watch.left + more if clock.match else 0
        watch = replace(watch, left=left, spent=watch.spent - more)
        timing = replace(timing, watches=placed(timing.watches, seat, watch))
    return replace(timing, deadline=timing.deadline + more) if deadline and timing.deadline else timing


def silent(timing: Timing, clock: Clock, running: Sequence[Running], since: int, until: int) -> Timing:
    """The watches after a silence, in which none ran; it moves the deadline that had not come when it began.

    Of a silence that began before the moment up to which they are counted only the rest is left out.
    """
    since = max(since, timing.at)
    if until <= since:
        return timing
    before = counted(timing, clock, running, since)
    deadline = timing.deadline + (until - since) if timing.deadline > since else timing.deadline
    return Timing(until, deadline, before.watches)
