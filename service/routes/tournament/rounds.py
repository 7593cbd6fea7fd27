"""Rounds and tables over HTTP: pairing, starting, results, rulings, and the standings."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from domain.engine.game import places_of
from domain.engine.match.commands import Extend, Pause, Resume, RuleResult
from domain.engine.match.events import Cause
from domain.tournament.methods.contenders import Reason
from domain.tournament.record.events import RoundPaired, Row
from domain.tournament.record.state import Table, Tournament, fold
from domain.tournament.rules import results
from domain.tournament.rules.rounds import pair, start
from domain.tournament.rules.staff import referee as must_referee
from domain.tournament.rules.tally import final_table, stage_standings
from service.http.bodies import StrictJSON
from service.http.match_summary import problem
from service.http.requests import HTTPRequest, number, owned_key
from service.matches.referee import Order, referee
from service.openapi.contract import OF_A_COMMAND, OF_A_MATCH, promises
from service.people.auth import Principal
from service.problems.kinds import DATA_SET_MISSING, MALFORMED, MATCH_CLOSED, MATCH_DAMAGED, NOT_FOUND, NOT_YOUR_SEAT
from service.problems.problem import Problem
from service.routes.match.requests import cached_match
from service.routes.tournament.changing import (
    Note,
    RoundNumber,
    TableNumber,
    TournamentDesk,
    TournamentId,
    changing,
    dry_run,
    load_tournament,
    organiser,
    player,
    record,
    record_and_answer,
)
from service.tournaments.store import Wish
from service.tournaments.summary import StandingLine, TournamentSummary, names_of, standing_line

At = Annotated[
    str | None,
    QueryParameter(max_length=40, description="After this row of the record, or at this moment (RFC 3339)."),
]
Explain = Annotated[bool, QueryParameter(description="With the tables that each number comes from.")]
StageNumber = Annotated[int | None, QueryParameter(ge=0, le=10, description="Which stage; the last one begun.")]
TablePoints = Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(min_length=2, max_length=4)]
Places = Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=2, max_length=4)]
Seated = Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=2, max_length=4)]


UNPLAYABLE = (MATCH_CLOSED, NOT_FOUND, MATCH_DAMAGED, DATA_SET_MISSING)
"""Why a match takes no ruling, so that it stands in the record of the tournament alone."""


class NewRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round to be paired, by its number. `again` pairs it anew before it starts; `fixed` are tables set by hand."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    again: bool = False
    fixed: Annotated[tuple[Seated, ...], Meta(max_length=512)] = ()


class PairedPreview(Struct, frozen=True):
    """A table as it would be."""

    table: int
    entrants: tuple[int, ...]
    group: int


class RoundPreview(Struct, frozen=True):
    """A round as it would be paired, and what it would cost. Nothing was recorded."""

    round: int
    stage: int
    tables: tuple[PairedPreview, ...]
    byes: tuple[int, ...]
    algorithm: str
    cost: tuple[int, ...]
    bound: tuple[int, ...]
    reasons: tuple[Reason, ...]


class NewResult(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table ended, by seat; without places, they follow from the points.

    Where the game has one winner and the most points are shared, the places must say who it is.
    """

    points: TablePoints
    places: Places | None = None


class TableRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table ends by a referee's word, by seat; without places, they follow from the points.

    Where the game has one winner and the most points are shared, the places must say who it is.
    """

    points: TablePoints
    places: Places | None = None
    cause: Cause = Cause.OTHER
    words: Note = ""


class TablePause(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the match at a table stands still."""

    paused: bool
    cause: Cause = Cause.OTHER


class TableExtension(Struct, frozen=True, forbid_unknown_fields=True):
    """More time for one seat of a table, or for all."""

    seconds: Annotated[int, Meta(ge=1, le=31_536_000)]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    cause: Cause = Cause.OTHER


class GroupStandings(Struct, frozen=True):
    """The standings of a group."""

    group: int
    lines: tuple[StandingLine, ...]


class FinalLine(Struct, frozen=True):
    """A place of the whole tournament, and the last stage the entrant has reached."""

    place: int
    entrant: int
    name: str | None
    stage: int


class Standings(Struct, frozen=True):
    """The standings after a row of the record: those of a stage by group, and the table over all stages."""

    version: int
    stage: int | None
    groups: tuple[GroupStandings, ...]
    final: tuple[FinalLine, ...]


def rounds_router(desk: TournamentDesk) -> Router:  # noqa: C901  its handlers, each short
    """The addresses of this file, under `/api/v1`."""

    @post(
        "/tournaments/{tournament:str}/rounds",
        operation_id="pair_round",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(),
    )
    async def pairing(
        request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewRound]
    ) -> Response[TournamentSummary]:
        """Pairs a round; the number makes it one round, whoever sends it how often.

        With `again` it is paired anew, as long as it has not started.
        """
        principal = await organiser(request)
        wish = await _pairing(desk, principal.player, tournament, data)
        return await record_and_answer(desk, request, principal, tournament, wish, data)

    @post(
        "/tournaments/{tournament:str}/rounds/preview",
        operation_id="preview_round",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(),
    )
    async def preview(request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewRound]) -> RoundPreview:
        """Shows how a round would be paired, and why, without recording it."""
        principal = await organiser(request)
        known = await load_tournament(desk, tournament)
        wish = await _pairing(desk, principal.player, tournament, data)
        rows = await dry_run(wish, known)
        wanted = [row for row in rows if isinstance(row, RoundPaired)]
        if not wanted:
            raise Problem(MALFORMED, "This round is paired already; ask for `again`.", at="$.again")
        (row,) = wanted
        return RoundPreview(
            round=row.round,
            stage=row.stage,
            tables=tuple(PairedPreview(table.table, table.entrants, table.group) for table in row.tables),
            byes=row.byes,
            algorithm=row.algorithm,
            cost=row.cost,
            bound=row.bound,
            reasons=row.reasons,
        )

    @post(
        "/tournaments/{tournament:str}/rounds/{round:str}/start",
        operation_id="start_round",
        status_code=200,
        opt=changing(),
    )
    async def starting(
        request: HTTPRequest, tournament: TournamentId, round: RoundNumber
    ) -> Response[TournamentSummary]:
        """Starts a round: its pairing holds, and its tables are opened as matches."""
        principal, at = await organiser(request), number(round)
        done = await record(
            desk, request, principal, tournament, lambda one: start(one, principal.player, at), ("start", at)
        )
        await desk.steward.open_tables(tournament)
        return await desk.card(done.tournament, principal)

    @post(
        "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/result",
        operation_id="report_result",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(NOT_YOUR_SEAT),
    )
    async def report(
        request: HTTPRequest,
        tournament: TournamentId,
        round: RoundNumber,
        table: TableNumber,
        data: JSONBody[NewResult],
    ) -> Response[TournamentSummary]:
        """Reports the result of a table that was played elsewhere; it counts when everybody at it has confirmed."""
        principal = await player(request)
        at, table_number, places = number(round), number(table), data.places or places_of(data.points)
        return await record_and_answer(
            desk,
            request,
            principal,
            tournament,
            lambda one: results.report(one, principal.player, at, table_number, data.points, places),
            data,
        )

    @post(
        "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/confirmations",
        operation_id="confirm_result",
        status_code=200,
        opt=changing(NOT_YOUR_SEAT),
    )
    async def confirm(
        request: HTTPRequest, tournament: TournamentId, round: RoundNumber, table: TableNumber
    ) -> Response[TournamentSummary]:
        """Confirms the result that another entrant of the table has reported."""
        principal, at, table_number = await player(request), number(round), number(table)
        return await record_and_answer(
            desk,
            request,
            principal,
            tournament,
            lambda one: results.confirm(one, principal.player, at, table_number),
            ("confirm", at, table_number),
        )

    @post(
        "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/rulings",
        operation_id="rule_table",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(*OF_A_MATCH, *OF_A_COMMAND),
    )
    async def ruling(
        request: HTTPRequest,
        tournament: TournamentId,
        round: RoundNumber,
        table: TableNumber,
        data: JSONBody[TableRuling],
    ) -> Response[TournamentSummary]:
        """Rules how a table ends, or corrects its result by a further row. A match that still runs there is closed.

        Nobody rules at the table where they sit.
        """
        principal, at, table_number = await organiser(request), number(round), number(table)
        places = data.places or places_of(data.points)

        def wish(one: Tournament) -> tuple[Any, ...]:
            return results.rule(one, principal.player, at, table_number, data.points, places, data.cause)

        before = await load_tournament(desk, tournament)
        await dry_run(wish, before)
        match = before.rounds[at - 1].tables[table_number - 1].match
        if match:
            command = RuleResult(principal.player, data.points, places, data.cause)
            try:
                await _ordered(desk, request, principal, match, command)
            except Problem as over:
                if over.kind not in UNPLAYABLE:
                    raise
        return await record_and_answer(desk, request, principal, tournament, wish, data, data.words)

    @post(
        "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/pauses",
        operation_id="pause_table",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(*OF_A_MATCH, *OF_A_COMMAND),
    )
    async def pause(
        request: HTTPRequest,
        tournament: TournamentId,
        round: RoundNumber,
        table: TableNumber,
        data: JSONBody[TablePause],
    ) -> Response[TournamentSummary]:
        """Lets the match at a table stand still, or go on."""
        principal = await organiser(request)
        known = await load_tournament(desk, tournament)
        match = await _match(known, principal.player, number(round), number(table))
        command = Pause(principal.player, data.cause) if data.paused else Resume(principal.player)
        await _ordered(desk, request, principal, match, command)
        return await desk.card(known, principal)

    @post(
        "/tournaments/{tournament:str}/rounds/{round:str}/tables/{table:str}/extensions",
        operation_id="extend_table",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(*OF_A_MATCH, *OF_A_COMMAND),
    )
    async def extend(
        request: HTTPRequest,
        tournament: TournamentId,
        round: RoundNumber,
        table: TableNumber,
        data: JSONBody[TableExtension],
    ) -> Response[TournamentSummary]:
        """Gives a seat of a table, or all of them, more time."""
        principal = await organiser(request)
        known = await load_tournament(desk, tournament)
        match = await _match(known, principal.player, number(round), number(table))
        command = Extend(principal.player, data.seconds, data.seat, data.cause)
        await _ordered(desk, request, principal, match, command)
        return await desk.card(known, principal)

    @get(
        "/tournaments/{tournament:str}/standings",
        operation_id="standings",
        opt=promises(problems=(NOT_FOUND,)),
    )
    async def standings(
        tournament: TournamentId, stage: StageNumber = None, as_of: At = None, explain: Explain = False
    ) -> Standings:
        """The standings of a stage, now or at any earlier moment, with the tables behind each number if asked for.

        In an elimination the bracket says who stands where: how far somebody came, then the place at the last table,
        then the seeding.

        Equals share their place, unless a lot was drawn because the place matters: then `LOT` is the last tie-break.
        """
        known = await load_tournament(desk, tournament)
        if as_of is not None:
            known = await _earlier(desk, known, as_of)
        names = await names_of(desk.people, known)
        return standings_of(known, len(known.stages) - 1 if stage is None else stage, names, explain=explain)

    return Router(
        "/",
        route_handlers=[pairing, preview, starting, report, confirm, ruling, pause, extend, standings],
        tags=["tournaments"],
    )


def standings_of(
    tournament: Tournament, stage: int, names: Mapping[int, str | None], *, explain: bool = False
) -> Standings:
    """The standings of a stage with the table over all stages; empty where the stage has not begun."""
    if not 0 <= stage < len(tournament.stages):
        return Standings(tournament.version, None, (), ())
    groups = tuple(
        GroupStandings(
            group,
            tuple(standing_line(line, names) for line in stage_standings(tournament, stage, group, explain=explain)),
        )
        for group in range(len(tournament.stages[stage]))
    )
    final = tuple(
        FinalLine(one.place, one.entrant, names.get(one.entrant), one.stage) for one in final_table(tournament)
    )
    return Standings(tournament.version, stage, groups, final)


async def _ordered(desk: TournamentDesk, request: HTTPRequest, principal: Principal, match: str, order: Order) -> None:
    """Carries out what the staff wants of the match at a table; every refusal becomes its problem."""
    live = await cached_match(desk.matches, match)
    try:
        await referee(desk.matches, live, order, owned_key(principal, request))
    except Exception as error:
        raise problem(error, live.rules, live.match) from error


async def _pairing(desk: TournamentDesk, by: str, tournament: str, wanted: NewRound) -> Wish:
    """The wish for a round, with what it is drawn from."""
    known = await load_tournament(desk, tournament)
    secret = await desk.tournaments.secret(tournament)
    rules = desk.matches.catalogue.current(known.planned.game)
    sizes = rules.game.seats if rules else ()

    def wish(one: Tournament) -> tuple[Row, ...]:
        return pair(one, by, wanted.round, secret.draws, sizes, wanted.fixed, again=wanted.again)

    return wish


async def _match(tournament: Tournament, by: str, at: int, table_number: int) -> str:
    """The match at a table of a tournament whose staff the caller is of."""

    def wish(one: Tournament) -> tuple[Any, ...]:
        must_referee(one, by)
        return ()

    await dry_run(wish, tournament)
    known = tournament.round(at)
    tables: tuple[Table, ...] = known.tables if known else ()
    if not 0 < table_number <= len(tables) or not tables[table_number - 1].match:
        raise Problem(NOT_FOUND)
    return tables[table_number - 1].match


async def _earlier(desk: TournamentDesk, tournament: Tournament, as_of: str) -> Tournament:
    """A tournament as it stood after a row, or at a moment."""
    log = await desk.tournaments.record(tournament.id)
    if as_of.isascii() and as_of.isdigit():
        return fold(Tournament(tournament.id), [row for row in log if row.n <= int(as_of)])
    try:
        moment = datetime.fromisoformat(as_of)
    except ValueError:
        raise Problem(MALFORMED, "A row's number, or a moment as in RFC 3339.", at="query.as_of") from None
    at = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000
    return fold(Tournament(tournament.id), [row for row in log if row.at <= at])
