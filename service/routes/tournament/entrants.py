"""Entrants over HTTP: registering, being there or not, penalties, pairs that shall not meet, and sealed lists."""

from enum import Enum
from typing import Annotated, assert_never

from litestar import Response, Router, get, post, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

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
    SealDeck,
    Withdraw,
)
from service.http.bodies import StrictJSON
from service.http.media import CSV
from service.http.request import HTTPRequest, path_number
from service.openapi.contract import Token, promises
from service.people.auth import authenticate
from service.problems.ids import Hash
from service.problems.kinds import DECK_INVALID, MALFORMED, NOT_FOUND
from service.problems.problem import Problem
from service.routes.tournament.changing import (
    Desk,
    EntrantNumber,
    Note,
    TournamentChange,
    TournamentDesk,
    TournamentId,
    bots_with_lists,
    changing,
    desk_router,
    dry_run,
    load_tournament,
    organiser,
    player,
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
from service.tournaments.sealed_lists import commitment_of, deck_of, problems_of, seal


class There(Enum):
    """Whether an entrant is there."""

    CHECKED_IN = "checked-in"
    WITHDRAWN = "withdrawn"
    RETURNED = "returned"
    NOT_SHOWN = "not-shown"
    DISQUALIFIED = "disqualified"


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


class NewDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A list to be sealed."""

    deck: Annotated[str, Meta(min_length=1, max_length=20_000)]


class DeckCard(Struct, frozen=True):
    """An entrant's list as its caller may see it, with the salt that proves it against the commitment."""

    entrant: int
    commitment: Hash
    deck: str
    salt: Hash


@post(
    "/tournaments/{tournament:str}/entrants",
    operation_id="enter",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=changing(),
)
async def enter(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewEntrant]
) -> Response[TournamentChange]:
    """Registers the caller while registration is open; an organiser registers anybody, and bots.

    Who is entered already is not entered twice. Entropy goes into the seed of every draw from then on, and into
    that of each match the entrant plays. Where lists are brought, a bot seals one of the house.
    """
    principal = await player(request)
    known = await load_tournament(desk, tournament)
    arrived = await reception(desk, known, principal.player, [data])
    command = arrived.registration(data)
    answer = await record_and_answer(desk, request, principal, tournament, command, beside=arrived.beside, asked=data)
    if isinstance(data, BotEntrant):
        await bots_with_lists(desk, principal, tournament)
    return answer


@post(
    "/tournaments/{tournament:str}/entrants/list",
    operation_id="enter_list",
    dto=JSONOrCSV,
    return_dto=None,
    status_code=200,
    opt=changing(body=NewEntrants, forms=((CSV, EXAMPLE),)),
)
async def enter_list(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, data: JSONBody[EntrantList]
) -> Response[TournamentChange]:
    """Registers everybody of a list at once, or nobody. Only organisers do.

    A list has up to 500 entrants, in JSON or as CSV. CSV is UTF-8, separated by commas or semicolons, and begins
    with a line that names its columns: `name` for guests, `player` (an id, or the address of the player's page)
    and `level` of bots, of which each line fills in one, and `club`. Where something is wrong nobody is registered:
    `list-refused` says in `facts.lines` which line, which field and what. In JSON lines are counted from the first
    entrant, in CSV from the first line of the file.
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
                await bots_with_lists(desk, principal, tournament)
            return answer
        await dry_run(desk, principal, known, command)
    except Problem as problem:
        if problem.code != "list-refused":
            raise
        faults += faults_by_rules(problem, [(line, one) for line, one, _ in wanted])
    raise refusal(faults)


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


@put(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/deck",
    operation_id="seal_deck",
    dto=StrictJSON,
    return_dto=None,
    opt=changing(DECK_INVALID),
)
async def seal_deck(
    desk: Desk, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewDeck]
) -> Response[TournamentChange]:
    """Seals a list: everybody sees the commitment, nobody the list until it is opened. A later one replaces it."""
    principal, at = await player(request), path_number(entrant)
    if "\0" in data.deck:
        raise Problem(MALFORMED, "A list is text.", at="$.deck")
    known = await load_tournament(desk, tournament)
    problems = problems_of(desk.matches.catalogue, known, data.deck)
    if problems:
        raise Problem(DECK_INVALID, problems=problems)
    sealed = seal(known, at, data.deck)
    command = SealDeck(at, commitment_of(sealed))
    return await record_and_answer(desk, request, principal, tournament, command, beside=(sealed,), asked=data)


@get(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/deck",
    operation_id="deck",
    opt=promises(token=Token.OPTIONAL, problems=(NOT_FOUND,)),
)
async def deck(desk: Desk, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber) -> DeckCard:
    """An entrant's list: for its owner, for those at its table where the plan says so, and for all once opened.

    One that stays closed is for referees too when the tournament is over, unless they took part in it.

    Whoever is erased takes the list along; its commitment stays.
    """
    principal = await authenticate(request)
    known = await load_tournament(desk, tournament)
    shown = await deck_of(desk.tournaments, known, path_number(entrant), principal)
    if shown is None:
        raise Problem(NOT_FOUND)
    return DeckCard(path_number(entrant), shown.commitment, shown.deck, shown.salt)


def entrants_router(desk: TournamentDesk) -> Router:
    """The addresses of this file, under `/api/v1`."""
    return desk_router(desk, enter, enter_list, presence, penalties, forbidden, seal_deck, deck)


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
