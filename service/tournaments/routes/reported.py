"""Imports tournaments that were played elsewhere, from FIDE's Tournament Report File."""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

from litestar import Response, post
from litestar.params import JSONBody, QueryParameter

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.exchange.report_commands import SCORING, check_report, report_commands
from chronik.domain.tournament.exchange.trf import BadReport, Fault, Report, parse_report
from chronik.domain.tournament.record.commands import Register, RegisterMany
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.record.refusals import REFUSALS
from chronik.service.identity.auth import authentication_problem
from chronik.service.identity.names import clean_name
from chronik.service.matches.routes.match_terms import find_rules
from chronik.service.matches.turn_queue import TRANSIENT_ERRORS
from chronik.service.running.clock import milliseconds
from chronik.service.running.links import API
from chronik.service.running.zones import DEFAULT
from chronik.service.sql.database import PlayerRow
from chronik.service.tournaments.erasable import AuthorErased
from chronik.service.tournaments.routes.recording import (
    Services,
    TournamentServices,
    clean_text,
    refusal_problem,
    require_organiser,
    tournament_router,
)
from chronik.service.tournaments.routes.tournaments import NewTournament, plan_of, tournament_id
from chronik.service.tournaments.routes.trf_body import TRF_EXAMPLE, JSONOrReport, NewReport
from chronik.service.tournaments.summary import TournamentSummary
from chronik.service.web.media import TEXT
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.kinds import KEY_REUSED, REJECTED, SCOPE_MISSING
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

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
    services: Services, request: HTTPRequest, data: JSONBody[NewReport], game: Game
) -> Response[TournamentSummary]:
    """Records a tournament that was played elsewhere, from FIDE's Tournament Report File (TRF16).

    It becomes a finished tournament of one Swiss stage at tables of two, with its rounds, pairings and results; its
    players are guests. The format covers only games for two. The service computes the standings with `match-points` and
    its tie-breaks, so places may differ from those in the file. Points must match the results: 1, ½ or 0 for each. All
    log entries have the time of the import; the description has the place and dates from the file. If anything is
    wrong, nothing is recorded: `report-refused` lists every fault in `facts.lines`, with line, column and code. A
    plain-text file is UTF-8 or Windows-1252. It has up to 500 players and 30 rounds, within the limit on body size.
    """
    principal = await require_organiser(request)
    rules = find_rules(services.matches.catalogue, game)
    try:
        report = parse_report(data.report)
        check_report(report, rules.game.seats, one_winner=rules.game.one_winner)
        guests = list(_guests(report))
        title = _title(report)
    except BadReport as bad:
        raise refusal(bad) from bad
    except Rejected as error:
        raise refusal_problem(error) from error
    stages = (Stage(Method.SWISS, 2, rounds=report.rounds),)
    plan = plan_of(rules, NewTournament(title, game, stages, SCORING, elsewhere=True, prizes=0))
    entrants = RegisterMany(tuple(Register(player=one.id, guest=True) for one in guests))
    tournament = tournament_id(principal, request)
    try:
        done = await services.tournaments.create(
            tournament,
            title,
            _where(report),
            plan,
            principal.player,
            rules.game,
            DEFAULT,
            report_commands(report, entrants),
            guests,
        )
    except Rejected as error:
        raise refusal_problem(error) from error
    except AuthorErased as error:
        raise authentication_problem() from error
    if not done.entries and (done.tournament.plan != plan or len(done.tournament.entrants) != len(guests)):
        raise Problem(KEY_REUSED)
    with suppress(*TRANSIENT_ERRORS):  # the match scheduler retries
        await services.scheduler.settle(tournament)
    answer = await services.summary(done.tournament, principal)
    answer.headers["Location"] = f"{API}/tournaments/{tournament}"
    return answer


def reports_router(services: TournamentServices) -> Router:
    """Returns the route of this module, under `/api/v1`."""
    return tournament_router(services, take_in)


def refusal(bad: BadReport) -> Problem:
    """Returns the problem for a report with faults."""
    lines = [fault_line(fault) for fault in bad.faults]
    sentence = REFUSALS["report-refused"]
    return Problem(REJECTED, sentence, code="report-refused", rule="/docs#tournaments", facts={"lines": lines})


def fault_line(fault: Fault) -> dict[str, Any]:
    """Returns a fault as the problem lists it."""
    place = {"line": fault.line, "column": fault.column}
    return {**place, "code": fault.code, "detail": REFUSALS[fault.code], "facts": dict(fault.facts)}


def _guests(report: Report) -> Iterator[PlayerRow]:
    """Yields the players as guests; at the end raises `BadReport` with a fault for each invalid name, if any."""
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
        return clean_text(report.title, "title", 80, empty=False)
    except Problem:
        raise BadReport([Fault(1, 1, "trf-title")]) from None


def _where(report: Report) -> str:
    """Returns the tournament's place and dates, if the file has them and they are visible text."""
    said = " – ".join(dict.fromkeys(one for one in report.dates if one))
    try:
        return clean_text(" · ".join(one for one in (report.place, said) if one), "description", 4000)
    except Problem:
        return ""
