"""The analysis of a finished match: requested once, computed by a worker, and read by all who may see the match."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from chronik.domain.engine.match.log import MAX_ENTRIES
from chronik.projections.analysis.analysis import Analysis, AnalysisDecision
from chronik.service.analysis.analysing import Missing, StoredDecision, StoredMatch
from chronik.service.analysis.worker import AnalysisWorker
from chronik.service.bots.thinkers import Thinkers
from chronik.service.identity.access import is_disclosed, withheld_until
from chronik.service.identity.auth import Principal, Scope, authenticate, require
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.routes.lookup import MatchId, find_fresh_match, find_log
from chronik.service.sql.analyses import AnalysisKey, AnalysisRow, find_analysis, find_place, was_analysed
from chronik.service.sql.database import Records
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.compression import compressed_response
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import HEAVY, OF_A_MATCH, Token, promises
from chronik.service.web.pace import Pace
from chronik.service.web.problems.kinds import MALFORMED, NOT_ANALYSED, NOT_FOUND, RATE_LIMITED, SCOPE_MISSING
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router

SECONDS = 8
"""The seconds that an analysis takes, about."""
AN_HOUR = 30
MOST_WAITING = 8
"""The number of single decisions that may wait to be analysed in this process; each takes about a second."""

DecisionVersion = Annotated[
    str,
    PathParameter(
        description="The version of the decision: that of its first entry.",
        schema_extra={"type": "integer", "minimum": 1, "maximum": MAX_ENTRIES},
    ),
]


class QueuedAnalysis(Struct, frozen=True):
    """An analysis that was requested: its place in the queue, and the seconds after which to ask again."""

    place: int
    retry_after: int


class AnalysisPace(Pace):
    """The rate limit on requests for analyses: 30 per hour and account, a third of them at once."""

    def __init__(self, *, limited: bool) -> None:
        super().__init__("analyses", AN_HOUR / 3_600 if limited else 0, AN_HOUR // 3)

    def refusal(self, seconds: int) -> Problem:
        return Problem(
            RATE_LIMITED,
            f"An account may ask for {AN_HOUR} analyses an hour. Wait {seconds} s.",
            code="too-many-analyses",
            headers={"Retry-After": str(seconds)},
            per="account",
            limit=AN_HOUR,
            retry_after=seconds,
        )


class Analyses:
    """The analyses that callers may see."""

    def __init__(
        self, matches: LiveMatches, records: Records, withheld: WithheldMatches, worker: AnalysisWorker
    ) -> None:
        self.matches, self.records, self.withheld, self.worker = matches, records, withheld, worker
        self.thinkers, self.waiting = Thinkers(), 0

    async def run(self) -> None:
        """Runs the worker, and ends the process that analyses single decisions when the service ends."""
        try:
            await self.worker.run()
        finally:
            await self.thinkers.close()

    async def judge(self, decision: StoredDecision) -> bytes | Missing:
        """Returns a decision as JSON, or what is there instead; raises `Problem` if too many wait."""
        if self.waiting >= MOST_WAITING:
            detail, headers = "Many decisions are being analysed. Wait 5 s.", {"Retry-After": "5"}
            raise Problem(RATE_LIMITED, detail, code="too-many-analyses", headers=headers, retry_after=5)
        self.waiting += 1
        try:
            found: bytes | Missing = await self.thinkers.solve(decision)
        finally:
            self.waiting -= 1
        return found

    async def find_key(self, match: str, principal: Principal | None) -> AnalysisKey:
        """Returns the key of a match; raises `Problem` if the caller may not see all of it, or if it has no model."""
        live = await find_fresh_match(self.matches, match)
        withholding = await self.withheld.of(live.match)
        hidden = withheld_until(live.match, withholding) is not None
        if hidden or not is_disclosed(live.match, principal, withholding):
            detail = "The match has no analysis yet. It can get one when it is closed and all of it may be seen."
            raise Problem(NOT_FOUND, detail, code="not-disclosed")
        game = live.rules.game
        if game.valuing is None:
            raise no_model()
        return AnalysisKey(match, game.version, game.facts, game.valuing.models.digest)

    async def find(self, key: AnalysisKey) -> AnalysisRow | None:
        """Returns the analysis of a match. One that an older model made is computed again."""
        row = await find_analysis(self.records, key)
        if row is None and await was_analysed(self.records, key.match):
            await self.worker.request(key)
            row = await find_analysis(self.records, key)
        return row

    async def answer_queued(self, row: AnalysisRow) -> Response[bytes]:
        """Returns the answer about an analysis in the queue. One that is computed has place 0."""
        place = 0 if row.analysis is not None else await find_place(self.records, row)
        body = QueuedAnalysis(place, place * SECONDS)
        headers = {"Retry-After": str(body.retry_after)}
        return Response(msgspec.json.encode(body), status_code=202, media_type=JSON, headers=headers)

    async def read(self, match: str, principal: Principal | None) -> AnalysisRow:
        """Returns the analysis of a match; raises `Problem` if the caller may not see it, or if none was requested."""
        row = await self.find(await self.find_key(match, principal))
        if row is None:
            detail = "No analysis of this match was requested. Ask for it with POST at this address, with a token."
            raise Problem(NOT_FOUND, detail, code="not-requested")
        if row.analysis == "":
            raise no_model()
        return row


def no_model() -> Problem:
    detail = "No model fits the rules version, the printed facts or the options of this match."
    return Problem(NOT_ANALYSED, detail, code="no-model")


def analysis_router(analyses: Analyses, pace: AnalysisPace) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    @post(
        "/matches/{match:str}/analysis",
        operation_id="request_analysis",
        status_code=202,
        opt=promises(
            answers=(QueuedAnalysis,),
            token=Token.REQUIRED,
            gives=("Retry-After",),
            problems=(*OF_A_MATCH, SCOPE_MISSING, NOT_ANALYSED),
        ),
    )
    async def ask(request: HTTPRequest, match: MatchId) -> Response[bytes]:
        """Requests the analysis of a closed match that the caller may see: win chances, better decisions, luck.

        It is computed once, in two to ten seconds, and then read with GET. An account may ask for 30 analyses an hour;
        asking for one that was requested before counts for nothing.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        key = await analyses.find_key(match, principal)
        if await analyses.find(key) is None:
            pace.charge(principal.player)
            await analyses.worker.request(key)
        return await analyses.answer_queued(await analyses.read(match, principal))

    @get(
        "/matches/{match:str}/analysis",
        operation_id="analysis",
        opt=promises(
            answers=(Analysis,),
            queued=QueuedAnalysis,
            token=Token.OPTIONAL,
            problems=(*OF_A_MATCH, NOT_ANALYSED),
            weight=HEAVY,
        ),
    )
    async def show(
        request: HTTPRequest,
        match: MatchId,
        seat: Annotated[
            str | None, QueryParameter(name="as", max_length=20, description="Only the decisions of this seat.")
        ] = None,
    ) -> Response[bytes]:
        """Returns the analysis of a match that was requested, or 202 with its place in the queue.

        Win chances hold among players like the built-in bots, not among people, and nothing is inferred from play. See
        the page *The analysis of a match* of the manual. `chronik analyse` prints the same bytes.
        """
        row = await analyses.read(match, await authenticate(request))
        if row.analysis is None:
            return await analyses.answer_queued(row)
        body = row.analysis.encode()
        if seat is not None:
            body = _select_seat(msgspec.json.decode(body, type=Analysis), seat)
        return compressed_response(request, body, JSON)

    @get(
        "/matches/{match:str}/analysis/{version:str}",
        operation_id="analysed_decision",
        opt=promises(
            answers=(AnalysisDecision,),
            queued=QueuedAnalysis,
            token=Token.OPTIONAL,
            problems=(*OF_A_MATCH, NOT_ANALYSED),
            weight=HEAVY,
        ),
    )
    async def show_decision(request: HTTPRequest, match: MatchId, version: DecisionVersion) -> Response[bytes]:
        """Returns one decision of an analysed match in 32 worlds: the best 12 commands, and what might follow."""
        number = path_number(version)
        row = await analyses.read(match, await authenticate(request))
        if row.analysis is None:
            return await analyses.answer_queued(row)
        unjudged = msgspec.json.decode(row.analysis, type=Analysis).unjudged
        if unjudged is not None:
            detail = f"The match was not played to its end ({unjudged.value}), so its decisions are not judged."
            raise Problem(NOT_ANALYSED, detail, code="not-judged")
        stored = StoredMatch.from_log(match, await find_log(analyses.matches, match))
        found = await analyses.judge(StoredDecision(stored, number))
        if isinstance(found, Missing):
            raise _no_decision(number, found)
        return compressed_response(request, found, JSON)

    return Router("/", route_handlers=[ask, show, show_decision], tags=["matches"])


def _select_seat(analysis: Analysis, seat: str) -> bytes:
    """Returns the analysis with the decisions of one seat only; raises `Problem` for an unknown seat."""
    number = next((n for n in range(len(analysis.curve[0].chances)) if seat == str(n)), None)
    if number is None:
        raise Problem(MALFORMED, "Give a seat number of this match.", code="unknown-seat", at="query.as")
    kept = tuple([decision for decision in analysis.decisions if decision.seat == number])
    return msgspec.json.encode(msgspec.structs.replace(analysis, decisions=kept))


def _no_decision(version: int, found: Missing) -> Problem:
    nearest = "The match has no decision." if found.nearest is None else f"The nearest is at version {found.nearest}."
    if found.undone:
        detail = f"Version {version} was undone, so it is not judged. {nearest}"
        return Problem(NOT_ANALYSED, detail, code="decision-undone", version=version, nearest=found.nearest)
    detail = f"No seat had a choice at version {version}. {nearest}"
    return Problem(NOT_ANALYSED, detail, code="no-decision", version=version, nearest=found.nearest)
