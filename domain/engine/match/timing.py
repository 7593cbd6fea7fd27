"""Timing: the time that each seat has used, computed only from the times in the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.match.clock import Clock


class Spent(Struct, frozen=True, gc=False):
    """The milliseconds spent on a question that an undo struck out, and how many of them were given back.

    The seat's next question starts with these values if `always` is set or if its `position` is equal.
    """

    spent: int = 0
    given: int = 0
    position: Any = None
    always: bool = False


class Watch(Struct, frozen=True, gc=False):
    """A seat's time in milliseconds: `left` for the match, and `spent` on the present question.

    `prompt` is the id of the question, and `called` the id of the last question that the clock answered. `missed`
    counts the calls since the seat last gave a command itself. `number` counts the seat's questions up to this one. The
    question is `over` after the seat or the clock has answered it. `given` is the time given back for it. `struck`
    holds the times of questions that an undo struck out; the next questions start with them.
    """

    left: int
    spent: int = 0
    prompt: int = 0
    called: int = 0
    missed: int = 0
    number: int = 0
    over: bool = False
    given: int = 0
    struck: tuple[Spent, ...] = ()


class Running(Struct, frozen=True, gc=False):
    """A seat that owes an answer, the id of its question, and the position: the question and the state of the game."""

    seat: int
    prompt: int
    position: Any = None


class Timing(Struct, frozen=True, gc=False):
    """The watches of all seats, counted up to the moment `at`, which never goes back."""

    at: int
    deadline: int
    watches: tuple[Watch, ...]


def start_timing(clock: Clock, seats: int, at: int) -> Timing:
    """Returns the watches of a match when it is opened."""
    return Timing(at, clock.deadline, (Watch(left=1_000 * clock.match),) * seats)


def watch_at_question(watch: Watch, asked: Running) -> Watch:
    """Returns the watch of a seat at this question, with the time that an undo kept for the question."""
    if watch.prompt == asked.prompt and not watch.over:
        return watch
    kept, *later = watch.struck or (Spent(always=True),)
    if not kept.always and kept.position != asked.position:
        kept, later = Spent(), []
    return replace(
        watch,
        spent=kept.spent,
        given=kept.given,
        prompt=asked.prompt,
        number=watch.number + 1,
        over=False,
        struck=tuple(later),
    )


def due(timing: Timing, clock: Clock, running: Running) -> int | None:
    """Returns the moment when a seat's time is over if it does not answer, or None if its time is unlimited."""
    watch = watch_at_question(timing.watches[running.seat], running)
    moments = [timing.deadline] if timing.deadline else []
    if clock.command:
        moments.append(timing.at + max(0, 1_000 * clock.command - watch.spent))
    if clock.match:
        moments.append(timing.at + watch.left)
    return min(moments, default=None)


def count_time(timing: Timing, clock: Clock, running: Sequence[Running], at: int) -> Timing:
    """Returns the watches at a later moment. Running watches advance, but not beyond their limits."""
    watches = list(timing.watches)
    for one in running:
        watch, end = watch_at_question(watches[one.seat], one), due(timing, clock, one)
        until = at if end is None else min(at, end)
        passed = max(0, until - timing.at)
        watches[one.seat] = replace(watch, left=max(0, watch.left - passed), spent=watch.spent + passed)
    return Timing(max(timing.at, at), timing.deadline, tuple(watches))


def record_answer(timing: Timing, clock: Clock, seat: int) -> Timing:
    """Returns the watches after a seat's answer. Its question is over, and the increment is given back once."""
    watch = timing.watches[seat]
    back = max(0, min(1_000 * clock.increment, watch.spent) - watch.given) if clock.match and not watch.over else 0
    return _end_question(timing, seat, replace(watch, left=watch.left + back, given=watch.given + back))


def record_call(timing: Timing, seat: int, missed: int) -> Timing:
    """Returns the watches after a seat's time was called for the `missed`th time in a row. Its question is over."""
    watch = timing.watches[seat]
    return _end_question(timing, seat, replace(watch, called=watch.prompt, missed=missed))


def _end_question(timing: Timing, seat: int, watch: Watch) -> Timing:
    """Returns the watches after the question of a seat is over. The position of the other seats changes too."""
    watches = [
        replace(other, struck=_keep_open_question(other.struck)) if other.struck else other for other in timing.watches
    ]
    watches[seat] = replace(watch, over=True)
    return replace(timing, watches=tuple(watches))


def _keep_open_question(struck: tuple[Spent, ...]) -> tuple[Spent, ...]:
    """Keeps the question that was still open when the undo struck it out, if the seat may be asked it next."""
    return tuple([replace(one, always=False) for one in struck if len(struck) == 1 and one.position is not None])


def record_command(timing: Timing, seat: int) -> Timing:
    """Returns the watches after a seat gave any command itself."""
    watch = timing.watches[seat]
    if not watch.missed:
        return timing
    return replace(timing, watches=replace_at(timing.watches, seat, replace(watch, missed=0)))


def extend_time(timing: Timing, clock: Clock, seats: Sequence[int], seconds: int, *, deadline: bool) -> Timing:
    """Returns the watches after these seats were given more time for their answers and the match."""
    more = 1_000 * seconds
    for seat in seats:
        watch = timing.watches[seat]
        left = watch.left + more if clock.match else 0
        watch = replace(watch, left=left, spent=watch.spent if watch.over else watch.spent - more)
        timing = replace(timing, watches=replace_at(timing.watches, seat, watch))
    return replace(timing, deadline=timing.deadline + more) if deadline and timing.deadline else timing


def skip_outage(timing: Timing, clock: Clock, running: Sequence[Running], since: int, until: int) -> Timing:
    """Returns the watches after an outage, during which no time ran.

    A deadline that is later than the start of the outage moves by the length of the outage. If the outage began before
    the moment up to which the watches are counted, only its remaining part is left out.
    """
    since = max(since, timing.at)
    if until <= since:
        return timing
    before = count_time(timing, clock, running, since)
    deadline = timing.deadline + (until - since) if timing.deadline > since else timing.deadline
    return Timing(until, deadline, before.watches)
