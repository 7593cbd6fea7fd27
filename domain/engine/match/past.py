"""The past of a match during a fold: the states to which it may go back, and the time spent on each question."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.timing import Spent, Timing, Watch, watch_at_question

KEEPS_TIME = 2
"""The first rules version in which a question that is asked again after an undo keeps the time spent on it."""


class Past:
    """The earlier states of a match, by version, that an undo may go back to, and the time spent on each question.

    `seat` is the seat that asked to go back, if the current batch goes back.
    """

    def __init__(self, match: Match) -> None:
        self.matches = {match.version: match}
        self.seat: int | None = None
        self._questions: dict[tuple[int, int], Watch] = {}

    def begin(self, match: Match, seat: int | None, first: Any) -> None:
        """Starts a batch. The clocks of the match must be advanced to it already."""
        self.seat = seat if isinstance(first, Undone) or match.request is None else match.request.seat
        for owner, watch in enumerate(() if match.timing is None else match.timing.watches):
            if watch.prompt:
                self._questions[owner, watch.number] = watch

    def strike_out(self, seat: int, first: int, last: int) -> tuple[Spent, ...]:
        """Removes a seat's questions with the numbers `first` to `last`, and returns the time spent on each."""
        watches = [self._questions.pop((seat, number), None) for number in range(first, last + 1)]
        return tuple([Spent() if watch is None else Spent(watch.spent, watch.given) for watch in watches])


def keep_time(match: Match, before: Match, version: int, past: Past) -> Timing | None:
    """Returns the clocks after the match goes back to the state of `before`; `version` is that of the undo's entry.

    A question that is asked again keeps the time spent on it. The seat that goes back also keeps the time of its next
    questions. Otherwise it could go back one answer further, repeat that answer, and get the full time again. Any other
    seat keeps the time of the question that it owes now, if the same question is asked in the same position again.
    Otherwise another seat could use up its time by asking something and taking that back. In rules version 1 every
    question starts with its full time.
    """
    timing, then = match.timing, before.timing
    if timing is None or then is None or match.opened is None or match.opened.rules < KEEPS_TIME:
        return timing
    watches = [
        _watch_before(seat, match, before, now, was, version, past)
        for seat, (now, was) in enumerate(zip(timing.watches, then.watches, strict=True))
    ]
    return replace(timing, watches=tuple(watches))


def _watch_before(seat: int, match: Match, before: Match, now: Watch, was: Watch, version: int, past: Past) -> Watch:
    """Returns the watch of a seat after an undo, with the time already spent on its next questions."""
    again, owed = before.questions.get(seat), match.questions.get(seat)
    first = was.number if again is not None and watch_at_question(was, again) is was else was.number + 1
    struck = past.strike_out(seat, first, now.number)
    if struck and owed is not None:
        struck = (*struck[:-1], replace(struck[-1], position=owed.position))
    repeated, later = struck[: again is not None], struck[again is not None :]
    if seat == past.seat:
        later = tuple([replace(one, always=True) for one in later])
    elif len(later) > 1 or (later and owed is None):
        later = ()  # the seat has answered since then
    if seat == past.seat or len(struck) == len(repeated):
        later += now.struck
    is_called = any(asked.id == was.called for asked in before.prompts(seat))
    return replace(
        now,
        spent=0,
        given=0,
        prompt=0,
        number=first - 1,
        over=True,
        struck=(*[replace(one, always=True) for one in repeated], *later),
        called=version if is_called else now.called,
    )
