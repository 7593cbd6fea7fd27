"""The fold: a match after some more entries of its log, all at once or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from domain.engine.game import Game
from domain.engine.match.events import (
    ENGINE_EVENTS,
    BotTookOver,
    CalledOff,
    Closed,
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
from domain.engine.match.log import Entry
from domain.engine.match.match import Match, Official, Request, rule_options
from domain.engine.match.timing import Timing, answered, begun, called, counted, extended, shown_up, silent
from domain.engine.prompts import Asked, Asking, renumbered
from domain.engine.seats import SeatHolder
from domain.engine.tuples import placed


class NeedsWholeLog(Exception):
    """A tail goes back to before its beginning: the whole log is needed."""


def fold(game: Game, match: Match, entries: Iterable[Entry]) -> Match:
    """The match after some more entries; raises `NeedsWholeLog` when they go back to before the first of them."""
    return next((last for _, last in _grown(game, match, entries, each=False)), match)


def walk(game: Game, match: Match, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Match]]:
    """Each entry with the match after it, the struck-out ones too."""
    return _grown(game, match, entries, each=True)


def _grown(game: Game, match: Match, entries: Iterable[Entry], *, each: bool) -> Iterator[tuple[Entry, Match]]:
    """Each entry with the match after it; without `each` the last one only, so that no match before it is made."""
    past: dict[int, Asking | None] = {match.version: match.state}
    states: list[Asking] = []
    evolve, state = game.evolve, match.state
    entry: Entry | None = None
    for entry in entries:
        event = entry.e
        if match.timing is not None and entry.begins:
            match, states = timed_to(moved(match, states), entry), []
        if type(event) in ENGINE_EVENTS:
            match, states = _frame(game, moved(match, states), entry, event, past), []
            state = match.state
        else:
            assert state is not None, "a game event before the start"
            state = evolve(state, event)
            states.append(state)
            if entry.cause < match.began:
                match = replace(match, began=entry.n)
        past[entry.n] = state
        if each:
            match, states = moved(match, states), []
            yield entry, match
    if entry is not None and not each:
        yield entry, moved(match, states)


def moved(match: Match, states: Sequence[Asking]) -> Match:
    """The match after consecutive events of its game, given the state after each."""
    if not states or match.state is None:
        return match
    version, asked, prompts = match.version, match.asked, match.state.prompts
    for state in states:
        version += 1
        if state.prompts is not prompts:
            prompts = state.prompts
            asked = renumbered(asked, prompts, version, state.anew)
    return replace(match, version=version, state=states[-1], asked=asked, request=None)


def timed_to(match: Match, entry: Entry) -> Match:
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


def _frame(  # noqa: C901  one case per event
    game: Game, match: Match, entry: Entry, event: EngineEvent, past: dict[int, Asking | None]
) -> Match:
    version = entry.n
    match event:
        case Opened():
            timing = None if event.clock is None else begun(event.clock, event.seats, entry.at)
            return replace(match, version=version, opened=event, chairs=(SeatHolder(),) * event.seats, timing=timing)
        case SeatTaken():
            return replace(match, version=version, chairs=placed(match.chairs, event.seat, _chair(event)))
        case SeatLeft():
            return replace(match, version=version, chairs=placed(match.chairs, event.seat, SeatHolder()))
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
            return replace(match, version=version, chairs=placed(match.chairs, event.seat, chair))
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


def _chair(event: SeatTaken) -> SeatHolder:
    return SeatHolder(event.player, event.bot, event.entropy)


def _answered(match: Match, event: UndoAnswered) -> Request | None:
    request = match.request
    if request is None or not event.grant:
        return None
    return replace(request, granted=(*request.granted, event.seat))


def _gone_back(match: Match, version: int, event: Undone, past: dict[int, Asking | None]) -> Match:
    state = past.get(event.to)
    if state is None:
        raise NeedsWholeLog
    # The questions are asked anew: an answer meant for what was undone must not count for what is open now.
    asked = tuple(Asked(version, prompt) for prompt in state.prompts)
    return replace(match, version=version, state=state, asked=asked, undos=match.undos + 1, request=None)


def _called(match: Match, event: TimeOver) -> Timing | None:
    return None if match.timing is None else called(match.timing, event.seat, event.missed)


def _extended(match: Match, event: Extended) -> Timing | None:
    timing, clock = match.timing, match.clock
    if timing is None or clock is None:
        return None
    seats = range(len(match.chairs)) if event.seat is None else (event.seat,)
    return extended(timing, clock, seats, event.seconds, deadline=event.seat is None)


def _acted(match: Match, player: str) -> Match:
    known = any(one.player == player for one in match.officials)
    return match if known else replace(match, officials=_officials(match, Official(player)))


def _officials(match: Match, official: Official) -> tuple[Official, ...]:
    return (*[one for one in match.officials if one.player != official.player], official)
