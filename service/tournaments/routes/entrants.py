"""The routes of entrants: registration, presence, penalties, and pairs that must not meet."""

from contextlib import suppress
from enum import Enum
from typing import Annotated, assert_never

from litestar import Response, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.record.commands import (
    AddEntropy,
    BringBack,
    CheckIn,
    Disqualify,
    Forbid,
    MarkAbsent,
    Penalise,
    Register,
    RegisterMany,
    RenameGuest,
    SetClub,
    StrikeGames,
    Withdraw,
)
from chronik.service.identity.auth import Principal
from chronik.service.identity.names import A_NAME, clean_name
from chronik.service.log.outcomes import Contended
from chronik.service.matches.routes.opening import Entropy
from chronik.service.tournaments.built_in_lists import seal_for_bots
from chronik.service.tournaments.erasable import NO_RENAMES, AuthorErased
from chronik.service.tournaments.routes.entrant_list import (
    EXAMPLE,
    EntrantList,
    ListBody,
    ListReading,
    NewEntrants,
    fault_of,
    faults_by_rules,
    refusal,
)
from chronik.service.tournaments.routes.newcomers import BotEntrant, Club, NewEntrant, registration_builder
from chronik.service.tournaments.routes.recording import (
    EntrantNumber,
    Note,
    Services,
    TournamentChange,
    TournamentId,
    TournamentServices,
    change_contract,
    change_response,
    dry_run,
    load_tournament,
    record,
    record_and_answer,
    require_organiser,
    require_player,
    tournament_router,
)
from chronik.service.tournaments.routes.trf_body import TRF_EXAMPLE
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.headers import etag
from chronik.service.web.media import CSV, TEXT
from chronik.service.web.problems.kinds import BOTS_NOT_WELCOME, NOT_YOUR_SEAT
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router


class There(Enum):
    """The presence of an entrant."""

    CHECKED_IN = "checked-in"
    WITHDRAWN = "withdrawn"
    RETURNED = "returned"
    NOT_SHOWN = "not-shown"
    DISQUALIFIED = "disqualified"


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """The new name of a guest."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description=A_NAME)]


class NewEntropy(Struct, frozen=True, forbid_unknown_fields=True):
    """The entropy that the caller adds."""

    entropy: Entropy


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    """The club of an entrant; empty for none."""

    club: Club


class NewPresence(Struct, frozen=True, forbid_unknown_fields=True):
    """The presence of an entrant. `cause` is recorded only for a disqualification."""

    presence: There
    cause: Cause = Cause.OTHER
    words: Note = ""


class NewPenalty(Struct, frozen=True, forbid_unknown_fields=True):
    """A penalty in hundredths of a point in the standings; a negative number gives points back."""

    hundredths: Annotated[int, Meta(ge=-100_000, le=100_000)]
    cause: Cause = Cause.OTHER
    words: Note = ""


class NewStrike(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to strike the games of an entrant that left a round robin; false counts them again."""

    struck: bool = True
    words: Note = ""


class NewForbidden(Struct, frozen=True, forbid_unknown_fields=True):
    """Two entrants who must not be paired with each other."""

    entrants: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]]


@post(
    "/tournaments/{tournament:str}/entrants",
    operation_id="enter",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(BOTS_NOT_WELCOME, NOT_YOUR_SEAT),
)
async def enter(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewEntrant]
) -> Response[TournamentChange]:
    """Registers the caller while registration is open; an organiser can register any player, and bots.

    A repeated request registers no one twice. An account operated by a program is refused if the plan excludes bots.
    Entropy goes into the seed of every later draw, and of each match that the entrant plays. Callers add it only for
    themselves (`not-your-entropy`). A player entered without it can add it: `POST …/entrants/{entrant}/entropy`.
    If entrants seal lists, a bot seals a built-in list.
    """
    principal = await require_player(request)
    known = await load_tournament(services, tournament)
    arrived = await registration_builder(services, known, principal.player, [data])
    command = arrived.registration(data)
    answer = await record_and_answer(services, request, principal, tournament, command, rows=arrived.rows, asked=data)
    if isinstance(data, BotEntrant):
        await _seal_lists_for_bots(services, principal, tournament)
    return answer


@post(
    "/tournaments/{tournament:str}/entrants/list",
    operation_id="enter_list",
    dto=ListBody,
    return_dto=None,
    status_code=200,
    opt=change_contract(
        body=NewEntrants, answers=(TournamentChange, ListReading), forms=((CSV, EXAMPLE), (TEXT, TRF_EXAMPLE))
    ),
)
async def enter_list(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    data: JSONBody[EntrantList],
    dry: Annotated[
        bool, QueryParameter(name="dry_run", description="Only show how the list is understood; nothing is recorded.")
    ] = False,
) -> Response[TournamentChange] | Response[ListReading]:
    """Registers all entrants of a list at once, or none of them. Only organisers may do this.

    A list has up to 500 entrants, as JSON or as text. With `dry_run=true` the answer shows how a text is understood:
    its separator, its columns, its first entrants and their number.

    A text comes from a spreadsheet or a tournament program, as `text/csv` or `text/plain`: one entrant per line, with
    fields separated by tabs, semicolons, commas or `|`. Its first line may have headings: `name`, or `surname` and
    `first name`, for guests; `player` (an id, or the address of the player's page); `level` of bots; `club`. German and
    Dutch headings work too, and other columns such as ratings are ignored. Without headings, a list is read as names,
    with clubs only if each name before a club has two words. From FIDE's Tournament Report File, the players become
    guests, in the order of their starting ranks; their results are not read.

    If anything is wrong or ambiguous, no entrant is registered: `list-refused` gives the line, field and fault in
    `facts.lines`, and what was understood in `facts.reading`.
    """
    principal = await require_organiser(request)
    known = await load_tournament(services, tournament)
    arrived = await registration_builder(services, known, principal.player, [one for _, one in data.entrants])
    wanted: list[tuple[int, NewEntrant, Register]] = []
    faults = list(data.faults)
    for line, one in data.entrants:
        try:
            wanted.append((line, one, arrived.registration(one)))
        except Problem as problem:
            faults.append(fault_of(line, problem))
    command = RegisterMany(tuple(registration for _, _, registration in wanted))
    try:
        if not faults and not dry:
            answer = await record_and_answer(
                services, request, principal, tournament, command, rows=arrived.rows, asked=data.asked
            )
            if any(isinstance(one, BotEntrant) for _, one in data.entrants):
                await _seal_lists_for_bots(services, principal, tournament)
            return answer
        await dry_run(services, principal, known, command)
    except Problem as problem:
        if problem.code != "list-refused":
            raise
        faults += faults_by_rules(problem, [(line, one) for line, one, _ in wanted])
    if faults:
        raise refusal(faults, data.reading)
    return Response(data.reading, headers={"ETag": etag(known.version)})


@put(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/name",
    operation_id="rename_guest",
    dto=StrictJSON,
    return_dto=None,
    opt=change_contract(),
)
async def rename(
    services: Services, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewName]
) -> Response[TournamentChange]:
    """Renames a guest, for example if two guests have the same name. The log records that, but not the name.

    Organisers can do this, even after the end of a tournament unless it was called off. If the guest already has the
    name, nothing is recorded.
    """
    principal, at, name = await require_organiser(request), path_number(entrant), clean_name(data.name, "name")
    known, command = await load_tournament(services, tournament), RenameGuest(at)
    guest = known.entrant(at)
    player = guest.player if guest is not None else ""
    services.people.forget(player)  # another process may have renamed the guest a moment ago
    if player and (await services.people.names({player})).get(player) == name:
        await dry_run(services, principal, known, command)
        return change_response(known)
    renamed = {player: name} if guest is not None else NO_RENAMES
    done = await record(services, request, principal, tournament, command, asked=data, renamed=renamed)
    services.people.forget(player)
    return change_response(done.tournament, done.entries)


@put(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/club",
    operation_id="set_club",
    dto=StrictJSON,
    return_dto=None,
    opt=change_contract(),
)
async def set_club(
    services: Services, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewClub]
) -> Response[TournamentChange]:
    """Changes or removes the club of an entrant. The log has a random code for the club, but not its name.

    Players can do this for themselves until the first round is paired; organisers can do it later too. A round that is
    already paired keeps its tables; the club counts from the next draw.
    """
    principal, at = await require_player(request), path_number(entrant)
    known = await load_tournament(services, tournament)
    arrived = await registration_builder(services, known, principal.player, ())
    command = SetClub(at, arrived.club(data.club))
    found = known.entrant(at)
    owner = found.player if found and command.club else ""
    done = await record(services, request, principal, tournament, command, rows=arrived.rows, asked=data, owner=owner)
    return change_response(done.tournament, done.entries)


@post(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/entropy",
    operation_id="add_entropy",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(NOT_YOUR_SEAT),
)
async def entropy(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    entrant: EntrantNumber,
    data: JSONBody[NewEntropy],
) -> Response[TournamentChange]:
    """Adds the caller's entropy to their entrant, if it was registered without entropy.

    This works once, before the first round is paired. The entropy goes into the seed of every draw, and of each match
    that the entrant plays. The pages do it automatically. Repeating it with the same entropy records nothing.
    """
    principal, at = await require_player(request), path_number(entrant)
    return await record_and_answer(services, request, principal, tournament, AddEntropy(at, data.entropy))


@post(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/presence",
    operation_id="set_presence",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def presence(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    entrant: EntrantNumber,
    data: JSONBody[NewPresence],
) -> Response[TournamentChange]:
    """Checks an entrant in, withdraws or readmits it, records that it did not show up, or disqualifies it.

    Entrants can check themselves in and withdraw themselves; the staff can do all of this for any entrant.
    """
    principal, at = await require_player(request), path_number(entrant)
    command = _presence(at, data)
    return await record_and_answer(services, request, principal, tournament, command, note=data.words, about=at)


@post(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/penalties",
    operation_id="penalise",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def penalties(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    entrant: EntrantNumber,
    data: JSONBody[NewPenalty],
) -> Response[TournamentChange]:
    """Deducts points from an entrant in the standings. Only the staff may do this.

    Send an idempotency key, because each penalty counts.
    """
    principal, at = await require_organiser(request), path_number(entrant)
    command = Penalise(at, data.hundredths, data.cause)
    return await record_and_answer(services, request, principal, tournament, command, note=data.words, about=at)


@post(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/struck-games",
    operation_id="strike_games",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def strike_games(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    entrant: EntrantNumber,
    data: JSONBody[NewStrike],
) -> Response[TournamentChange]:
    """Strikes the games of an entrant that left a round robin early, or counts them again. Only organisers may do this.

    Struck games keep their results, but do not count in standings or tie-breaks; the entrant gets no place in that
    stage. They still count for ratings. This is possible while the round robin, at tables of two, is the last stage
    that has started. FIDE strikes games if fewer than half of them were played; the entry says how many were. If the
    entrant returns, they count again.
    """
    principal, at = await require_organiser(request), path_number(entrant)
    command = StrikeGames(at, data.struck)
    return await record_and_answer(services, request, principal, tournament, command, note=data.words, about=at)


@post(
    "/tournaments/{tournament:str}/forbidden",
    operation_id="forbid_pair",
    dto=StrictJSON,
    return_dto=None,
    status_code=200,
    opt=change_contract(),
)
async def forbidden(
    services: Services, request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewForbidden]
) -> Response[TournamentChange]:
    """Forbids pairing two entrants from now on.

    Later Swiss draws obey this. If no Swiss draw remains, the request is refused (`meet-anyway`): a knockout pairs by
    its bracket, and a round robin by its schedule. If one of these follows a Swiss stage, its draw names the pairs that
    meet anyway (`forbidden`).
    """
    principal = await require_organiser(request)
    return await record_and_answer(services, request, principal, tournament, Forbid(data.entrants))


def entrants_router(services: TournamentServices) -> Router:
    """Returns the routes of this module, under `/api/v1`."""
    return tournament_router(
        services, enter, enter_list, rename, set_club, entropy, presence, penalties, strike_games, forbidden
    )


async def _seal_lists_for_bots(services: TournamentServices, principal: Principal, tournament: str) -> None:
    """Seals built-in lists for bots that have just been entered; if this fails, the next pairing seals them.

    The bots are already recorded, so the answer must not fail.
    """
    with suppress(Rejected, AuthorErased, Contended):
        await seal_for_bots(services.tournaments, services.matches.catalogue, tournament, principal.player)


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
