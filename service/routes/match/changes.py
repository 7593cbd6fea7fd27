"""What the neutral routes answer of a match that has changed."""

from typing import Any

from litestar import Response
from msgspec import Struct

from domain.engine.match.match import Match
from projections.match.frames import line
from projections.match.lines import Line
from service.http.entity_tags import etag
from service.http.match_summary import MatchSummary, match_summary
from service.matches.catalogue import Rules
from service.matches.play import Recorded
from service.openapi.contract import Token
from service.people.access import Hold, held_until, is_disclosed
from service.people.auth import Principal
from service.people.register import People
from service.problems.ids import Hash
from service.tournaments.holds import Holds

PLAYING: dict[str, Any] = {"token": Token.REQUIRED, "gives": ("ETag",)}
STRICT = ("Idempotency-Key", "If-Match")


class Changed(Struct, frozen=True):
    """What a request about the table or an undo has brought: the lines, and the match after them."""

    version: int
    head: Hash
    lines: tuple[Line, ...]
    match: MatchSummary


async def described(
    people: People, rules: Rules, match: Match, head: bytes, principal: Principal | None, hold: Hold | None = None
) -> MatchSummary:
    """A match from outside, with the names of those who sit at it and of its referees.

    `hold` is what the tournament of a held match says.
    """
    players = {chair.player for chair in match.chairs} | {one.player for one in match.officials}
    known = await people.known(players - {""})
    return match_summary(rules, match, head, known, is_disclosed(match, principal, hold), held_until(match, hold))


async def changed(people: People, holds: Holds, done: Recorded, principal: Principal | None) -> Response[Changed]:
    """What a request has brought."""
    hold = await holds.of(done.match)
    body = Changed(
        version=done.match.version,
        head=done.head.hex(),
        lines=tuple(line(done.rules.projection, entry) for entry in done.entries),
        match=await described(people, done.rules, done.match, done.head, principal, hold),
    )
    return Response(body, headers={"ETag": etag(body.version)})
