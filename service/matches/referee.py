"""Refereeing: how whoever may do so pauses a match, extends its time, or rules its result, without any request."""

from __future__ import annotations

from hashlib import sha256

from domain.engine.match.commands import Extend, Pause, Resume, RuleResult
from domain.engine.match.log import Author, encode
from service.matches.live import Live, LiveMatches
from service.matches.play import NotSeated, Recorded, Submission, play

Order = Pause | Resume | Extend | RuleResult
"""What a referee may want of a match; each names who the referee is, and why."""


async def referee(matches: LiveMatches, live: Live, order: Order, key: str, version: int | None = None) -> Recorded:
    """Carries out an order; with the same key a second time it is the first one again.

    Whether somebody may referee is the caller's to know, but nobody does so where they sit: that raises `NotSeated`.
    Raises what `play` raises.
    """
    if any(chair.player == order.player for chair in live.match.chairs):
        raise NotSeated
    submission = Submission(
        command=order, key=key, fingerprint=sha256(encode(order)).hexdigest()[:32], by=Author.REFEREE, version=version
    )
    return await play(matches, live, submission)
