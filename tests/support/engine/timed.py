"""A match with a clock, played at moments that the test chooses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.clock import AtZero, Clock, Takebacks
from chronik.domain.engine.match.commands import AnswerUndo, CallTime, OpenMatch, TakeBack
from chronik.domain.engine.match.events import ENGINE_EVENTS, TimeOver, Undone
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Author, Entry
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.proof.archive import pack_match
from chronik.domain.engine.proof.verification import verify_log
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.verdict import Verdict
from tests.every_game.playout import BEGAN, Table
from tests.support.engine.demo import DEMO
from tests.support.engine.sittings import Loaded

LONG = Raw(b'{"goal":1000,"cards":40}')
REFEREE = "e" * 32
KEEPING = replace(DEMO, version=2)
"""The demo game under rules 2, where a question keeps its time when an undo asks it again."""


class Timed(Table):
    """A table whose time passes only when the test says so; `now` counts seconds from the opening."""

    def __init__(
        self,
        clock: Clock | None,
        seats: int = 3,
        game: Game = DEMO,
        options: Raw = LONG,
        takebacks: Takebacks = Takebacks.AGREED,
        bots: Sequence[int] = (),
    ) -> None:
        super().__init__(game, "0" * 31 + "1", bytes(32))
        self.now = 0.0
        chairs = tuple(SeatHolder(bot="random") if n in bots else SeatHolder(player=f"{n:032x}") for n in range(seats))
        self.do(OpenMatch(chairs, options, clock=clock, takebacks=takebacks), by=Author.ENGINE)

    @property
    def moment(self) -> int:
        return BEGAN + round(1_000 * self.now)

    def after(self, seconds: float) -> Timed:
        """Lets some seconds pass and returns the table."""
        self.now += seconds
        return self

    def called(self) -> tuple[Any, ...]:
        """Calls time now and returns the events."""
        return events(self.do(CallTime(), by=Author.CLOCK))

    def code(self, command: Any, seat: int | None = None, by: Author = Author.SEAT) -> str | None:
        """Returns the code with which a command would be refused now, or None."""
        refusal = self.refusal(command, seat, by)
        return None if refusal is None else refusal.code

    def go_back(self, to: int, seat: int) -> None:
        """Returns to a version at the request of a seat, with the votes of all other seats if they are needed."""
        self.do(TakeBack(to, ask=True), seat)
        request = self.match.request
        if request is not None:
            for other in self.match.playing:
                if other != seat:
                    self.do(AnswerUndo(request.number, grant=True), other)

    @property
    def due(self) -> dict[int, float]:
        """The moment at which each seat's time runs out, in seconds from the opening."""
        return {seat: (at - BEGAN) / 1_000 for seat, at in self.match.due.items()}

    def archive(self) -> bytes:
        """Returns the file of the finished match."""
        opened = self.match.opened
        assert opened is not None
        result = outcome(self.game, self.match)
        last = self.log[-1]
        return pack_match(self.match.id, opened, self.stored, last.n, self.head, self.keys.secret, result, last.at)

    def verified(self) -> Verdict:
        """Returns the verdict of deciding the whole log again."""
        return verify_log(self.match.id, self.stored, self.keys.secret, self.head, Loaded((self.game,)))


def events(entries: Sequence[Entry]) -> tuple[Any, ...]:
    """Returns the events of some entries."""
    return tuple(entry.e for entry in entries)


def each(seconds: int, at_zero: AtZero = AtZero.DEFAULT, bot: str = "") -> Clock:
    """Returns a clock with a time for each answer."""
    return Clock(command=seconds, at_zero=at_zero, bot=bot)


class Thought(Struct):
    """The milliseconds that a seat had for one question."""

    seat: int
    passed: int = 0


def thoughts(game: Game, match: str, log: Sequence[Entry]) -> list[Thought]:
    """Returns how long each seat had for each question, if no referee adds time, counted without the engine's watches.

    A question that an undo asks again is the one that was open at the version gone back to.
    """
    found: list[Thought] = []
    open_at: dict[int, dict[int, Thought]] = {0: {}}
    walked = [(Entry(n=0, at=0, cause=0, e=None), Match(id=match)), *walk(game, Match(id=match), log)]
    ends = [n for n in range(len(walked)) if n + 1 == len(walked) or walked[n + 1][0].begins]
    moment = 0
    for begin, end in pairwise(ends):
        now, after = walked[begin][1], walked[end][1]
        batch = [entry for entry, _ in walked[begin + 1 : end + 1]]
        open_now, due, at = dict(open_at[begin]), now.due, max(moment, batch[0].at)
        for one in now.running:
            open_now[one.seat].passed += max(0, min(at, due.get(one.seat, at)) - moment)
        open_at[end], moment = _open_after(batch, now, after, open_now, open_at), at
        found += [thought for seat, thought in open_at[end].items() if seat in after.questions]
    return list({id(thought): thought for thought in found}.values())


def _open_after(
    batch: Sequence[Entry],
    now: Match,
    after: Match,
    open_now: dict[int, Thought],
    open_at: dict[int, dict[int, Thought]],
) -> dict[int, Thought]:
    """Returns the questions that are open after a batch, by seat."""
    answering = {batch[0].seat} if type(batch[0].e) not in ENGINE_EVENTS else set[int | None]()
    answering |= {entry.e.seat for entry in batch if isinstance(entry.e, TimeOver)}
    undone = next((entry for entry in batch if isinstance(entry.e, Undone)), None)
    found = dict(open_now if undone is None else open_at[undone.e.to])
    for seat, question in after.questions.items():
        before = now.questions.get(seat)
        asked_on = before is not None and before.prompt == question.prompt and seat not in answering
        if not asked_on and (undone is None or question.prompt != undone.n):
            found[seat] = Thought(seat)
    return found
