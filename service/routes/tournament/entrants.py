"""Entrants over HTTP: registering, being there or not, penalties, and pairs that shall not meet."""

from contextlib import suppress
from enum import Enum
from typing import Annotated, assert_never

from litestar import Response, post, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from domain.engine.game import Rejected
from domain.engine.match.events import Cause
from domain.tournament.record.commands import (
    BringBack,
    CheckIn,
    Disqualify,
    Forbid,
    MarkAbsent,
    Penalise,
    Register,
    RegisterMany,
    RenameGuest,
    Withdraw,
)
from service.http.bodies import StrictJSON
from service.http.media import CSV, TEXT
from service.http.request import HTTPRequest, path_number
from service.http.router import Router
from service.people.auth import Principal
from service.people.names import clean_name
from service.problems.kinds import BOTS_NOT_WELCOME
from service.problems.problem import Problem
from service.routes.tournament.changing import (
    Desk,
    EntrantNumber,
    Note,
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
    record,
    record_and_answer,
)
from service.routes.tournament.entrant_list import (
    EXAMPLE,
    EntrantList,
    JSONOrCSV,
    NewEntrants,
    fault_of,
    faults_by_rules,
    refusal,
)
from service.routes.tournament.newcomers import BotEntrant, NewEntrant, reception
from service.routes.tournament.trf_body import TRF_EXAMPLE
from service.tournaments.house_lists import seal_for_bots
from service.tournaments.store import NOBODY, Erased, Overtaken


class There(Enum):
    """Whether an entrant is there."""

    CHECKED_IN = "checked-in"
    WITHDRAWN = "withdrawn"
    RETURNED = "returned"
    NOT_SHOWN = "not-shown"
    DISQUALIFIED = "disqualified"


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest is called."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description="1 to 40 visible characters.")]


class NewPresence(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether an entrant is there; the cause is recorded of a disqualification only."""

    presence: There
    cause: Cause = Cause.OTHER
    words: Note = ""


class NewPenalty(Struct, frozen=True, forbid_unknown_fields=True):
    """Hundredths of a point of the standings that are taken from an entrant; a negative number gives them back."""

    hundredths: Annotated[int, Meta(ge=-100_000, le=100_000)]
    cause: Cause = Cause.OTHER
    words: Note = ""


class NewForbidden(Struct, frozen=True, forbid_unknown_fields=True):
    """Two entrants who shall not be paired."""

    entrants: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]]


@post(
    "/tournaments/{tournament:str}/entrants",
    operation_id="enter",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(BOTS_NOT_WELCOME),
)
async def enter(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewEntrant]
) -> Response[TournamentChange]:
    """Registers the caller while registration is open; an organiser registers anybody, and bots.

    Who is entered already is not entered twice, and no account that a program plays where the plan says that bots are
    not welcome. Entropy goes into the seed of every draw from then on, and into
    that of each match the entrant plays. Where lists are brought, a bot seals one of the house.
    """
    principal = await player(request)
    known = await load_tournament(desk, tournament)
    arrived = await reception(desk, known, principal.player, [data])
    command = arrived.registration(data)
    answer = await record_and_answer(desk, request, principal, tournament, command, beside=arrived.beside, asked=data)
    if isinstance(data, BotEntrant):
        await _with_lists(desk, principal, tournament)
    return answer


@post(
    "/tournaments/{tournament:str}/entrants/list",
    operation_id="enter_list",
    dto=JSONOrCSV,
    return_dto=None,
    status_code=200,
    opt=changing(body=NewEntrants, forms=((CSV, EXAMPLE), (TEXT, TRF_EXAMPLE))),
)
async def enter_list(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[EntrantList]
) -> Response[TournamentChange]:
    """Registers everybody of a list at once, or nobody. Only organisers do.

    A list has up to 500 entrants, in JSON or as CSV. CSV is UTF-8, separated by tabs, semicolons or commas. Its first
    line may name its columns: `name` for guests, `player` (an id, or the address of the player's page) and `level` of
    bots, of which each line fills in one, and `club`; without it each line is a guest, and perhaps a club. Where
    something is wrong nobody is registered: `list-refused` says in `facts.lines` which line, which field and what. In
    JSON lines are counted from the first entrant, in CSV from the first line of the file. Of FIDE's Tournament Report
    File (`text/plain`) the players are registered as guests, by starting rank; what they have played is not read.
    """
    principal = await organiser(request)
    known = await load_tournament(desk, tournament)
    arrived = await reception(desk, known, principal.player, [one for _, one in data.entrants])
    wanted: list[tuple[int, NewEntrant, Register]] = []
    faults = list(data.faults)
    for line, one in data.entrants:
        try:
            wanted.append((line, one, arrived.registration(one)))
        except Problem as problem:
            faults.append(fault_of(line, problem))
    command = RegisterMany(tuple(registration for _, _, registration in wanted))
    try:
        if not faults:
            answer = await record_and_answer(
                desk, request, principal, tournament, command, beside=arrived.beside, asked=data
            )
            if any(isinstance(one, BotEntrant) for _, one in data.entrants):
                await _with_lists(desk, principal, tournament)
            return answer
        await dry_run(desk, principal, known, command)
    except Problem as problem:
        if problem.code != "list-refused":
            raise
        faults += faults_by_rules(problem, [(line, one) for line, one, _ in wanted])
    raise refusal(faults)


@put(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/name",
    operation_id="rename_guest",
    dto=StrictJSON,
    return_dto=None,
    opt=changing(),
)
async def rename(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewName]
) -> Response[TournamentChange]:
    """Gives a guest another name, as when two are called the same. The log says that it was done, and never a name.

    Organisers do this, also after the end of a tournament that was not called off. A name that the guest has already
    brings no entry.
    """
    principal, at, name = await organiser(request), path_number(entrant), clean_name(data.name, "name")
    known, command = await load_tournament(desk, tournament), RenameGuest(at)
    guest = known.entrant(at)
    if guest is not None and (await desk.people.names({guest.player})).get(guest.player) == name:
        await dry_run(desk, principal, known, command)
        return changed(known)
    renamed = {guest.player: name} if guest is not None else NOBODY
    done = await record(desk, request, principal, tournament, command, asked=data, renamed=renamed)
    return changed(done.tournament, done.entries)


@post(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/presence",
    operation_id="set_presence",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def presence(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewPresence]
) -> Response[TournamentChange]:
    """Checks an entrant in, lets it leave or return, notes that it did not come, or puts it out.

    Entrants check themselves in and withdraw themselves; everything is open to the staff.
    """
    principal, at = await player(request), path_number(entrant)
    command = _presence(at, data)
    return await record_and_answer(desk, request, principal, tournament, command, note=data.words, about=at)


@post(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/penalties",
    operation_id="penalise",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def penalties(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewPenalty]
) -> Response[TournamentChange]:
    """Takes points of the standings from an entrant, as a referee. Send a key: each penalty counts."""
    principal, at = await organiser(request), path_number(entrant)
    command = Penalise(at, data.hundredths, data.cause)
    return await record_and_answer(desk, request, principal, tournament, command, note=data.words, about=at)


@post(
    "/tournaments/{tournament:str}/forbidden",
    operation_id="forbid_pair",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def forbidden(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewForbidden]
) -> Response[TournamentChange]:
    """Says that two entrants shall not be paired from here on."""
    principal = await organiser(request)
    return await record_and_answer(desk, request, principal, tournament, Forbid(data.entrants))


def entrants_router(desk: TournamentDesk) -> Router:
    """The addresses of this file, under `/api/v1`."""
    return desk_router(desk, enter, enter_list, rename, presence, penalties, forbidden)


async def _with_lists(desk: TournamentDesk, principal: Principal, tournament: str) -> None:
    """Seals house lists for bots that were just entered; what is left over is done when a round is paired.

    By then their entry is recorded, and no answer may say otherwise.
    """
    with suppress(Rejected, Erased, Overtaken):
        await seal_for_bots(desk.tournaments, desk.matches.catalogue, tournament, principal.player)


def _presence(entrant: int, wanted: NewPresence) -> CheckIn | Withdraw | BringBack | MarkAbsent | Disqualify:
    match wanted.presence:
        case There.CHECKED_IN:
            return CheckIn(entrant)
        case There.WITHDRAWN:
            return Withdraw(entrant)
        case There.RETURNED:
            return BringBack(entrant)
        case There.NOT_SHOWN:
            return MarkAbsent(entrant)
        case There.DISQUALIFIED:
            return Disqualify(entrant, wanted.cause)
        case _:
            assert_never(wanted.presence)
