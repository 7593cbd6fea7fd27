"""The responses of routes that change a match, the same for all games."""

from typing import Any

from litestar import Response
from msgspec import Struct

from chronik.domain.engine.match.match import Match
from chronik.projections.match.frames import line
from chronik.projections.match.lines import Line
from chronik.service.identity.access import Withholding, is_disclosed, withheld_until
from chronik.service.identity.auth import Principal
from chronik.service.identity.register import People
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.play import Recorded
from chronik.service.matches.summary import MatchSummary, match_summary
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.headers import etag
from chronik.service.web.openapi.contract import Token
from chronik.service.web.problems.ids import Hash

PLAYING: dict[str, Any] = {"token": Token.REQUIRED, "gives": ("ETag",)}
STRICT = ("Idempotency-Key", "If-Match")


class Changed(Struct, frozen=True):
    """The result of a request about seats, an undo or a ruling: its lines, and the match after them."""

    version: int
    head: Hash
    lines: tuple[Line, ...]
    match: MatchSummary


async def describe_match(
    people: People,
    rules: Rules,
    match: Match,
    head: bytes,
    principal: Principal | None,
    withholding: Withholding | None = None,
) -> MatchSummary:
    """Builds the summary of a match, with the names of its players and referees.

    `withholding` is the state of the tournament, if the tournament withholds the match.
    """
    others = {one.player for one in match.officials} | {one.player for one in match.former}
    known = await people.find_names_if_up({chair.player for chair in match.chairs} - {""} | others)
    return match_summary(
        rules, match, head, known, is_disclosed(match, principal, withholding), withheld_until(match, withholding)
    )


async def change_response(
    people: People, withheld: WithheldMatches, done: Recorded, principal: Principal | None
) -> Response[Changed]:
    """Builds the response to a recorded request."""
    withholding = await withheld.of(done.match)
    body = Changed(
        version=done.match.version,
        head=done.head.hex(),
        lines=tuple(line(done.rules.projection, entry) for entry in done.entries),
        match=await describe_match(people, done.rules, done.match, done.head, principal, withholding),
    )
    return Response(body, headers={"ETag": etag(body.version)})
