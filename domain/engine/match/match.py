"""A match: the truth folded from its log, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, Generic, TypeVar, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.engine.game import Game, Outcome
from domain.engine.match.clock import Clock
from domain.engine.match.events import (
    ENGINE_EVENTS,
    BotTookOver,
    CalledOff,
    Closed,
    Ending,
    EngineEvent,
    Extended,
    Forfeited,
    Inspected,
    Opened,
    Paused,
    Resumed,
    Ruled,
    SeatLeft,
    SeatTaken,
    SilencePassed,
    Started,
    TimeOver,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from domain.engine.match.forfeits import nothing_played, placed_last
from domain.engine.match.log import Entry
from domain.engine.match.timing import (
    Running,
    Timing,
    answered,
    begun,
    called,
    counted,
    due,
    extended,
    shown_up,
    silent,
)
from domain.engine.prompts import Asked, Asking, renumbered
from domain.engine.seats import Chair

S = TypeVar("S", bound=Asking)


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


class Match(Struct, Generic[S], frozen=True, gc=False, kw_only=True):
    """The state of a match at a version, together with what frames it: chairs, open prompts, undos, its end.

    `opened` is None before the first entry, `state` until the match has started. `began` is the version of the last
    entry of the deal: nothing goes back beyond it. `timing` is None where there is no clock; what it counts, and who is
    out, stays as it is when the match goes back; so do the `officials`. `silence` is the
    number of the last one that was passed.
    """

    id: str
    version: int = 0
    opened: Opened | None = None
    chairs: tuple[Chair, ...] = ()
    state: S | None = None
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
        sealed = self.state.sealed
        return [asked for asked in self.asked if sealed[asked.prompt.seat] is None]

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


class Rewound(Exception):
    """A tail goes back to before its beginning: the whole log is needed."""


def fold(game: Game[Any, Any, S], match: Match[S], entries: Iterable[Entry[Any]]) -> Match[S]:
    """The match after some more entries; raises `Rewound` when they go back to before the first of them."""
    past: dict[int, S | None] = {match.version: match.state}
    played: list[S] = []
    evolve, state = game.evolve, match.state
    timed = match.timing is not None
    for entry in entries:
        event, version = entry.e, entry.n
        if timed and entry.begins:
            match, played = timed_to(moved(match, played), entry), []
        if type(event) in ENGINE_EVENTS:
            match = _frame(game, moved(match, played), entry, event, past)
            state, played, timed = match.state, [], match.timing is not None
        else:
            assert state is not None, "a game event before the start"
            state = evolve(state, event)
            played.append(state)
            if entry.cause < match.began:
                match = replace(match, began=version)
        past[version] = state
    return moved(match, played)


def moved(match: Match[S], states: Sequence[S]) -> Match[S]:
    """The match after some events of its game in a row, from the state after each of them."""
    if not states or match.state is None:
        return match
    version, asked, prompts = match.version, match.asked, match.state.prompts
    for state in states:
        version += 1
        if state.prompts is not prompts:
            prompts = state.prompts
            asked = renumbered(asked, prompts, version)
    return replace(match, version=version, state=states[-1], asked=asked, request=None)


def walk(
    game: Game[Any, Any, S], match: Match[S], entries: Iterable[Entry[Any]]
) -> Iterator[tuple[Entry[Any], Match[S]]]:
    """Each entry with the match after it, the struck-out ones too."""
    past: dict[int, S | None] = {match.version: match.state}
    for entry in entries:
        event = entry.e
        framing = type(event) in ENGINE_EVENTS
        match = timed_to(match, entry)
        match = _frame(game, match, entry, event, past) if framing else _play(game, match, entry)
        past[entry.n] = match.state
        yield entry, match


def _play(game: Game[Any, Any, S], match: Match[S], entry: Entry[Any]) -> Match[S]:
    before = match.state
    assert before is not None, "a game event before the start"
    state = game.evolve(before, entry.e)
    version = entry.n
    asked = match.asked if state.prompts is before.prompts else renumbered(match.asked, state.prompts, version)
    began = version if entry.cause < match.began else match.began
    return replace(match, version=version, state=state, asked=asked, began=began, request=None)


def timed_to(match: Match[S], entry: Entry[Any]) -> Match[S]:
    """The match with its time counted up to an entry, where a batch begins and there is a clock."""
    timing, clock = match.timing, match.clock
    if timing is None or clock is None or not entry.begins:
        return match
    if isinstance(entry.e, SilencePassed):
        # And no further: what follows it may be the next silence.
        until = min(entry.e.until, entry.at)
        return replace(match, timing=silent(timing, clock, match.running, entry.e.since, until))
    timing = counted(timing, clock, match.running, entry.at)
    if entry.seat is not None:
        timing = shown_up(timing, entry.seat)
        if type(entry.e) not in ENGINE_EVENTS:
            timing = answered(timing, clock, entry.seat)
    return replace(match, timing=timing)


def _frame(
    game: Game[Any, Any, S], match: Match[S], entry: Entry[Any], event: EngineEvent, past: dict[int, S | None]
) -> Match[S]:
    version = entry.n
    match event:
        case Opened():
            timing = None if event.clock is None else begun(event.clock, event.seats, entry.at)
            return replace(match, version=version, opened=event, chairs=(Chair(),) * event.seats, timing=timing)
        case SeatTaken():
            return replace(match, version=version, chairs=_seated(match, event.seat, _chair(event)))
        case SeatLeft():
            return replace(match, version=version, chairs=_seated(match, event.seat, Chair()))
        case Started():
            assert match.opened is not None
            state = game.opening(rule_options(game, match.opened), match.opened.seats)
            return replace(match, version=version, state=state, began=version)
        case UndoAsked():
            return replace(match, version=version, request=Request(version, event.seat, event.to))
        case UndoAnswered():
            return replace(match, version=version, request=_answered(match, event))
        case Undone():
            return _gone_back(match, version, event, past)
        case Inspected():
            return replace(match, version=version, officials=_officials(match, Official(event.player, entry.at)))
        case TimeOver():
            return replace(match, version=version, timing=_called(match, event))
        case BotTookOver():
            chair = replace(match.chairs[event.seat], bot=event.level)
            return replace(match, version=version, chairs=_seated(match, event.seat, chair))
        case Forfeited():
            return replace(match, version=version, forfeited=(*match.forfeited, event.seat), request=None)
        case Paused():
            return replace(_acted(match, event.player), version=version, paused=True)
        case Resumed():
            return replace(_acted(match, event.player), version=version, paused=False)
        case Extended():
            return replace(_acted(match, event.player), version=version, timing=_extended(match, event))
        case SilencePassed():
            return replace(match, version=version, silence=event.number)
        case Ruled():
            return replace(_acted(match, event.player), version=version, ruled=event)
        case CalledOff():
            return replace(_acted(match, event.player), version=version, called_off=True)
        case Closed():
            return replace(match, version=version, closed=event, request=None)
        case _:
            assert_never(event)


def rule_options(game: Game[Any, Any, Any], opened: Opened) -> Any:
    """The options a match was opened with, as the game's own Struct."""
    decode: Callable[..., Any] = msgspec.json.decode
    return decode(opened.options, type=game.options_type)


def _chair(event: SeatTaken) -> Chair:
    return Chair(event.player, event.bot, event.entropy)


def _seated(match: Match[S], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*match.chairs[:seat], chair, *match.chairs[seat + 1 :])


def _answered(match: Match[S], event: UndoAnswered) -> Request | None:
    request = match.request
    if request is None or not event.grant:
        return None
    return replace(request, granted=(*request.granted, event.seat))


def _gone_back(match: Match[S], version: int, event: Undone, past: dict[int, S | None]) -> Match[S]:
    state = past.get(event.to)
    if state is None:
        raise Rewound
    # The questions are asked anew: an answer meant for what was undone must not count for what is open now.
    asked = tuple(Asked(version, prompt) for prompt in state.prompts)
    return replace(match, version=version, state=state, asked=asked, undos=match.undos + 1, request=None)


def _acted(match: Match[S], player: str) -> Match[S]:
    known = any(one.player == player for one in match.officials)
    return match if known else replace(match, officials=_officials(match, Official(player)))


def _officials(match: Match[Any], official: Official) -> tuple[Official, ...]:
    return (*[one for one in match.officials if one.player != official.player], official)


def _called(match: Match[Any], event: TimeOver) -> Timing | None:
    return None if match.timing is None else called(match.timing, event.seat, event.missed)


def _extended(match: Match[Any], event: Extended) -> Timing | None:
    timing, clock = match.timing, match.clock
    if timing is None or clock is None:
        return None
    seats = range(len(match.chairs)) if event.seat is None else (event.seat,)
    return extended(timing, clock, seats, event.seconds, deadline=event.seat is None)


def outcome(game: Game[Any, Any, S], match: Match[S]) -> Outcome | None:
    """How the match ended: by a ruling, by its game, with those who are out placed last, or by their being out."""
    if match.state is None or match.called_off:
        return None
    if match.ruled is not None:
        return Outcome(match.ruled.points, match.ruled.places)
    played = game.outcome(match.state)
    if played is None and match.closed is not None and match.closed.reason is Ending.FORFEITED:
        played = nothing_played(len(match.chairs))
    return played if played is None or not match.forfeited else placed_last(played, match.forfeited)
