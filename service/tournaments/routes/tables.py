"""The routes of tables: results, rulings, pauses and extensions."""

from typing import Annotated

from litestar import Response, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from chronik.domain.engine.game import Rejected, places_of
from chronik.domain.engine.match.commands import Extend, Pause, Resume, RuleResult
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import ConfirmResult, ReportResult, RuleTable
from chronik.domain.tournament.record.table import Table
from chronik.domain.tournament.rules.staff import require_staff as must_referee
from chronik.service.identity.auth import Principal
from chronik.service.matches.problems import match_problem
from chronik.service.matches.referee import Order, carry_out
from chronik.service.matches.routes.lookup import find_cached_match
from chronik.service.matches.routes.submission import caller_key
from chronik.service.tournaments.routes.recording import (
    Note,
    RoundNumber,
    Services,
    TableNumber,
    TournamentChange,
    TournamentId,
    TournamentServices,
    change_contract,
    change_response,
    dry_run,
    load_tournament,
    record_and_answer,
    refusal_problem,
    require_organiser,
    require_player,
    tournament_router,
)
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.openapi.contract import OF_A_COMMAND, OF_A_MATCH
from chronik.service.web.problems.kinds import DATA_SET_MISSING, MATCH_CLOSED, MATCH_DAMAGED, NOT_FOUND, NOT_YOUR_SEAT
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router

TablePoints = Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(min_length=2, max_length=4)]
Places = Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=2, max_length=4)]
GameNumber = Annotated[int, Meta(ge=0, le=5, description="Which of several games of the table; 0 for none of them.")]
WhichGame = Annotated[int, QueryParameter(ge=0, le=5, description="Which of several games of the table.")]
UNPLAYABLE = (MATCH_CLOSED, NOT_FOUND, MATCH_DAMAGED, DATA_SET_MISSING)
"""The problems for which a match cannot take a ruling; the ruling is then recorded only in the tournament's log."""


class NewResult(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a table, by seat. If places are left out, they follow from the points.

    If the game has one winner and the top points are shared, the places must say who won. If the table plays several
    games, `game` names one of them, and the seats are those of that game.
    """

    points: TablePoints
    places: Places | None = None
    game: GameNumber = 0


class TableRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """A referee's ruling on a table, by seat. If places are left out, they follow from the points.

    If the game has one winner and the top points are shared, the places must say who won. If the table plays several
    games, `game` names one of them, and the seats are those of that game; without `game`, the ruling covers the whole
    table.
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
    """More time for one seat of a table, or for all seats."""

    seconds: Annotated[int, Meta(ge=1, le=31_536_000)]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    cause: Cause = Cause.OTHER


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/result",
    operation_id="report_result",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(NOT_YOUR_SEAT),
)
async def report(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[NewResult],
) -> Response[TournamentChange]:
    """Reports the result of a table that was played elsewhere; it counts once all entrants of the table confirm it."""
    principal = await require_player(request)
    at, table_number, places = path_number(round), path_number(table), data.places or places_of(data.points)
    command = ReportResult(at, table_number, data.points, places, data.game)
    return await record_and_answer(services, request, principal, tournament, command)


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/confirmations",
    operation_id="confirm_result",
    status_code=200,
    opt=change_contract(NOT_YOUR_SEAT),
)
async def confirm(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    game: WhichGame = 0,
) -> Response[TournamentChange]:
    """Confirms the result that another entrant at the table has reported."""
    principal, at, table_number = await require_player(request), path_number(round), path_number(table)
    return await record_and_answer(services, request, principal, tournament, ConfirmResult(at, table_number, game))


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/rulings",
    operation_id="rule_table",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(*OF_A_MATCH, *OF_A_COMMAND),
)
async def ruling(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[TableRuling],
) -> Response[TournamentChange]:
    """Rules on a table's result, or corrects it with a further entry. If its match still runs, it is closed.

    If a table plays several games, a referee can rule on each, or on the table as a whole; unneeded games are called
    off. Referees cannot rule on a table at which they play.

    A correction counts in the standings at once. `later` names the rounds that were drawn before it: a round that has
    started continues as it was drawn; a round that has not started must be paired again if its draw would differ.
    """
    principal, at, table_number = await require_organiser(request), path_number(round), path_number(table)
    places = data.places or places_of(data.points)
    command = RuleTable(at, table_number, data.points, places, data.cause, data.game)
    before = await load_tournament(services, tournament)
    await dry_run(services, principal, before, command)
    seated = before.rounds[at - 1].tables[table_number - 1]
    match = _match_of_ruling(seated, data.game)
    if match:
        try:
            await _order_in_match(
                services, request, principal, match, RuleResult(principal.player, data.points, places, data.cause)
            )
        except Exception as over:
            if match_problem(over).kind not in UNPLAYABLE:
                raise
    answer = await record_and_answer(services, request, principal, tournament, command, note=data.words)
    if seated.best_of > 1:  # the next game can begin, or a running game is no longer needed
        await services.scheduler.open_tables(tournament)
    return answer


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/pauses",
    operation_id="pause_table",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(*OF_A_MATCH, *OF_A_COMMAND),
)
async def pause(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[TablePause],
) -> Response[TournamentChange]:
    """Pauses the match at a table, or resumes it."""
    principal = await require_organiser(request)
    command = Pause(principal.player, data.cause) if data.paused else Resume(principal.player)
    return await _order_at_table(
        services, request, principal, tournament, path_number(round), path_number(table), command
    )


@post(
    "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/extensions",
    operation_id="extend_table",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(*OF_A_MATCH, *OF_A_COMMAND),
)
async def extend(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    round: RoundNumber,
    table: TableNumber,
    data: JSONBody[TableExtension],
) -> Response[TournamentChange]:
    """Gives one seat of a table, or all its seats, more time."""
    principal = await require_organiser(request)
    command = Extend(principal.player, data.seconds, data.seat, data.cause)
    return await _order_at_table(
        services, request, principal, tournament, path_number(round), path_number(table), command
    )


def tables_router(services: TournamentServices) -> Router:
    """Returns the routes of this module, under `/api/v1`."""
    return tournament_router(services, report, confirm, ruling, pause, extend)


async def _order_at_table(
    services: TournamentServices,
    request: HTTPRequest,
    principal: Principal,
    tournament: str,
    round_number: int,
    table_number: int,
    order: Order,
) -> Response[TournamentChange]:
    """Executes a referee's order in the match at a table. The tournament's log does not record it."""
    known = await load_tournament(services, tournament)
    try:
        must_referee(known, principal.player)
    except Rejected as error:
        raise refusal_problem(error) from error
    played = known.round(round_number)
    tables = played.tables if played else ()
    if not 0 < table_number <= len(tables) or not tables[table_number - 1].match:
        raise Problem(NOT_FOUND)
    await _order_in_match(services, request, principal, tables[table_number - 1].match, order)
    return change_response(known)


async def _order_in_match(
    services: TournamentServices, request: HTTPRequest, principal: Principal, match: str, order: Order
) -> None:
    """Executes a referee's order in a match."""
    live = await find_cached_match(services.matches, match)
    await carry_out(services.matches, live, order, caller_key(principal, request))


def _match_of_ruling(table: Table, number: int) -> str:
    """Returns the match that a ruling concerns; empty if the ruling covers a table of several games."""
    game = table.game(number or (1 if table.best_of == 1 else 0))
    return game.match if game else ""
