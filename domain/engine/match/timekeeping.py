"""Timekeeping: who may still act, whose time is over, what that brings, when no time runs, and giving up."""

from __future__ import annotations

from typing import Any

from domain.engine.game import Rejected
from domain.engine.match.clock import MISSED, AtZero
from domain.engine.match.commands import ENGINE_COMMANDS, AnswerUndo, PassSilence, TakeBack
from domain.engine.match.events import BotTookOver, EngineEvent, Forfeited, SilencePassed, TimeOver
from domain.engine.match.log import Author
from domain.engine.match.match import Match


def permit(match: Match, command: Any, seat: int | None, by: Author, at: int) -> None:
    """Refuses what a seat wants while the match is paused, when it is out or its time over, or when a bot plays it."""
    if match.timing is None and not match.paused and not match.forfeited:
        return
    if seat is None or (type(command) in ENGINE_COMMANDS and not isinstance(command, TakeBack | AnswerUndo)):
        return
    if match.paused:
        raise Rejected("paused")
    _still_in(match, seat, by)
    if by is Author.SEAT and _is_over(match, seat, at):
        raise Rejected("time-over")


def call_time(match: Match, at: int) -> tuple[EngineEvent, ...]:
    """The time of whoever is due first is over, if it is; of all of them where several are due at one moment.

    Who comes later is called later: what the first call brings may well spare the others.
    """
    due = match.due
    first = min(due.values(), default=None)
    if first is None or first > at:
        raise Rejected("time-left", **({} if first is None else {"due": first}))
    return tuple(event for seat, moment in due.items() if moment == first for event in _at_zero(match, seat))


def pass_silence(match: Match, command: PassSilence) -> tuple[EngineEvent, ...]:
    """No time ran in a silence, as it was recorded: nothing in a log tells whether there was one."""
    if match.timing is None:
        raise Rejected("no-clock")
    if command.number <= match.silence:
        raise Rejected("silence-passed")
    return (SilencePassed(command.number, command.since, command.until),)


def resign(match: Match, seat: int, by: Author) -> tuple[EngineEvent, ...]:
    """A seat gives up, at any time while the match runs."""
    if match.state is None:
        raise Rejected("not-started")
    _still_in(match, seat, by)
    return (Forfeited(seat, resigned=True),)


def _still_in(match: Match, seat: int, by: Author) -> None:
    if seat in match.forfeited:
        raise Rejected("forfeited")
    chair = match.chairs[seat]
    if by is Author.SEAT and chair.player and chair.bot:
        raise Rejected("bot-plays", level=chair.bot)


def _is_over(match: Match, seat: int, at: int) -> bool:
    timing = match.timing
    if timing is None:
        return False
    moment = match.due.get(seat)
    if moment is not None:
        return at >= moment
    watch = timing.watches[seat]
    # What is sealed may be replaced as long as there is time, but not what the clock has sealed.
    by_clock = any(asked.id == watch.called for asked in match.prompts(seat)) and seat not in match.waiting
    return by_clock or 0 < timing.deadline <= at


def _at_zero(match: Match, seat: int) -> tuple[EngineEvent, ...]:
    clock, timing = match.clock, match.timing
    assert clock is not None
    assert timing is not None
    over = TimeOver(seat, timing.watches[seat].missed + 1)
    if clock.at_zero is AtZero.DEFAULT and over.missed < MISSED:
        return (over,)
    return (over, BotTookOver(seat, clock.bot) if clock.bot else Forfeited(seat))
