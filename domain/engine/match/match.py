"""A match: the truth folded from its log, whatever the game."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec
from msgspec import Raw, Struct

from domain.engine.game import Game, Outcome
from domain.engine.match.clock import Clock
from domain.engine.match.events import Closed, Ending, Forked, Opened, Ruled
from domain.engine.match.forfeits import nothing_played, placed_last
from domain.engine.match.timing import Running, Timing, due
from domain.engine.prompts import Asked
from domain.engine.sealing import sealed_choices
from domain.engine.seats import SeatHolder


class Status(Enum):
    """Where a match stands: seats are open, it is being played, or it is over."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Request(Struct, frozen=True):
    """A seat's request to go back to a version, and who has granted it; it lapses with the next command."""

    number: int
    seat: int
    to: int
    granted: tuple[int, ...] = ()


LOOK_LASTS = 3_600_000
"""How long, in milliseconds, a referee's look is not noted again."""


class Official(Struct, frozen=True):
    """A referee who has looked at a match or stepped in, and when they last looked."""

    player: str
    looked: int | None = None


class Match(Struct, frozen=True, gc=False, kw_only=True):
    """The state of a match at a version, together with what frames it: chairs, open prompts, undos, its end.

    `opened` is None before the first entry, `state` until the match has started. `began` is the version of the last
    entry of the deal: nothing goes back beyond it. `forked` says where it comes from, if from another match. `timing`
    is None where there is no clock; what it counts, and who is out, stays as it is when the match goes back; so do the
    `officials`. `silence` is the number of the last one that was passed.
    """

    id: str
    version: int = 0
    opened: Opened | None = None
    forked: Forked | None = None
    chairs: tuple[SeatHolder, ...] = ()
    state: Any = None
    began: int = 0
    asked: tuple[Asked, ...] = ()
    undos: int = 0
    request: Request | None = None
    timing: Timing | None = None
    silence: int = 0
    paused: bool = False
    forfeited: tuple[int, ...] = ()
    officials: tuple[Official, ...] = ()
    ruled: Ruled | None = None
    called_off: bool = False
    closed: Closed | None = None

    @property
    def status(self) -> Status:
        if self.closed is not None:
            return Status.FINISHED
        return Status.OPEN if self.state is None else Status.RUNNING

    @property
    def owed(self) -> list[Asked]:
        """The prompts still without an answer: asked, and nothing sealed yet."""
        if self.state is None or self.closed is not None:
            return []
        sealed = sealed_choices(self.state)
        return [asked for asked in self.asked if sealed is None or sealed[asked.prompt.seat] is None]

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe an answer: asked, and nothing sealed yet."""
        return tuple(sorted({asked.prompt.seat for asked in self.owed}))

    @property
    def clock(self) -> Clock | None:
        return None if self.opened is None else self.opened.clock

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple([seat for seat in range(len(self.chairs)) if seat not in self.forfeited])

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats that people play whose time was called, and who have given no command since."""
        watches = () if self.timing is None else self.timing.watches
        missed = {seat for seat, watch in enumerate(watches) if watch.missed}
        return tuple([seat for seat in self.playing if seat in missed and not self.chairs[seat].bot])

    @property
    def running(self) -> tuple[Running, ...]:
        """The seats whose time runs, with the question it runs for; that of bots does not, nor of those who are out."""
        if self.timing is None or self.paused:
            return ()
        first: dict[int, int] = {}
        for asked in self.owed:
            seat: int = asked.prompt.seat
            if not self.chairs[seat].bot and seat not in self.forfeited:
                first[seat] = min(asked.id, first.get(seat, asked.id))
        return tuple([Running(seat, first[seat]) for seat in sorted(first)])

    @property
    def due(self) -> dict[int, int]:
        """By seat the moment at which its time will be over, of those whose time runs and has an end."""
        timing, clock = self.timing, self.clock
        if timing is None or clock is None:
            return {}
        moments = {one.seat: due(timing, clock, one) for one in self.running}
        return {seat: at for seat, at in moments.items() if at is not None}

    def has_looked(self, player: str, at: int) -> bool:
        """Whether a referee's look at a moment is covered by one that stands in the log."""
        looks = [one.looked for one in self.officials if one.player == player]
        return any(looked is not None and 0 <= at - looked < LOOK_LASTS for looked in looks)

    def prompts(self, seat: int) -> tuple[Asked, ...]:
        """The open prompts of a seat, those it may still answer differently included."""
        return () if self.closed else tuple([asked for asked in self.asked if asked.prompt.seat == seat])


def rule_options(game: Game, options: Raw) -> Any:
    """The options that a match is opened with, as the game's own Struct."""
    decode: Callable[..., Any] = msgspec.json.decode
    return decode(options, type=game.options_type)


def outcome(game: Game, match: Match) -> Outcome | None:
    """How the match ended: by a ruling, by its game, with those who are out placed last, or by their being out."""
    if match.state is None or match.called_off:
        return None
    if match.ruled is not None:
        return Outcome(match.ruled.points, match.ruled.places)
    played = game.outcome(match.state)
    if played is None and match.closed is not None and match.closed.reason is Ending.FORFEITED:
        played = nothing_played(len(match.chairs))
    return played if played is None or not match.forfeited else placed_last(played, match.forfeited)
