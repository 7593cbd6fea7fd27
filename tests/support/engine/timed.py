"""A match with a clock, played by people at moments that the test says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from domain.engine.game import Game
from domain.engine.match.clock import AtZero, Clock, Takebacks
from domain.engine.match.commands import CallTime, OpenMatch
from domain.engine.match.log import Author, Entry
from domain.engine.match.match import outcome
from domain.engine.proof.archive import pack
from domain.engine.proof.verification import Verification, verify_log
from domain.engine.seats import SeatHolder
from tests.support.engine.demo import DEMO
from tests.support.engine.sittings import Loaded
from tests.support.every_game.playout import BEGAN, Table

LONG = Raw(b'{"goal":1000,"cards":40}')
REFEREE = "e" * 32


class Timed(Table):
    """A table whose time passes only when the test lets it; `now` counts seconds from the opening."""

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
        """The same table, so many seconds later."""
        self.now += seconds
        return self

    def called(self) -> tuple[Any, ...]:
        """What calling the time brings now."""
        return events(self.do(CallTime(), by=Author.CLOCK))

    def code(self, command: Any, seat: int | None = None, by: Author = Author.SEAT) -> str | None:
        """How a command would be refused now."""
        refusal = self.refusal(command, seat, by)
        return None if refusal is None else refusal.code

    @property
    def due(self) -> dict[int, float]:
        """By seat when its time will be over, in seconds from the opening."""
        return {seat: (at - BEGAN) / 1_000 for seat, at in self.match.due.items()}

    def archive(self) -> bytes:
        """The match as a file, once it is over."""
        opened = self.match.opened
        assert opened is not None
        result = outcome(self.game, self.match)
        last = self.log[-1]
        return pack(self.match.id, opened, self.stored, last.n, self.head, self.keys.secret, result, last.at)

    def verified(self) -> Verification:
        """What decides the whole log again."""
        return verify_log(self.match.id, self.stored, self.keys.secret, self.head, Loaded((self.game,)))


def events(entries: Sequence[Entry]) -> tuple[Any, ...]:
    """What some entries say."""
    return tuple(entry.e for entry in entries)


def each(seconds: int, at_zero: AtZero = AtZero.DEFAULT, bot: str = "") -> Clock:
    """A clock for each answer."""
    return Clock(command=seconds, at_zero=at_zero, bot=bot)
