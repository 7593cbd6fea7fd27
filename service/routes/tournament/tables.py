"""Tables over HTTP: results, rulings, pauses and more time."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from domain.engine.game import Rejected, places_of
from domain.engine.match.commands import Extend, Pause, Resume, RuleResult
from domain.engine.match.events import Cause
from domain.tournament.record.commands import ConfirmResult, ReportResult, RuleTable
from domain.tournament.record.table import Table
from domain.tournament.rules.staff import referee as must_referee
from service.http.bodies import StrictJSON
from service.http.idempotency import owned_key
from service.http.match_problems import match_problem
from service.http.request import HTTPRequest, path_number
from service.http.router import Router
from service.matches.referee import Order, referee
from service.openapi.contract import OF_A_COMMAND, OF_A_MATCH
from service.people.auth import Principal
from service.problems.kinds import DATA_SET_MISSING, MATCH_CLOSED, MATCH_DAMAGED, NOT_FOUND, NOT_YOUR_SEAT
from service.problems.problem import Problem
from service.routes.match.lookup import cached_match
from service.routes.tournament.changing import (
    Desk,
    Note,
    RoundNumber,
    TableNumber,
    TournamentChange,
    TournamentDesk,
    TournamentId,
    changed,
    changing,
    desk_router,
    dry_run,
    load_tournament,
    organiser,
    player,
    record_and_answer,
    refused,
)

TablePoints = Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(min_length=2, max_length=4)]
Places = Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=2, max_length=4)]
GameNumber = Annotated[int, Meta(ge=0, le=5, description="Which of several games of the table; 0 for none of them.")]
WhichGame = Annotated[int, QueryParameter(ge=0, le=5, description="Which of several games of the table.")]
UNPLAYABLE = (MATCH_CLOSED, NOT_FOUND, MATCH_DAMAGED, DATA_SET_MISSING)
"""Why a match takes no ruling, so that it stands in the log of the tournament alone."""


class NewResult(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table ended, by seat; without places, they follow from the points.

    Where the game has one winner and the most points are shared, the places must say who it is. Of several games of a
    table `game` names one, and the seats are those of this game.
    """

    points: TablePoints
    places: Places | None = None
    game: GameNumber = 0


class TableRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table ends by a referee's word, by seat; without places, they follow from the points.

    Where the game has one winner and the most points are shared, the places must say who it is. Of several games of a
    table `game` names one, and the seats are those of this game; without it the ruling is of the table as a whole.
    """

    points: TablePoints
    places: Places | None = None
    game: GameNumber = 0
    cause: Cause = Cause.OTHER
    words: Note = ""


class TablePause(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the match at a table is paused."""

    paused: bool
    cause: Cause = Cause.OTHER


class TableExtension(Struct, frozen=True, forbid_unknown_fields=True):
    """More time for one seat of a table, or for all."""

    seconds: Annotated[int, Meta(ge=1, le=31_536_000)]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    cause: Cause = Cause.OTHER


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/result",
    operation_id="report_result",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(NOT_YOUR_SEAT),
)
async def report(
    desk: Desk,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[NewResult],
) -> Response[TournamentChange]:
    """Reports the result of a table that was played elsewhere; it counts when everybody at it has confirmed."""
    principal = await player(request)
    at, table_number, places = path_number(round), path_number(table), data.places or places_of(data.points)
    command = ReportResult(at, table_number, data.points, places, data.game)
    return await record_and_answer(desk, request, principal, tournament, command)


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/confirmations",
    operation_id="confirm_result",
    status_code=200,
    opt=changing(NOT_YOUR_SEAT),
)
async def confirm(
    desk: Desk,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    game: WhichGame = 0,
) -> Response[TournamentChange]:
    """Confirms the result that another entrant of the table has reported."""
    principal, at, table_number = await player(request), path_number(round), path_number(table)
    return await record_and_answer(desk, request, principal, tournament, ConfirmResult(at, table_number, game))


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/rulings",
    operation_id="rule_table",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(*OF_A_MATCH, *OF_A_COMMAND),
)
async def ruling(
    desk: Desk,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[TableRuling],
) -> Response[TournamentChange]:
    """Rules how a table ends, or corrects its result by a further entry. A match that still runs there is closed.

    Of several games at a table each is ruled for itself, or all of the table; a game that nobody needs any more is
    called off. Nobody rules at the table where they sit.
    """
    principal, at, table_number = await organiser(request), path_number(round), path_number(table)
    places = data.places or places_of(data.points)
    command = RuleTable(at, table_number, data.points, places, data.cause, data.game)
    before = await load_tournament(desk, tournament)
    await dry_run(desk, principal, before, command)
    seated = before.rounds[at - 1].tables[table_number - 1]
    match = _ruled_match(seated, data.game)
    if match:
        try:
            await _order_in_match(
                desk, request, principal, match, RuleResult(principal.player, data.points, places, data.cause)
            )
        except Problem as over:
            if over.kind not in UNPLAYABLE:
                raise
    answer = await record_and_answer(desk, request, principal, tournament, command, note=data.words)
    if seated.best_of > 1:  # the next game can begin, or the one that runs is needless
        await desk.steward.open_tables(tournament)
    return answer


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/pauses",
    operation_id="pause_table",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(*OF_A_MATCH, *OF_A_COMMAND),
)
async def pause(
    desk: Desk,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[TablePause],
) -> Response[TournamentChange]:
    """Pauses the match at a table, or resumes it."""
    principal = await organiser(request)
    command = Pause(principal.player, data.cause) if data.paused else Resume(principal.player)
    return await _order_at_table(desk, request, principal, tournament, path_number(round), path_number(table), command)


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/extensions",
    operation_id="extend_table",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(*OF_A_MATCH, *OF_A_COMMAND),
)
async def extend(
    desk: Desk,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[TableExtension],
) -> Response[TournamentChange]:
    """Gives a seat of a table, or all of them, more time."""
    principal = await organiser(request)
    command = Extend(principal.player, data.seconds, data.seat, data.cause)
    return await _order_at_table(desk, request, principal, tournament, path_number(round), path_number(table), command)


def tables_router(desk: TournamentDesk) -> Router:
    """The addresses of this file, under `/api/v1`."""
    return desk_router(desk, report, confirm, ruling, pause, extend)


async def _order_at_table(
    desk: TournamentDesk,
    request: HTTPRequest,
    principal: Principal,
    tournament: str,
    round_number: int,
    table_number: int,
    order: Order,
) -> Response[TournamentChange]:
    """Carries out what the staff wants of the match at a table; the log of the tournament does not hold it."""
    known = await load_tournament(desk, tournament)
    try:
        must_referee(known, principal.player)
    except Rejected as error:
        raise refused(error) from error
    played = known.round(round_number)
    tables = played.tables if played else ()
    if not 0 < table_number <= len(tables) or not tables[table_number - 1].match:
        raise Problem(NOT_FOUND)
    await _order_in_match(desk, request, principal, tables[table_number - 1].match, order)
    return changed(known)


async def _order_in_match(
    desk: TournamentDesk, request: HTTPRequest, principal: Principal, match: str, order: Order
) -> None:
    """Carries out what the staff wants of a match; every refusal becomes its problem."""
    live = await cached_match(desk.matches, match)
    try:
        await referee(desk.matches, live, order, owned_key(principal, request))
    except Exception as error:
        raise match_problem(error, live.rules, live.match) from error


def _ruled_match(table: Table, number: int) -> str:
    """The match of which a ruling speaks; none where it is of a table of several games."""
    game = table.game(number or (1 if table.best_of == 1 else 0))
    return game.match if game else ""
