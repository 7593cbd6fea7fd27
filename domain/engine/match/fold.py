"""The fold: applies the entries of a log to a match, all at once or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, chain, groupby, islice
from typing import Any, assert_never

from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import (
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
    SeatChanged,
    SeatLeft,
    SeatOfferAnswered,
    SeatOffered,
    SeatOpened,
    SeatTaken,
    SilencePassed,
    Started,
    TimeOver,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from chronik.domain.engine.match.log import NO_COMMAND, Batch, Entry, join_entries
from chronik.domain.engine.match.match import FormerPlayer, Match, Official, Request, SeatOffer, rule_options
from chronik.domain.engine.match.past import Past, keep_time
from chronik.domain.engine.match.timing import (
    Timing,
    count_time,
    extend_time,
    record_answer,
    record_call,
    record_command,
    skip_outage,
    start_timing,
)
from chronik.domain.engine.prompts import HasPrompts, NumberedPrompt
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.entries import batches


class NeedsWholeLog(Exception):
    """Raised if an undo in the tail of a log goes back beyond the tail's start, so that the whole log is needed."""


AT_ONCE = 64
"""The number of events that are folded before the open prompts are updated."""


def fold(game: Game, match: Match, entries: Iterable[Entry]) -> Match:
    """Returns the match after these entries. Raises `NeedsWholeLog` if an undo goes back beyond the first of them."""
    return fold_batches(game, match, [join_entries(batch) for batch in batches(entries)])


def fold_batches(game: Game, match: Match, log: Sequence[Batch[Any]]) -> Match:
    """Returns the match after these batches. Keeps earlier states only if there is an undo. Raises `NeedsWholeLog`."""
    goes_back = any(Undone in map(type, batch.e) for batch in log)
    past = Past(match)
    for only_plays, some in groupby(log, key=_only_plays):
        if only_plays and match.timing is None and not goes_back:
            match = _apply_game_events(game, match, chain.from_iterable([batch.e for batch in some]))
            continue
        for batch in some:
            begins = batch.cmd is not NO_COMMAND
            if begins:
                match = count_time_until(match, batch.at, batch.seat, batch.e[0])
                past.begin(match, batch.seat, batch.e[0])
            for events in zip(batch.e) if goes_back else _split_runs(batch.e):
                match = _apply(game, match, batch.at, events, past, begins=begins)
                begins = False
                if goes_back:
                    past.matches[match.version] = match
    return match


def walk(game: Game, match: Match, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Match]]:
    """Yields each entry, including struck-out ones, with the match after it."""
    past = Past(match)
    for entry in entries:
        if entry.begins:
            match = count_time_until(match, entry.at, entry.seat, entry.e)
            past.begin(match, entry.seat, entry.e)
        match = _apply(game, match, entry.at, (entry.e,), past, begins=entry.begins)
        past.matches[entry.n] = match
        yield entry, match


def _only_plays(batch: Batch[Any]) -> bool:
    """Returns whether a batch is complete from its first event and contains only events of the game."""
    return batch.cmd is not NO_COMMAND and ENGINE_EVENTS.isdisjoint(map(type, batch.e))


def _apply_game_events(game: Game, match: Match, events: Iterable[Any]) -> Match:
    """Returns the match after events of its game."""
    events, state, asked, version = iter(events), match.state, match.asked, match.version
    assert state is not None, "a game event before the start"
    while some := tuple(islice(events, AT_ONCE)):
        states = list(accumulate(some, game.evolve, initial=state))
        state, version = states[-1], version + len(some)
        asked = number_prompts(asked, states, version)
    return replace(match, version=version, state=state, asked=asked, request=None)


def _split_runs(events: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Splits the events of a batch into runs of engine events and runs of game events."""
    return [tuple(run) for _, run in groupby(events, key=_is_engine_event)]


def _is_engine_event(event: Any) -> bool:
    return type(event) in ENGINE_EVENTS


def _apply(game: Game, match: Match, at: int, events: tuple[Any, ...], past: Past, *, begins: bool) -> Match:
    """Returns the match after a run of events, which are either all engine events or all game events."""
    if _is_engine_event(events[0]):
        for event in events:
            match = _apply_engine_event(game, match, at, event, past)
        return match
    dealing = match.began == match.version and not begins
    played = _apply_game_events(game, match, events)
    return replace(played, began=played.version) if dealing else played


def advance_match(match: Match, states: Sequence[HasPrompts]) -> Match:
    """Returns the match after consecutive events of its game, given the state after each event."""
    if not states or match.state is None:
        return match
    version = match.version + len(states)
    asked = number_prompts(match.asked, (match.state, *states), version)
    return replace(match, version=version, state=states[-1], asked=asked, request=None)


def count_time_until(match: Match, at: int, seat: int | None, first: Any) -> Match:
    """Returns the match with its clocks, if any, advanced to the start of a batch."""
    timing = match.timing
    if timing is None or (clock := match.clock) is None:
        return match
    if isinstance(first, SilencePassed):
        # The clocks stop there, because another outage may follow this one.
        return replace(match, timing=skip_outage(timing, clock, match.running, first.since, min(first.until, at)))
    timing = count_time(timing, clock, match.running, at)
    if seat is not None:
        timing = record_command(timing, seat)
        if type(first) not in ENGINE_EVENTS:
            timing = record_answer(timing, clock, seat)
    return replace(match, timing=timing)


def _apply_engine_event(  # noqa: C901  one case per event
    game: Game, match: Match, at: int, event: EngineEvent, past: Past
) -> Match:
    version = match.version + 1
    match event:
        case Opened():
            timing = None if event.clock is None else start_timing(event.clock, event.seats, at)
            # A copy, because the options as read keep the bytes of the whole first batch in memory.
            opened = replace(event, options=event.options.copy())
            return replace(match, version=version, opened=opened, chairs=(SeatHolder(),) * event.seats, timing=timing)
        case Forked():
            forked = replace(event, position=event.position.copy())
            return replace(match, version=version, forked=forked)
        case SeatTaken():
            return replace(match, version=version, chairs=replace_at(match.chairs, event.seat, _chair(event)))
        case SeatLeft():
            return replace(match, version=version, chairs=replace_at(match.chairs, event.seat, SeatHolder()))
        case Started():
            assert match.opened is not None
            state = game.opening(rule_options(game, match.opened.options), match.opened.seats)
            return replace(match, version=version, state=state, began=version)
        case UndoAsked():
            return replace(match, version=version, request=Request(version, event.seat, event.to))
        case UndoAnswered():
            return replace(match, version=version, request=_record_vote(match, event))
        case Undone():
            return _go_back(game, match, version, event, past)
        case Inspected():
            return replace(match, version=version, officials=_officials(match, Official(event.player, at)))
        case TimeOver():
            return replace(match, version=version, timing=_record_time_over(match, event))
        case BotTookOver():
            chair = replace(match.chairs[event.seat], bot=event.level)
            return replace(match, version=version, chairs=replace_at(match.chairs, event.seat, chair), offer=None)
        case SeatOffered():
            return replace(match, version=version, offer=SeatOffer(version, event.seat))
        case SeatOfferAnswered():
            return replace(match, version=version, offer=_record_consent(match, event))
        case SeatOpened():
            return replace(match, version=version, offer=match.offer and replace(match.offer, open=True))
        case SeatChanged():
            return _change_person(match, version, event)
        case Forfeited():
            return _retire(game, match, version, event)
        case Paused():
            return replace(_add_official(match, event.player), version=version, paused=True)
        case Resumed():
            return replace(_add_official(match, event.player), version=version, paused=False)
        case Extended():
            return replace(_add_official(match, event.player), version=version, timing=_extend(match, event))
        case SilencePassed():
            return replace(match, version=version, silence=event.number)
        case Ruled():
            return replace(_add_official(match, event.player), version=version, ruled=event)
        case CalledOff():
            return replace(_add_official(match, event.player), version=version, called_off=True)
        case Closed():
            return replace(match, version=version, closed=event, request=None, offer=None)
        case _:
            assert_never(event)


def _chair(event: SeatTaken) -> SeatHolder:
    return SeatHolder(event.player, event.bot, event.entropy)


def _record_vote(match: Match, event: UndoAnswered) -> Request | None:
    request = match.request
    if request is None or not event.grant:
        return None
    return replace(request, granted=(*request.granted, event.seat))


def _record_consent(match: Match, event: SeatOfferAnswered) -> SeatOffer | None:
    offer = match.offer
    if offer is None or not event.grant:
        return None
    return replace(offer, granted=(*offer.granted, event.seat))


def _change_person(match: Match, version: int, event: SeatChanged) -> Match:
    """Returns the match with another person at a seat. The entropy stays, because the seed was derived from it."""
    chair = match.chairs[event.seat]
    return replace(
        match,
        version=version,
        chairs=replace_at(match.chairs, event.seat, replace(chair, player=event.player)),
        former=(*match.former, FormerPlayer(event.seat, chair.player, version)),
        offer=None,
        request=None,
    )


def _retire(game: Game, match: Match, version: int, event: Forfeited) -> Match:
    """Returns the match after a seat is out, with the prompts that the game then has open."""
    before = match.state
    assert before is not None, "a seat is out before the start"
    state = game.retire(before, event.seat)
    asked = match.asked if state is before else number_prompts(match.asked, (before, state), version)
    forfeited = (*match.forfeited, event.seat)
    return replace(match, version=version, state=state, asked=asked, forfeited=forfeited, request=None, offer=None)


def _go_back(game: Game, match: Match, version: int, event: Undone, past: Past) -> Match:
    before = past.matches.get(event.to)
    if before is None or before.state is None:
        raise NeedsWholeLog
    # An undo does not bring a seat back: seats that are out now are out of the earlier state too.
    state = reduce(game.retire, match.forfeited, before.state)
    # The prompts get new ids, so that an answer to an undone prompt does not count for an open one.
    asked = tuple(NumberedPrompt(version, prompt) for prompt in state.prompts)
    return replace(
        match,
        version=version,
        state=state,
        asked=asked,
        undos=match.undos + 1,
        request=None,
        timing=keep_time(match, before, version, past),
    )


def _record_time_over(match: Match, event: TimeOver) -> Timing | None:
    return None if match.timing is None else record_call(match.timing, event.seat, event.missed)


def _extend(match: Match, event: Extended) -> Timing | None:
    timing, clock = match.timing, match.clock
    if timing is None or clock is None:
        return None
    seats = range(len(match.chairs)) if event.seat is None else (event.seat,)
    return extend_time(timing, clock, seats, event.seconds, deadline=event.seat is None)


def _add_official(match: Match, player: str) -> Match:
    known = any(one.player == player for one in match.officials)
    return match if known else replace(match, officials=_officials(match, Official(player)))


def _officials(match: Match, official: Official) -> tuple[Official, ...]:
    return (*[one for one in match.officials if one.player != official.player], official)


def number_prompts(
    before: tuple[NumberedPrompt, ...], states: Sequence[HasPrompts], version: int
) -> tuple[NumberedPrompt, ...]:
    """Returns the open prompts after some events, with their ids.

    `states` are the state before the first event and the state after each event, and `version` is the last version. A
    prompt that stays open keeps its id. A prompt that an event opens or asks again gets the version of that event.
    """
    earlier, last = states[-2], states[-1]
    prompts, again = last.prompts, last.prompts_asked_again(earlier)
    if prompts == again:
        return tuple([NumberedPrompt(version, prompt) for prompt in prompts])
    open_before = earlier.prompts
    if len(states) == 2 and prompts is open_before and not again:
        return before
    if not [prompt for prompt in prompts if prompt in open_before]:
        return tuple([NumberedPrompt(version, prompt) for prompt in prompts])
    return tuple([_number_prompt(before, states, version, prompt, prompts[:n]) for n, prompt in enumerate(prompts)])


def _number_prompt(
    before: tuple[NumberedPrompt, ...], states: Sequence[HasPrompts], version: int, prompt: Any, beside: tuple[Any, ...]
) -> NumberedPrompt:
    """Returns a prompt with its id. `beside` are the open prompts listed before it; equal prompts get ids in order."""
    equal = beside.count(prompt)
    for at in range(len(states) - 1, 0, -1):
        earlier = states[at - 1]
        if prompt in states[at].prompts_asked_again(earlier) or earlier.prompts.count(prompt) <= equal:
            return NumberedPrompt(version, prompt)
        version -= 1
    return [known for known in before if known.prompt == prompt][equal]
