"""The history of a match, the same for all games: scores, audit and archive."""

import msgspec
from litestar import Response, get
from msgspec import Struct

from chronik.domain.engine.seats import Referee
from chronik.domain.log.signature import Signer
from chronik.projections.match.audit import AuditEntry, audit
from chronik.projections.match.lobby import Listing, update_listing
from chronik.projections.match.scores import Score, scores
from chronik.service.identity.access import Table, is_disclosed, is_inspection, is_withheld
from chronik.service.identity.auth import Principal, authenticate
from chronik.service.matches.archives import find_or_build_archive
from chronik.service.matches.clock_summary import format_moment
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.routes.inspections import log_inspection
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match, find_log
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.bodies import choose_media_type
from chronik.service.web.compression import compressed_response
from chronik.service.web.headers import etag
from chronik.service.web.media import ARCHIVE, BYTES, JSON
from chronik.service.web.openapi.contract import HEAVY, OF_A_MATCH, Token, promises
from chronik.service.web.problems.ids import Hash
from chronik.service.web.problems.kinds import NOT_FOUND
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

HELD = "This match belongs to a tournament with sealed lists. It opens when that is over, unless the lists stay closed."


class Scores(Struct, frozen=True):
    """The scores after every entry since the start."""

    version: int
    scores: tuple[Score, ...]


class Audit(Struct, frozen=True):
    """Every entry of a match, including undone ones."""

    version: int
    head: Hash
    entries: tuple[AuditEntry, ...]


def history_router(matches: LiveMatches, signer: Signer, withheld: WithheldMatches) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    @get(
        "/matches/{match:str}/scores",
        operation_id="scores",
        opt=promises(answers=(Scores,), gives=("ETag",), problems=OF_A_MATCH, weight=HEAVY),
    )
    async def show_scores(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """Returns the scores after every entry, including undone ones. Scores are public."""
        rules, entries, *_ = await find_log(matches, match)
        body = Scores(entries[-1].n, scores(rules.game, rules.projection, match, entries))
        return compressed_response(request, msgspec.json.encode(body), JSON, {"ETag": etag(body.version)})

    @get(
        "/matches/{match:str}/audit",
        operation_id="audit",
        opt=promises(answers=(Audit,), token=Token.OPTIONAL, gives=("ETag",), problems=OF_A_MATCH, weight=HEAVY),
    )
    async def show_audit(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """Returns every entry with its public line, and with commands and contents once the match is disclosed.

        A match of a tournament with sealed lists is not disclosed before the tournament ends. If its lists stay closed,
        only referees may read it, and each inspection becomes an entry of the tournament's log.
        """
        principal = await authenticate(request)
        rules, entries, head, _ = await find_log(matches, match, lines_only=True)
        table = update_listing(Listing(id=match), entries)
        disclosed = await _check_disclosed(withheld, table, principal)
        lines = audit(rules.projection, entries, disclosed, format_moment)
        body = Audit(entries[-1].n, head.hex(), lines)
        return compressed_response(request, msgspec.json.encode(body), JSON, {"ETag": etag(body.version)})

    @get(
        "/matches/{match:str}/archive",
        operation_id="archive",
        opt=promises(token=Token.OPTIONAL, media=(ARCHIVE, BYTES), gives=("Content-Disposition",), problems=OF_A_MATCH),
        media_type=ARCHIVE,
    )
    async def archive(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """Returns a finished match as one file (`/docs/format#7`), which `chronik verify` checks without a service.

        It is signed if the operator has a key (`/.well-known/chronik-keys.json`). A match of a tournament with sealed
        lists gets its archive when the tournament ends. If its lists stay closed, only referees may read it, and each
        inspection becomes an entry of the tournament's log.
        """
        principal = await authenticate(request)
        live = await find_fresh_match(matches, match)
        if not await _check_disclosed(withheld, live.match, principal):
            raise Problem(
                NOT_FOUND,
                HELD if is_withheld(live.match) else "The match has no archive yet. It gets one when it is closed.",
            )
        name = f'attachment; filename="{match}.chronik"'
        body = await find_or_build_archive(matches.logs, live.rules.game, match, signer)
        headers = {"Content-Disposition": name, "Vary": "accept, authorization"}
        return Response(body, media_type=choose_media_type(request, ARCHIVE, BYTES), headers=headers)

    return Router("/", route_handlers=[show_scores, show_audit, archive], tags=["matches"])


async def _check_disclosed(withheld: WithheldMatches, match: Table, principal: Principal | None) -> bool:
    """Returns whether the caller may see all of a match; logs the inspection if a referee sees a withheld match."""
    withholding = await withheld.of(match)
    if not is_disclosed(match, principal, withholding):
        return False
    if principal is not None and is_inspection(match, Referee(), principal, withholding):
        await log_inspection(withheld, match.id, principal)
    return True
