"""Refereeing: how whoever may do so pauses a match, extends its time, or rules its result, without any request."""

from __future__ import annotations

from hashlib import sha256

from domain.engine.match.commands import Extend, Pause, Resume, RuleResult
from domain.engine.match.log import Author, encode
from domain.engine.match.match import Match
from service.clock import FARTHEST_MS
from service.matches.live import Live, LiveMatches
from service.matches.play import NotSeated, Recorded, Submission, play

Order = Pause | Resume | Extend | RuleResult
"""What a referee may want of a match; each names who the referee is, and why."""


class TooFar(Exception):
    """With so much more time a clock would run out more than ten years from now."""


async def referee(matches: LiveMatches, live: Live, order: Order, key: str, version: int | None = None) -> Recorded:
    """Carries out an order; with the same key a second time it is the first one again.

    Whether somebody may referee is the caller's to know, but nobody does so where they sit: that raises `NotSeated`.
    Raises `TooFar`, and what `play` raises.
    """
    if any(chair.player == order.player for chair in live.match.chairs):
        raise NotSeated
    if isinstance(order, Extend) and _is_too_far(live.match, order, matches.now()):
        raise TooFar
    submission = Submission(
        command=order, key=key, fingerprint=sha256(encode(order)).hexdigest()[:32], by=Author.REFEREE, version=version
    )
    return await play(matches, live, submission)


def _is_too_far(match: Match, order: Extend, now: int) -> bool:
    timing, seat = match.timing, order.seat
    if timing is None:
        return False
    watches = timing.watches if seat is None else timing.watches[seat : seat + 1]
    ends = [now + max(watch.left, -watch.spent) for watch in watches]
    if seat is None:
        ends.append(timing.deadline)
    return max(ends, default=now) + 1_000 * order.seconds > now + FARTHEST_MS
