"""The fold: a match after some more entries of its log, all at once or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, groupby, islice
from typing import Any, assert_never

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
    Forked,
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
from domain.engine.match.log import NO_COMMAND, Batch, Entry, batches, joined
from domain.engine.match.match import Match, Official, Request, rule_options
from domain.engine.match.timing import Timing, answered, begun, called, counted, extended, shown_up, silent
from domain.engine.prompts import Asked, Asking, renumbered
from domain.engine.seats import SeatHolder
from domain.engine.tuples import placed


class NeedsWholeLog(Exception):
    """A tail goes back to before its beginning: the whole log is needed."""


AT_ONCE = 64
"""So many events are folded before it is asked which prompts they have left open."""

Past = dict[int, Asking | None]
"""The states by version that a match may go back to."""


def fold(game: Game, match: Match, entries: Iterable[Entry]) -> Match:
    """The match after some more entries; raises `NeedsWholeLog` when they go back to before the first of them."""
    return fold_batches(game, match, [joined(batch) for batch in batches(entries)])


def fold_batches(game: Game, match: Match, log: Sequence[Batch[Any]]) -> Match:
    """The match after some more batches; raises `NeedsWholeLog`. Where they take nothing back, few states are kept."""
    goes_back = any(Undone in map(type, batch.e) for batch in log)
    past: Past = {match.version: match.state}
    for only_plays, some in groupby(log, key=_only_plays):
        if only_plays and match.timing is None and not goes_back:
            match = _played(game, match, chain.from_iterable([batch.e for batch in some]))
            continue
        for batch in some:
            begins = batch.cmd is not NO_COMMAND
            if begins:
                match = timed_to(match, batch.at, batch.seat, batch.e[0])
            for events in zip(batch.e) if goes_back else _runs(batch.e):
                match = _after(game, match, batch.at, events, past, begins=begins)
                begins = False
                if goes_back:
                    past[match.version] = match.state
    return match


def walk(game: Game, match: Match, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Match]]:
    """Each entry with the match after it, the struck-out ones too."""
    past: Past = {match.version: match.state}
    for entry in entries:
        if entry.begins:
            match = timed_to(match, entry.at, entry.seat, entry.e)
        match = _after(game, match, entry.at, (entry.e,), past, begins=entry.begins)
        past[entry.n] = match.state
        yield entry, match


def _only_plays(batch: Batch[Any]) -> bool:
    """Whether a batch is whole, and all its events are those of a game."""
    return batch.cmd is not NO_COMMAND and ENGINE_EVENTS.isdisjoint(map(type, batch.e))


def _played(game: Game, match: Match, events: Iterable[Any]) -> Match:
    """The match after events of its game."""
    events, state, asked, version = iter(events), match.state, match.asked, match.version
    assert state is not None, "a game event before the start"
    while some := tuple(islice(events, AT_ONCE)):
        states = list(accumulate(some, game.evolve, initial=state))
        state, version = states[-1], version + len(some)
        asked = renumbered(asked, states, version)
    return replace(match, version=version, state=state, asked=asked, request=None)


def _runs(events: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The events of a batch, those of the engine and those of the game apart."""
    return [tuple(run) for _, run in groupby(events, key=_frames)]


def _frames(event: Any) -> bool:
    return type(event) in ENGINE_EVENTS


def _after(game: Game, match: Match, at: int, events: tuple[Any, ...], past: Past, *, begins: bool) -> Match:
    """The match after some more events of a batch, all of them of the engine or all of its game."""
    if _frames(events[0]):
        for event in events:
            match = _frame(game, match, at, event, past)
        return match
    dealing = match.began == match.version and not begins
    played = _played(game, match, events)
    return replace(played, began=played.version) if dealing else played


def moved(match: Match, states: Sequence[Asking]) -> Match:
    """The match after consecutive events of its game, given the state after each."""
    if not states or match.state is None:
        return match
    version = match.version + len(states)
    asked = renumbered(match.asked, (match.state, *states), version)
    return replace(match, version=version, state=states[-1], asked=asked, request=None)


def timed_to(match: Match, at: int, seat: int | None, first: Any) -> Match:
    """The match with its time counted up to a batch that begins, if there is a clock."""
    timing, clock = match.timing, match.clock
    if timing is None or clock is None:
        return match
    if isinstance(first, SilencePassed):
        # And no further: what follows it may be the next silence.
        return replace(match, timing=silent(timing, clock, match.running, first.since, min(first.until, at)))
    timing = counted(timing, clock, match.running, at)
    if seat is not None:
        timing = shown_up(timing, seat)
        if type(first) not in ENGINE_EVENTS:
            timing = answered(timing, clock, seat)
    return replace(match, timing=timing)


def _frame(  # noqa: C901  one case per event
    game: Game, match: Match, at: int, event: EngineEvent, past: Past
) -> Match:
    version = match.version + 1
    match event:
        case Opened():
            timing = None if event.clock is None else begun(event.clock, event.seats, at)
            # A copy: as they were read, the options hold on to the bytes of the whole first batch.
            opened = replace(event, options=event.options.copy())
            return replace(match, version=version, opened=opened, chairs=(SeatHolder(),) * event.seats, timing=timing)
        case Forked():
            forked = replace(event, position=event.position.copy())
            return replace(match, version=version, forked=forked)
        case SeatTaken():
            return replace(match, version=version, chairs=placed(match.chairs, event.seat, _chair(event)))
        case SeatLeft():
            return replace(match, version=version, chairs=placed(match.chairs, event.seat, SeatHolder()))
        case Started():
            assert match.opened is not None
            state = game.opening(rule_options(game, match.opened.options), match.opened.seats)
            return replace(match, version=version, state=state, began=version)
        case UndoAsked():
            return replace(match, version=version, request=Request(version, event.seat, event.to))
        case UndoAnswered():
            return replace(match, version=version, request=_answered(match, event))
        case Undone():
            return _gone_back(match, version, event, past)
        case Inspected():
            return replace(match, version=version, officials=_officials(match, Official(event.player, at)))
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


def _gone_back(match: Match, version: int, event: Undone, past: Past) -> Match:
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
