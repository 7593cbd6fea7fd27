"""Timekeeping: which seats may act, calls of time and their consequences, outages, and resigning."""

from __future__ import annotations

from typing import Any

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.clock import MISSED, AtZero
from chronik.domain.engine.match.commands import (
    ENGINE_COMMANDS,
    AnswerSeatOffer,
    AnswerUndo,
    OfferSeat,
    PassSilence,
    TakeBack,
)
from chronik.domain.engine.match.events import BotTookOver, EngineEvent, Forfeited, SilencePassed, TimeOver
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match

OF_PEOPLE = TakeBack | AnswerUndo | OfferSeat | AnswerSeatOffer
"""The engine's commands that a seat may give only while its person may play."""


def permit(match: Match, command: Any, seat: int | None, by: Author, at: int) -> None:
    """Raises `Rejected` if the match is paused, the seat is out, its time is over, or a bot plays it.

    A call is necessary only if the match `is_restricted`.
    """
    if seat is None or (type(command) in ENGINE_COMMANDS and not isinstance(command, OF_PEOPLE)):
        return
    if match.paused:
        raise Rejected("paused")
    _check_still_in(match, seat, by)
    if by is Author.SEAT and _is_over(match, seat, at):
        raise Rejected("time-over")


def call_time(match: Match, at: int) -> tuple[EngineEvent, ...]:
    """Returns the events that call the time of the seat whose time ended first. Raises `Rejected` if no time is over.

    Seats whose time ended at the same moment are called together. Seats whose time ended later are not called, because
    the first call may close their questions.
    """
    due = match.due
    first = min(due.values(), default=None)
    if first is None or first > at:
        raise Rejected("time-left", **({} if first is None else {"due": first}))
    return tuple(event for seat, moment in due.items() if moment == first for event in _events_at_zero(match, seat))


def pass_silence(match: Match, command: PassSilence) -> tuple[EngineEvent, ...]:
    """Returns the event that excludes a recorded outage from the clocks. The log alone cannot prove the outage."""
    if match.timing is None:
        raise Rejected("no-clock")
    if command.number <= match.silence:
        raise Rejected("silence-passed")
    return (SilencePassed(command.number, command.since, command.until),)


def resign(match: Match, seat: int, by: Author) -> tuple[EngineEvent, ...]:
    """Returns the event with which a seat resigns.

    Raises `Rejected` before the start, or if the seat is already out.
    """
    if match.state is None:
        raise Rejected("not-started")
    _check_still_in(match, seat, by)
    return (Forfeited(seat, resigned=True),)


def _check_still_in(match: Match, seat: int, by: Author) -> None:
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
    # A seat may replace its sealed choice while it has time, but not a choice that the clock sealed.
    by_clock = any(asked.id == watch.called for asked in match.prompts(seat)) and seat not in match.waiting
    return by_clock or 0 < timing.deadline <= at


def _events_at_zero(match: Match, seat: int) -> tuple[EngineEvent, ...]:
    clock, timing = match.clock, match.timing
    assert clock is not None
    assert timing is not None
    over = TimeOver(seat, timing.watches[seat].missed + 1)
    if clock.at_zero is AtZero.DEFAULT and over.missed < MISSED:
        return (over,)
    return (over, BotTookOver(seat, clock.bot) if clock.bot else Forfeited(seat))
