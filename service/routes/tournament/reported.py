"""Tournaments that were played elsewhere, taken in from FIDE's Tournament Report File as records of the house."""

import secrets
from collections.abc import Iterator
from typing import Annotated, Any

from litestar import Response, post
from litestar.params import JSONBody, QueryParameter

from domain.engine.game import Rejected
from domain.tournament.exchange.played import SCORING, commands, judge
from domain.tournament.exchange.trf import BadReport, Fault, Report, read
from domain.tournament.record.commands import Register, RegisterMany
from domain.tournament.record.plan import Method, Stage
from domain.tournament.record.refusals import REFUSALS
from service.clock import milliseconds
from service.http.media import TEXT
from service.http.request import HTTPRequest
from service.http.router import Router
from service.links import API
from service.openapi.contract import Token, promises
from service.people.auth import unauthenticated
from service.people.names import clean_name
from service.problems.kinds import KEY_REUSED, REJECTED, SCOPE_MISSING
from service.problems.problem import Problem
from service.routes.match.match_terms import wanted_rules
from service.routes.tournament.changing import Desk, TournamentDesk, clean, desk_router, organiser, refused
from service.routes.tournament.tournaments import NewTournament, plan_of, tournament_id
from service.routes.tournament.trf_body import TRF_EXAMPLE, JSONOrReport, NewReport
from service.sql.database import PlayerRow
from service.tournaments.store import Erased
from service.tournaments.summary import TournamentSummary
from service.zones import DEFAULT

Game = Annotated[str, QueryParameter(max_length=40, description="The game that was played, by two at each table.")]


@post(
    "/tournaments/reports",
    operation_id="take_in_tournament",
    dto=JSONOrReport,
    return_dto=None,
    opt=promises(
        body=NewReport,
        forms=((TEXT, TRF_EXAMPLE),),
        token=Token.REQUIRED,
        reads=("Idempotency-Key",),
        gives=("Location", "ETag"),
        problems=(SCOPE_MISSING, REJECTED, KEY_REUSED),
    ),
)
async def take_in(
    desk: Desk, request: HTTPRequest, data: JSONBody[NewReport], game: Game
) -> Response[TournamentSummary]:
    """A tournament that was played elsewhere, from FIDE's Tournament Report File (TRF16), as a record of this house.

    It becomes a finished tournament of one Swiss stage at tables of two, with its rounds, pairings and results; its
    players are guests. A report speaks of games between two, so other games have none. Standings are counted here, by
    `match-points` and its tie-breaks: places may differ from those in the file. Points must be those of the results, at
    1, ½ and 0. The log, and all that is told of it, has the time at which the report was taken in; place and days of
    the file stand in the description. Where something is wrong nothing is recorded: `report-refused` says in
    `facts.lines` what, each with line, column and code. A file sent as it is is UTF-8 or Windows-1252; it has up to 500
    players and 30 rounds, as far as the limit of a body goes.
    """
    principal = await organiser(request)
    rules = wanted_rules(desk.matches.catalogue, game)
    try:
        report = read(data.report)
        judge(report, rules.game.seats, one_winner=rules.game.one_winner)
        guests = list(_guests(report))
        title = _title(report)
    except BadReport as bad:
        raise refusal(bad) from bad
    except Rejected as error:
        raise refused(error) from error
    stages = (Stage(Method.SWISS, 2, rounds=report.rounds),)
    plan = plan_of(rules, NewTournament(title, game, stages, SCORING, elsewhere=True, prizes=0))
    entrants = RegisterMany(tuple(Register(player=one.id, guest=True) for one in guests))
    tournament = tournament_id(principal, request)
    try:
        done = await desk.tournaments.create_played(
            tournament,
            title,
            _where(report),
            plan,
            principal.player,
            rules.game,
            DEFAULT,
            commands(report, entrants),
            guests,
        )
    except Rejected as error:
        raise refused(error) from error
    except Erased as error:
        raise unauthenticated() from error
    if not done.entries and (done.tournament.plan != plan or len(done.tournament.entrants) != len(guests)):
        raise Problem(KEY_REUSED)
    answer = await desk.summary(done.tournament, principal)
    answer.headers["Location"] = f"{API}/tournaments/{tournament}"
    return answer


def reported_router(desk: TournamentDesk) -> Router:
    """The address of this file, under `/api/v1`."""
    return desk_router(desk, take_in)


def refusal(bad: BadReport) -> Problem:
    """The problem of a report with faults."""
    lines = [told(fault) for fault in bad.faults]
    sentence = REFUSALS["report-refused"]
    return Problem(REJECTED, sentence, code="report-refused", rule="/docs#tournaments", facts={"lines": lines})


def told(fault: Fault) -> dict[str, Any]:
    """A fault as it is told."""
    place = {"line": fault.line, "column": fault.column}
    return {**place, "code": fault.code, "detail": REFUSALS[fault.code], "facts": dict(fault.facts)}


def _guests(report: Report) -> Iterator[PlayerRow]:
    """The players as guests; raises `BadReport` with those whose name cannot be seen."""
    faults: list[Fault] = []
    for player in report.players:
        try:
            name = clean_name(player.name, "name")
        except Problem:
            faults.append(Fault(player.line, 15, "trf-name"))
        else:
            yield PlayerRow(id=secrets.token_hex(16), name=name, created_at=milliseconds())
    if faults:
        raise BadReport(faults)


def _title(report: Report) -> str:
    try:
        return clean(report.title, "title", 80, empty=False)
    except Problem:
        raise BadReport([Fault(1, 1, "trf-title")]) from None


def _where(report: Report) -> str:
    """Where and when it was played, as far as the file says so and it can be seen."""
    said = " – ".join(dict.fromkeys(one for one in report.dates if one))
    try:
        return clean(" · ".join(one for one in (report.place, said) if one), "description", 4000)
    except Problem:
        return ""
