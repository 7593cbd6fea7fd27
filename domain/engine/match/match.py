"""A match of any game: the state folded from its log."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec
from msgspec import Raw, Struct

from chronik.domain.engine.game import Game, Outcome
from chronik.domain.engine.match.clock import Clock
from chronik.domain.engine.match.events import Closed, Ending, Forked, Opened, Ruled
from chronik.domain.engine.match.forfeits import outcome_without_play, rank_forfeited_last
from chronik.domain.engine.match.timing import Running, Timing, due
from chronik.domain.engine.prompts import NumberedPrompt
from chronik.domain.engine.sealing import find_sealed_choices
from chronik.domain.engine.seats import SeatHolder


class Status(Enum):
    """The status of a match: it has open seats, is being played, or is over."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Request(Struct, frozen=True):
    """A seat's request to go back to a version, and the seats that have granted it. It lapses with the next command."""

    number: int
    seat: int
    to: int
    granted: tuple[int, ...] = ()


class SeatOffer(Struct, frozen=True):
    """A seat that its person offers to another person, and the seats that agreed. `open`: it can be taken."""

    number: int
    seat: int
    granted: tuple[int, ...] = ()
    open: bool = False


class FormerPlayer(Struct, frozen=True):
    """A person who left a seat during play, and the version of the entry with which another person took it."""

    seat: int
    player: str
    until: int


INSPECTION_MS = 3_600_000
"""Milliseconds during which a further inspection by the same referee adds no entry."""


class Official(Struct, frozen=True):
    """A referee who has inspected a match or ruled in it, and the time of the last inspection."""

    player: str
    inspected_at: int | None = None


class Match(Struct, frozen=True, gc=False, kw_only=True):
    """A match at a version: the state of its game, its seats, open prompts, undos, clocks and end.

    `opened` is None before the first entry, and `state` is None until the match has started. `began` is the version of
    the deal's last entry; an undo cannot go back beyond it. `forked` is the origin of a fork. `timing` is None without
    a clock. `timing`, `forfeited`, `officials`, `chairs`, `offer` and `former` are kept when the match goes back.
    `silence` is the number of the last outage that the clocks left out.
    """

    id: str
    version: int = 0
    opened: Opened | None = None
    forked: Forked | None = None
    chairs: tuple[SeatHolder, ...] = ()
    state: Any = None
    began: int = 0
    asked: tuple[NumberedPrompt, ...] = ()
    undos: int = 0
    request: Request | None = None
    offer: SeatOffer | None = None
    former: tuple[FormerPlayer, ...] = ()
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
    def owed(self) -> tuple[NumberedPrompt, ...]:
        """The open prompts whose seat has not sealed an answer yet."""
        if self.state is None or self.closed is not None:
            return ()
        sealed = find_sealed_choices(self.state)
        if sealed is None:
            return self.asked
        return tuple([asked for asked in self.asked if sealed[asked.prompt.seat] is None])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe an answer: they have an open prompt and no sealed answer."""
        return tuple(sorted({asked.prompt.seat for asked in self.owed}))

    @property
    def tutorial(self) -> str:
        """The lesson that the match teaches, or an empty string."""
        return "" if self.opened is None else self.opened.tutorial

    @property
    def clock(self) -> Clock | None:
        return None if self.opened is None else self.opened.clock

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple([seat for seat in range(len(self.chairs)) if seat not in self.forfeited])

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats of people whose time was called and who have given no command since."""
        watches = () if self.timing is None else self.timing.watches
        missed = {seat for seat, watch in enumerate(watches) if watch.missed}
        return tuple([seat for seat in self.playing if seat in missed and not self.chairs[seat].bot])

    @property
    def running(self) -> tuple[Running, ...]:
        """The seats whose time is running, with their questions. No time runs for bots or for seats that are out."""
        if self.timing is None or self.paused:
            return ()
        questions = self.questions
        return tuple(
            [questions[seat] for seat in sorted(questions) if not self.chairs[seat].bot and seat not in self.forfeited]
        )

    @property
    def questions(self) -> dict[int, Running]:
        """The oldest open question of each seat that owes an answer. The clock runs for this question."""
        first: dict[int, Running] = {}
        for asked in self.owed:
            seat: int = asked.prompt.seat
            if seat not in first or asked.id < first[seat].prompt:
                first[seat] = Running(seat, asked.id, (asked.prompt, self.state))
        return first

    @property
    def due(self) -> dict[int, int]:
        """For each seat whose time is running and limited, the moment (ms since 1970) at which it will be over."""
        timing, clock = self.timing, self.clock
        if timing is None or clock is None:
            return {}
        moments = {one.seat: due(timing, clock, one) for one in self.running}
        return {seat: at for seat, at in moments.items() if at is not None}

    def has_inspected(self, player: str, at: int) -> bool:
        """Returns whether a logged inspection, less than an hour old, covers a new one by this referee at this time."""
        times = [one.inspected_at for one in self.officials if one.player == player]
        return any(time is not None and 0 <= at - time < INSPECTION_MS for time in times)

    @property
    def is_restricted(self) -> bool:
        """Whether a clock, a pause or a seat that is out may forbid a command that the rules allow."""
        return self.timing is not None or self.paused or bool(self.forfeited)

    def prompts(self, seat: int) -> tuple[NumberedPrompt, ...]:
        """Returns the open prompts of a seat, including those with a sealed answer that may still be replaced."""
        return () if self.closed else tuple([asked for asked in self.asked if asked.prompt.seat == seat])


def rule_options(game: Game, options: Raw) -> Any:
    """Returns the rule options of a match as the Struct of its game."""
    decode: Callable[..., Any] = msgspec.json.decode
    return decode(options, type=game.options_type)


def outcome(game: Game, match: Match) -> Outcome | None:
    """Returns the result of a match (from a ruling, from the game, or from forfeits), or None before it has one.

    Seats that are out are placed last. In rules version 1 a seat that was out could end the match, and several other
    seats then shared the first place.
    """
    if match.state is None or match.called_off:
        return None
    if match.ruled is not None:
        return Outcome(match.ruled.points, match.ruled.places)
    played = game.outcome(match.state)
    if played is None and match.closed is not None and match.closed.reason is Ending.FORFEITED:
        played = outcome_without_play(len(match.chairs))
    if played is None or not match.forfeited:
        return played
    return rank_forfeited_last(played, match.forfeited, one_winner=game.one_winner and game.version > 1)
