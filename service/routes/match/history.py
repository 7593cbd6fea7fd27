"""What is the same for all games to read of a match: the scores, the audit, the archive."""

import msgspec
from litestar import Response, get
from msgspec import Struct

from domain.engine.proof.signature import Signer
from domain.engine.seats import Referee
from projections.match.audit import AuditEntry, audit
from projections.match.lobby import Listing, listed
from projections.match.scores import Score, scores
from service.http.bodies import chosen
from service.http.clock_summary import dated
from service.http.compression import sent
from service.http.entity_tags import etag
from service.http.match_problems import match_problem
from service.http.media import ARCHIVE, BYTES, JSON
from service.http.request import HTTPRequest
from service.http.router import Router
from service.matches.archives import archive_file
from service.matches.live import LiveMatches
from service.openapi.contract import HEAVY, OF_A_MATCH, Token, promises
from service.people.access import Table, is_disclosed, is_held, is_looked_into
from service.people.auth import Principal, authenticate
from service.problems.ids import Hash
from service.problems.kinds import NOT_FOUND
from service.problems.problem import Problem
from service.routes.match.looks import noted
from service.routes.match.lookup import MatchId, fresh_match, log_of
from service.tournaments.holds import Holds

HELD = "A match of a tournament with sealed lists opens when that is over, and not where its lists stay closed."


class Scores(Struct, frozen=True):
    """The score after every entry since the start."""

    version: int
    scores: tuple[Score, ...]


class Audit(Struct, frozen=True):
    """Every entry of a match, the undone ones too."""

    version: int
    head: Hash
    entries: tuple[AuditEntry, ...]


def reading_router(matches: LiveMatches, signer: Signer, holds: Holds) -> Router:
    """The addresses of this file, under `/api/v1`."""

    @get(
        "/matches/{match:str}/scores",
        operation_id="scores",
        opt=promises(answers=(Scores,), gives=("ETag",), problems=OF_A_MATCH, weight=HEAVY),
    )
    async def show_scores(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """The score after every entry, undone ones too: the points are public."""
        rules, entries, *_ = await log_of(matches, match)
        body = Scores(entries[-1].n, scores(rules.game, rules.projection, match, entries))
        return sent(request, msgspec.json.encode(body), JSON, {"ETag": etag(body.version)})

    @get(
        "/matches/{match:str}/audit",
        operation_id="audit",
        opt=promises(answers=(Audit,), token=Token.OPTIONAL, gives=("ETag",), problems=OF_A_MATCH, weight=HEAVY),
    )
    async def show_audit(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """Every entry with its public line; with commands and contents once the match is closed and disclosed.

        A match of a tournament with sealed lists is not disclosed before that is over. Where the lists stay closed, it
        is to referees only, and their look is an entry of the tournament's log.
        """
        principal = await authenticate(request)
        rules, entries, head, _ = await log_of(matches, match, lines_only=True)
        table = listed(Listing(id=match), entries)
        disclosed = await _disclosed(holds, table, principal)
        lines = audit(rules.projection, entries, disclosed, dated)
        body = Audit(entries[-1].n, head.hex(), lines)
        return sent(request, msgspec.json.encode(body), JSON, {"ETag": etag(body.version)})

    @get(
        "/matches/{match:str}/archive",
        operation_id="archive",
        opt=promises(token=Token.OPTIONAL, media=(ARCHIVE, BYTES), gives=("Content-Disposition",), problems=OF_A_MATCH),
        media_type=ARCHIVE,
    )
    async def archive(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """A finished match as one file (`/docs/format#7`), which `chronik verify` checks without any service.

        It is signed where the operator has a key (`/.well-known/chronik-keys.json`). A match of a tournament with
        sealed lists has none before that is over. Where the lists stay closed, it is for referees only, and their look
        is an entry of the tournament's log.
        """
        principal = await authenticate(request)
        live = await fresh_match(matches, match)
        if not await _disclosed(holds, live.match, principal):
            raise Problem(NOT_FOUND, HELD if is_held(live.match) else "An archive is made when the match is closed.")
        name = f'attachment; filename="{match}.chronik"'
        try:
            body = await archive_file(matches.logs, live.rules.game, match, signer)
        except Exception as error:
            raise match_problem(error, None, None) from error
        headers = {"Content-Disposition": name, "Vary": "accept, authorization"}
        return Response(body, media_type=chosen(request, ARCHIVE, BYTES), headers=headers)

    return Router("/", route_handlers=[show_scores, show_audit, archive], tags=["matches"])


async def _disclosed(holds: Holds, match: Table, principal: Principal | None) -> bool:
    """Whether everything of a match is open to the caller; a look at what is held back from others is noted."""
    hold = await holds.of(match)
    if not is_disclosed(match, principal, hold):
        return False
    if principal is not None and is_looked_into(match, Referee(), principal, hold):
        await noted(holds, match.id, principal)
    return True
