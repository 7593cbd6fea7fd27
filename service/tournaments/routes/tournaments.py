"""The routes of tournaments: creating, describing and listing them, their staff, and their end."""

import hashlib
import secrets
from contextlib import suppress
from datetime import datetime
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any

from litestar import Response, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Disclosure
from chronik.domain.engine.match.match import rule_options
from chronik.domain.log.canonical import encode
from chronik.domain.tournament.counting.scoring import Formula, Incentive, Preset, presets
from chronik.domain.tournament.counting.tiebreak import CODES
from chronik.domain.tournament.record.commands import Appoint, Cancel, CloseRegistration, Finish, OpenRegistration
from chronik.domain.tournament.record.events import Role
from chronik.domain.tournament.record.plan import Decks, Plan, Stage
from chronik.domain.tournament.record.state import Phase
from chronik.domain.tournament.rules.staff import require_organiser as must_organise
from chronik.service.identity.auth import Principal, authenticate, authentication_problem
from chronik.service.matches.catalogue import Rules
from chronik.service.matches.clock_summary import NewClock
from chronik.service.matches.routes.match_terms import find_rules, parse_clock, parse_options
from chronik.service.matches.routes.submission import hash_key, idempotency_key
from chronik.service.matches.turn_queue import TRANSIENT_ERRORS
from chronik.service.running.clock import Moment
from chronik.service.running.links import API
from chronik.service.running.zones import DEFAULT, is_zone
from chronik.service.sql.paging import MOST_TOURNAMENTS
from chronik.service.tournaments.erasable import AuthorErased
from chronik.service.tournaments.list import tournaments_after
from chronik.service.tournaments.routes.recording import (
    Services,
    TournamentChange,
    TournamentId,
    TournamentServices,
    change_contract,
    change_response,
    clean_text,
    dry_run,
    load_tournament,
    record,
    record_and_answer,
    refusal_problem,
    require_organiser,
    tournament_router,
)
from chronik.service.tournaments.summary import Description, Title, TournamentLine, TournamentSummary, tournament_line
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.headers import is_tagged
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.ids import Id
from chronik.service.web.problems.kinds import KEY_REUSED, MALFORMED, NOT_FOUND, REJECTED, SCOPE_MISSING
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, next_page
from chronik.service.web.router import Router

Cursor = Annotated[str | None, QueryParameter(max_length=100, description="Go on after a page: its `next`.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_TOURNAMENTS, description="How many tournaments at most.")]
Game = Annotated[str | None, QueryParameter(max_length=40, pattern="^[a-z_]+$", description="Only this game.")]
HowFar = Annotated[Phase | None, QueryParameter(description="Only tournaments in this phase.")]


Zone = Annotated[str, Meta(max_length=40, description="The time zone it is held in, as IANA calls it.")]


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to create. `options` and `clock` apply to every match; `scoring` names a preset.

    After all tie-breaks, a lot separates equal entrants if the place matters: at a cut, if a round is drawn by the
    standings, and at the end among the first `prizes` places. Otherwise equal entrants share their place.
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
    starts_at: Moment | None = None


class NewWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The title, description and planned start of a tournament."""

    title: Title
    description: Description = ""
    zone: Zone | None = None
    starts_at: Moment | None = None


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """Says whether any player may register."""

    open: bool


class NewStaff(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who joins the staff."""

    player: Id
    role: Role


class Ending(Enum):
    """The way in which a tournament ends."""

    FINISHED = "finished"
    CANCELLED = "cancelled"


class NewEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a tournament."""

    ending: Ending


class TournamentPage(Struct, frozen=True):
    """A page of tournaments, newest first; `next` is the cursor of the next page, null at the end."""

    tournaments: tuple[TournamentLine, ...]
    next: str | None


class PresetLine(Struct, frozen=True):
    """A scoring preset with its permanent id: the points of a table, the tie-breaks in order, and its incentive.

    Amounts are exact fractions such as `1/2`.
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
    """The scoring presets, and the codes of all tie-breaks."""

    presets: tuple[PresetLine, ...]
    tie_breaks: tuple[str, ...]


@get("/scoring", operation_id="scoring", opt=promises())
async def scoring(services: Services) -> Presets:
    """Returns the scoring presets with all their parameters, and the codes of all tie-breaks."""
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
async def create(
    services: Services, request: HTTPRequest, data: JSONBody[NewTournament]
) -> Response[TournamentSummary]:
    """Creates a tournament; with an `Idempotency-Key`, repeated requests create only one.

    The answer publishes the commitments to both parts of its secret, before any registration. Every draw is derived
    from one part, and the secret of each table's match from the other. The entrants' entropy goes into both.
    """
    principal = await require_organiser(request)
    title, description = (
        clean_text(data.title, "title", 80, empty=False),
        clean_text(data.description, "description", 4000),
    )
    rules = find_rules(services.matches.catalogue, data.game)
    plan = plan_of(rules, data)
    tournament = tournament_id(principal, request)
    try:
        done = await services.tournaments.create(
            tournament,
            title,
            description,
            plan,
            principal.player,
            rules.game,
            zone_of(data.zone),
            starts_at=_milliseconds(data.starts_at),
        )
    except Rejected as error:
        raise refusal_problem(error) from error
    except AuthorErased as error:
        raise authentication_problem() from error
    if not done.entries and done.tournament.plan != plan:
        raise Problem(KEY_REUSED)
    answer = await services.summary(done.tournament, principal)
    answer.headers["Location"] = f"{API}/tournaments/{tournament}"
    return answer


@get("/tournaments", operation_id="list_tournaments", opt=promises(gives=("Link",)))
async def list_tournaments(
    services: Services,
    request: HTTPRequest,
    cursor: Cursor = None,
    limit: Limit = 50,
    game: Game = None,
    phase: HowFar = None,
) -> Response[TournamentPage]:
    """Returns tournaments, newest first, in pages that never shift: follow `next`."""
    rows, following = await tournaments_after(services.tournaments.records, cursor, limit, game, phase)
    headers = {"Link": f'<{next_page(request, following)}>; rel="next"'} if following else {}
    return Response(TournamentPage(tuple(map(tournament_line, rows)), following), headers=headers)


@get(
    "/tournaments/{tournament:str}",
    operation_id="tournament",
    opt=promises(token=Token.OPTIONAL, reads=("If-None-Match",), gives=("ETag",), problems=(NOT_FOUND,)),
)
async def show(services: Services, request: HTTPRequest, tournament: TournamentId) -> Response[TournamentSummary]:
    """Returns a tournament: its plan, its entrants, and its rounds with their tables and results."""
    principal = await authenticate(request)
    known = await load_tournament(services, tournament)
    answer = await services.summary(known, principal)
    # The version is not enough: a table's match changes without an entry of the log.
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
    opt=change_contract(),
)
async def describe(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewWords]
) -> Response[TournamentChange]:
    """Changes the title, description and planned start of a tournament. They are not part of the log."""
    principal = await require_organiser(request)
    known = await load_tournament(services, tournament)
    try:
        must_organise(known, principal.player)
    except Rejected as error:
        raise refusal_problem(error) from error
    title, description = (
        clean_text(data.title, "title", 80, empty=False),
        clean_text(data.description, "description", 4000),
    )
    zone = None if data.zone is None else zone_of(data.zone)
    try:
        await services.tournaments.describe(
            tournament, principal.player, title, description, zone, _milliseconds(data.starts_at)
        )
    except AuthorErased as error:
        raise authentication_problem() from error
    return change_response(known)


@post(
    "/tournaments/{tournament:str}/registration",
    operation_id="open_registration",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def registration(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[Registration]
) -> Response[TournamentChange]:
    """Opens registration to every player, or closes it."""
    principal = await require_organiser(request)
    command = OpenRegistration() if data.open else CloseRegistration()
    return await record_and_answer(services, request, principal, tournament, command)


@post(
    "/tournaments/{tournament:str}/staff",
    operation_id="appoint",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def add_staff(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewStaff]
) -> Response[TournamentChange]:
    """Adds a player to the staff: organisers can do everything, referees can rule."""
    principal = await require_organiser(request)
    if not await services.people.still_works(principal.token):
        raise authentication_problem()
    if not await services.people.plays(data.player):
        raise Problem(MALFORMED, "There is no such player.", at="$.player")
    command = Appoint(data.player, data.role)
    return await record_and_answer(services, request, principal, tournament, command)


@post(
    "/tournaments/{tournament:str}/ending",
    operation_id="end_tournament",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def end(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewEnding]
) -> Response[TournamentChange]:
    """Finishes a tournament whose rounds are closed, or calls it off.

    Before it finishes, lots are drawn between entrants who are tied in every tie-break at a place with a prize. Before
    it is called off, its matches are closed without results. Its secret is published once every match is closed.
    """
    principal = await require_organiser(request)
    known = await load_tournament(services, tournament)
    command = Cancel() if data.ending is Ending.CANCELLED else Finish()
    if data.ending is Ending.CANCELLED and not known.over:
        await dry_run(services, principal, known, command)
        await services.scheduler.close_tables(known, principal.player)
    done = await record(services, request, principal, tournament, command)
    with suppress(*TRANSIENT_ERRORS):  # the match scheduler retries
        await services.scheduler.settle(tournament)
    return change_response(done.tournament, done.entries)


def tournaments_router(services: TournamentServices) -> Router:
    """Returns the routes of this module, under `/api/v1`."""
    return tournament_router(services, scoring, create, list_tournaments, show, describe, registration, add_staff, end)


def plan_of(rules: Rules, data: NewTournament) -> Plan:
    """Returns the plan of a new tournament; raises a problem if the plan cannot be played."""
    plan = Plan(
        game=data.game,
        stages=data.stages,
        scoring=data.scoring,
        options=parse_options(rules, data.options),
        tie_breaks=data.tie_breaks,
        clock=parse_clock(data.game, data.clock),
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
    """Returns the name of a time zone; raises a problem if the zone does not exist."""
    if not is_zone(said):
        raise Problem(MALFORMED, "There is no such time zone: write it as in `Europe/Amsterdam`.", at="$.zone")
    return said


def _milliseconds(moment: datetime | None) -> int | None:
    """Returns a moment as milliseconds since 1970, as SQL keeps it."""
    return None if moment is None else int(moment.timestamp() * 1000)


def _openable(rules: Rules, plan: Plan) -> None:
    """Raises a problem if the options do not allow the plan's table sizes, or exclude its sealed lists."""
    options = rule_options(rules.game, plan.options)
    tables = {size for stage in plan.stages for size in ((2,) if stage.table == 2 else (3, 4))}
    for size in sorted(tables.intersection(rules.game.seats)):
        try:
            rules.game.opening(options, size)
        except Rejected as error:
            detail = f"With these options the game does not allow {size} players."
            raise Problem(MALFORMED, detail, at="$.options", seats=size) from error
    lists = rules.game.lists
    brought = lists is not None and lists.expects(options)
    if plan.decks is not Decks.NONE and not brought:
        raise Problem(MALFORMED, "With these options entrants bring no lists, so none can be sealed.", at="$.decks")
    if brought and plan.decks is Decks.NONE and not plan.elsewhere:
        raise Problem(
            MALFORMED, "With these options every entrant brings a list: set who sees it and when.", at="$.decks"
        )


def tournament_id(principal: Principal, request: HTTPRequest) -> str:
    """Returns the id of a new tournament; the same creator and key give the same id."""
    key = idempotency_key(request)
    return secrets.token_hex(16) if key is None else hash_key("tournament-id", principal, key)[:32]
