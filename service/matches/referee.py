"""Orders from referees: pausing a match, extending its time, or ruling on its result."""

from __future__ import annotations

from hashlib import sha256

from chronik.domain.engine.match.commands import Extend, Pause, Resume, RuleResult
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.log.canonical import encode
from chronik.service.matches.live import Live, LiveMatches
from chronik.service.matches.play import NotSeated, Recorded, Submission, play
from chronik.service.running.clock import FARTHEST_MS

Order = Pause | Resume | Extend | RuleResult
"""An order from a referee; each names the referee, and all but `Resume` name the cause."""


class TooFar(Exception):
    """The error if an extension would let a clock run out more than ten years from now."""


async def carry_out(matches: LiveMatches, live: Live, order: Order, key: str, version: int | None = None) -> Recorded:
    """Carries out an order; a repeat with the same key returns the first answer.

    The caller must check that the player is a referee. Raises `NotSeated` if they sit in this match themselves, because
    a referee may not take part. Raises `TooFar`, and what `play` raises.
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
