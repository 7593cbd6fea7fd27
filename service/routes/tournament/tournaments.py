"""Tournaments: creating and describing them, the list, one of them, its staff, and its end."""

import hashlib
import secrets
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

from litestar import Response, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from domain.engine.game import Rejected
from domain.engine.match.events import Disclosure
from domain.engine.match.log import encode
from domain.engine.match.match import rule_options
from domain.tournament.counting.scoring import Formula, Incentive, Preset, presets
from domain.tournament.counting.tiebreak import CODES
from domain.tournament.record.commands import Appoint, Cancel, CloseRegistration, Finish, OpenRegistration
from domain.tournament.record.events import Role
from domain.tournament.record.plan import Decks, Plan, Stage
from domain.tournament.record.state import Phase, Tournament
from domain.tournament.rules.staff import organiser as must_organise
from service.http.bodies import StrictJSON
from service.http.clock_summary import NewClock
from service.http.entity_tags import is_tagged
from service.http.idempotency import idempotency_key
from service.http.match_problems import match_problem
from service.http.request import HTTPRequest, next_page
from service.http.router import Router
from service.links import API
from service.matches.catalogue import Rules
from service.openapi.contract import Token, promises
from service.people.auth import Principal, authenticate, unauthenticated
from service.problems.ids import Id
from service.problems.kinds import KEY_REUSED, MALFORMED, NOT_FOUND, REJECTED, SCOPE_MISSING
from service.problems.problem import Problem
from service.routes.match.match_terms import wanted_clock, wanted_options, wanted_rules
from service.routes.tournament.changing import (
    Desk,
    TournamentChange,
    TournamentDesk,
    TournamentId,
    changed,
    changing,
    clean,
    desk_router,
    dry_run,
    load_tournament,
    organiser,
    record,
    record_and_answer,
    refused,
)
from service.sql.paging import MOST_TOURNAMENTS
from service.tournaments.list import tournaments_after
from service.tournaments.store import Erased, Overtaken
from service.tournaments.summary import Description, Title, TournamentLine, TournamentSummary, tournament_line
from service.workers.turns import OUTAGES
from service.zones import DEFAULT, is_zone

Cursor = Annotated[str | None, QueryParameter(max_length=100, description="Go on after a page: its `next`.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_TOURNAMENTS, description="How many tournaments at most.")]
Game = Annotated[str | None, QueryParameter(max_length=40, pattern="^[a-z_]+$", description="Only this game.")]
HowFar = Annotated[Phase | None, QueryParameter(description="Only tournaments that are this far.")]


Zone = Annotated[str, Meta(max_length=40, description="The time zone it is held in, as IANA calls it.")]


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be held. `options` and `clock` hold for every match; `scoring` names a preset.

    After all tie-breaks a lot tells equals apart where a place matters: at a cut, where a round is drawn by the
    standings, and at the end among the first `prizes` places. Elsewhere equals share their place.
    """

    title: Title
    game: Annotated[str, Meta(min_length=1, max_length=40)]
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=6)]
    scoring: Annotated[str, Meta(max_length=40)]
    description: Description = ""
    options: dict[str, Any] = {}
    tie_breaks: Annotated[tuple[Annotated[str, Meta(max_length=10)], ...], Meta(max_length=20)] = ()
    clock: NewClock | None = None
    disclosure: Disclosure = Disclosure.EVERYONE
    decks: Decks = Decks.NONE
    check_in: bool = False
    elsewhere: bool = False
    capacity: Annotated[int, Meta(ge=0, le=1024)] = 0
    prizes: Annotated[int, Meta(ge=0, le=1024)] = 1
    bots_welcome: bool = True
    zone: Zone = DEFAULT


class NewWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament is called, and what is said of it."""

    title: Title
    description: Description = ""
    zone: Zone | None = None


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether everybody may register."""

    open: bool


class NewStaff(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who shall help to run the tournament."""

    player: Id
    role: Role


class Ending(Enum):
    """How a tournament ends."""

    FINISHED = "finished"
    CANCELLED = "cancelled"


class NewEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a tournament."""

    ending: Ending


class TournamentPage(Struct, frozen=True):
    """Some tournaments, newest first; `next` is the cursor of those that follow, null at the end."""

    tournaments: tuple[TournamentLine, ...]
    next: str | None


class PresetLine(Struct, frozen=True):
    """A way of scoring by its permanent id: what a table gives, its tie-breaks in their order, and what it makes people
    play for. Amounts are exact fractions such as `1/2`.
    """

    id: str
    version: int
    formula: Formula
    places: tuple[tuple[str, ...], ...]
    draw: str | None
    limit: int | None
    winner: str
    margin: str
    bye: str | None
    skip: str
    cut: int
    tie_breaks: tuple[str, ...]
    incentive: Incentive
    source: str


class Presets(Struct, frozen=True):
    """The ways of scoring, and every tie-break there is."""

    presets: tuple[PresetLine, ...]
    tie_breaks: tuple[str, ...]


@get("/scoring", operation_id="scoring", opt=promises())
async def scoring(desk: Desk) -> Presets:
    """The presets of scoring, with all that they count by, and the codes of all tie-breaks."""
    return Presets(tuple(map(_preset_line, presets().values())), tuple(sorted(CODES)))


def _preset_line(preset: Preset) -> PresetLine:
    return PresetLine(
        preset.id,
        preset.version,
        preset.formula,
        tuple(tuple(map(str, row)) for row in preset.places),
        _fraction(preset.draw),
        preset.limit,
        str(preset.winner),
        str(preset.margin),
        _fraction(preset.bye),
        str(preset.skip),
        preset.cut,
        preset.tie_breaks,
        preset.incentive,
        preset.source,
    )


def _fraction(amount: Fraction | None) -> str | None:
    return None if amount is None else str(amount)


@post(
    "/tournaments",
    operation_id="create_tournament",
    dto=StrictJSON,
    return_dto=None,
    opt=promises(
        token=Token.REQUIRED,
        reads=("Idempotency-Key",),
        gives=("Location", "ETag"),
        problems=(SCOPE_MISSING, REJECTED, KEY_REUSED),
    ),
)
async def create(desk: Desk, request: HTTPRequest, data: JSONBody[NewTournament]) -> Response[TournamentSummary]:
    """Creates a tournament; with an `Idempotency-Key` once, however often this is sent.

    The commitments to both parts of its secret are published here, before anybody registers. Every draw follows
    from the one, the secret of each table's match from the other, and what entrants add goes into both.
    """
    principal = await organiser(request)
    title, description = clean(data.title, "title", 80, empty=False), clean(data.description, "description", 4000)
    rules = wanted_rules(desk.matches.catalogue, data.game)
    plan = plan_of(rules, data)
    tournament = tournament_id(principal, request)
    try:
        done = await desk.tournaments.create(
            tournament, title, description, plan, principal.player, rules.game, zone_of(data.zone)
        )
    except Rejected as error:
        raise refused(error) from error
    except Erased as error:
        raise unauthenticated() from error
    if not done.entries and done.tournament.plan != plan:
        raise Problem(KEY_REUSED)
    answer = await desk.summary(done.tournament, principal)
    answer.headers["Location"] = f"{API}/tournaments/{tournament}"
    return answer


@get("/tournaments", operation_id="list_tournaments", opt=promises(gives=("Link",)))
async def list_tournaments(
    desk: Desk, request: HTTPRequest, cursor: Cursor = None, limit: Limit = 50, game: Game = None, phase: HowFar = None
) -> Response[TournamentPage]:
    """Tournaments, newest first, in pages that never shift: follow `next`."""
    rows, following = await tournaments_after(desk.tournaments.records, cursor, limit, game, phase)
    headers = {"Link": f'<{next_page(request, following)}>; rel="next"'} if following else {}
    return Response(TournamentPage(tuple(map(tournament_line, rows)), following), headers=headers)


@get(
    "/tournaments/{tournament:str}",
    operation_id="tournament",
    opt=promises(token=Token.OPTIONAL, reads=("If-None-Match",), gives=("ETag",), problems=(NOT_FOUND,)),
)
async def show(desk: Desk, request: HTTPRequest, tournament: TournamentId) -> Response[TournamentSummary]:
    """A tournament: its plan, its entrants, its rounds with their tables, and where they stand."""
    principal = await authenticate(request)
    known = await load_tournament(desk, tournament)
    answer = await desk.summary(known, principal)
    # The version would not do: a table's match goes on without an entry of the log.
    tag = f'W/"{hashlib.sha256(encode(answer.content)).hexdigest()[:32]}"'
    answer.headers["ETag"] = tag
    if is_tagged(request, tag.removeprefix("W/")):
        unchanged: Response[Any] = Response(b"", status_code=304, headers={"ETag": tag})
        return unchanged
    return answer


@put(
    "/tournaments/{tournament:str}/words",
    operation_id="describe_tournament",
    dto=StrictJSON,
    return_dto=None,
    opt=changing(),
)
async def describe(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewWords]
) -> Response[TournamentChange]:
    """Other words for a tournament. They are no part of the log."""
    principal = await organiser(request)
    known = await load_tournament(desk, tournament)
    try:
        must_organise(known, principal.player)
    except Rejected as error:
        raise refused(error) from error
    title, description = clean(data.title, "title", 80, empty=False), clean(data.description, "description", 4000)
    zone = None if data.zone is None else zone_of(data.zone)
    try:
        await desk.tournaments.describe(tournament, principal.player, title, description, zone)
    except Erased as error:
        raise unauthenticated() from error
    return changed(known)


@post(
    "/tournaments/{tournament:str}/registration",
    operation_id="open_registration",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def registration(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[Registration]
) -> Response[TournamentChange]:
    """Opens registration for everybody, or closes it."""
    principal = await organiser(request)
    command = OpenRegistration() if data.open else CloseRegistration()
    return await record_and_answer(desk, request, principal, tournament, command)


@post(
    "/tournaments/{tournament:str}/staff",
    operation_id="appoint",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def add_staff(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewStaff]
) -> Response[TournamentChange]:
    """Takes somebody into the staff: organisers do everything, referees rule."""
    principal = await organiser(request)
    if not await desk.people.still_works(principal.token):
        raise unauthenticated()
    if not await desk.people.plays(data.player):
        raise Problem(MALFORMED, "There is no such player.", at="$.player")
    command = Appoint(data.player, data.role)
    return await record_and_answer(desk, request, principal, tournament, command)


@post(
    "/tournaments/{tournament:str}/ending",
    operation_id="end_tournament",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def end(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewEnding]
) -> Response[TournamentChange]:
    """Finishes a tournament whose rounds are closed, or calls it off.

    Who is equal in everything where the plan has prizes is told apart by a lot first. Calling it off closes its
    matches first, without results. Its secret is published when every match is closed.
    """
    principal = await organiser(request)
    known = await load_tournament(desk, tournament)
    command = Cancel() if data.ending is Ending.CANCELLED else Finish()
    if data.ending is Ending.CANCELLED and not known.over:
        await dry_run(desk, principal, known, command)
        await _closed(desk, known, principal)
    done = await record(desk, request, principal, tournament, command)
    with suppress(*OUTAGES, Overtaken):  # the steward goes on with it
        await desk.steward.close_what_is_over(tournament)
    return changed(done.tournament, done.entries)


def tournaments_router(desk: TournamentDesk) -> Router:
    """The addresses of this file, under `/api/v1`."""
    return desk_router(desk, scoring, create, list_tournaments, show, describe, registration, add_staff, end)


async def _closed(desk: TournamentDesk, tournament: Tournament, principal: Principal) -> None:
    """Closes the matches of a tournament before it is called off; every refusal becomes its problem."""
    try:
        await desk.steward.close_tables(tournament, principal.player)
    except Exception as error:
        raise match_problem(error, None, None) from error


def plan_of(rules: Rules, data: NewTournament) -> Plan:
    """The plan of a tournament, or the problem why it cannot be played."""
    plan = Plan(
        game=data.game,
        stages=data.stages,
        scoring=data.scoring,
        options=wanted_options(rules, data.options),
        tie_breaks=data.tie_breaks,
        clock=wanted_clock(data.game, data.clock),
        disclosure=data.disclosure,
        decks=data.decks,
        check_in=data.check_in,
        elsewhere=data.elsewhere,
        capacity=data.capacity,
        prizes=data.prizes,
        bots_welcome=data.bots_welcome,
    )
    _openable(rules, plan)
    return plan


def zone_of(said: str) -> str:
    """A time zone, or the problem that there is none of this name."""
    if not is_zone(said):
        raise Problem(MALFORMED, "There is no such time zone: write it as in `Europe/Amsterdam`.", at="$.zone")
    return said


def _openable(rules: Rules, plan: Plan) -> None:
    """Refuses options by which the game is not played by as many as will sit at a table, or needs sealed lists."""
    options = rule_options(rules.game, plan.options)
    tables = {size for stage in plan.stages for size in ((2,) if stage.table == 2 else (3, 4))}
    for size in sorted(tables.intersection(rules.game.seats)):
        try:
            rules.game.opening(options, size)
        except Rejected as error:
            sentence = "With these options the game is not played by so many."
            raise Problem(MALFORMED, sentence, at="$.options", seats=size) from error
    lists = rules.game.lists
    brought = lists is not None and lists.wanted(options)
    if plan.decks is not Decks.NONE and not brought:
        raise Problem(MALFORMED, "With these options nobody brings a list that could be sealed.", at="$.decks")
    if brought and plan.decks is Decks.NONE and not plan.elsewhere:
        raise Problem(MALFORMED, "With these options everybody brings a list: say who sees it when.", at="$.decks")


def tournament_id(principal: Principal, request: HTTPRequest) -> str:
    """The id of a new tournament: the same creator and key give the same one."""
    key = idempotency_key(request)
    if key is None:
        return secrets.token_hex(16)
    return hashlib.sha256(f"chronik/tournament-id/1\n{principal.player}\n{key}".encode()).hexdigest()[:32]
