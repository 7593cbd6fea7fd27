"""Code that tournament routes share: loading a tournament, recording a command, and answering with its changes."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Raw, Struct
from sqlmodel import SQLModel, select

from chronik.domain.engine.game import Rejected
from chronik.domain.log.canonical import encode
from chronik.domain.tournament.record.commands import TournamentCommand
from chronik.domain.tournament.record.events import TournamentEvent
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.refusals import REFUSALS
from chronik.domain.tournament.record.state import Progress, Round, Tournament
from chronik.domain.tournament.rules.concerns import concerns_own_entrant
from chronik.service.identity.auth import Principal, Scope, authenticate, authentication_problem, require
from chronik.service.identity.names import canonical
from chronik.service.identity.register import People
from chronik.service.identity.visible_text import has_letter
from chronik.service.log.outcomes import Contended, KeyReused
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.routes.submission import fingerprint, hash_key, idempotency_key
from chronik.service.matches.summary import Object
from chronik.service.tournaments.built_in_lists import seal_for_bots
from chronik.service.tournaments.erasable import NO_RENAMES, AuthorErased, NoteText, OwnerErased
from chronik.service.tournaments.log import Key
from chronik.service.tournaments.match_scheduler import MatchScheduler
from chronik.service.tournaments.store import Recorded, Tournaments
from chronik.service.tournaments.summary import TournamentSummary, people_of, tournament_summary
from chronik.service.tournaments.tables import TournamentRow
from chronik.service.web.headers import etag
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.ids import ID, is_id
from chronik.service.web.problems.kinds import (
    KEY_REUSED,
    MALFORMED,
    NOT_FOUND,
    NOT_STAFF,
    NOT_YOUR_SEAT,
    OUTCOME_UNKNOWN,
    REJECTED,
    SCOPE_MISSING,
    Kind,
)
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

TournamentId = Annotated[str, PathParameter(description="The id of the tournament.", schema_extra={"pattern": ID})]
EntrantNumber = Annotated[
    str,
    PathParameter(description="The number of the entrant.", schema_extra={"type": "integer", "minimum": 1}),
]
RoundNumber = Annotated[
    str,
    PathParameter(description="The number of the round.", schema_extra={"type": "integer", "minimum": 1}),
]
TableNumber = Annotated[
    str,
    PathParameter(description="The number of the table.", schema_extra={"type": "integer", "minimum": 1}),
]
Note = Annotated[
    str, Meta(max_length=500, description="A note about it, kept outside the log so that it can be erased.")
]

OF_A_CHANGE = (NOT_FOUND, SCOPE_MISSING, NOT_STAFF, REJECTED, KEY_REUSED, OUTCOME_UNKNOWN)


def change_contract(*further: Kind, **more: Any) -> dict[str, Any]:
    """Returns the contract of a route that changes a tournament; `further` are additional kinds of problem."""
    problems = tuple(dict.fromkeys((*OF_A_CHANGE, *further)))
    return promises(token=Token.REQUIRED, reads=("Idempotency-Key",), gives=("ETag",), problems=problems, **more)


class EntryBrought(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry of the log: event `e` at version `n`. `by` is the player who caused it, or empty for Chronik."""

    n: int
    at: int
    by: str = ""
    e: Object


class LaterRound(Struct, frozen=True):
    """A round that was drawn before a change that its draw depends on, such as a corrected result.

    A round that has started continues as it was drawn. A round that has not started must be paired again if
    `pair_again` is true.
    """

    round: int
    progress: Progress
    pair_again: bool


class TournamentChange(Struct, frozen=True, omit_defaults=True):
    """The result of a command: its log entries, without the command itself, and the version after them.

    If the command changed nothing, `entries` is empty. `later` lists the rounds already drawn whose draws depend on
    what this command changed. `GET /api/v1/tournaments/{tournament}` has the current state.
    """

    version: int
    entries: tuple[EntryBrought, ...]
    later: tuple[LaterRound, ...] = ()


class TournamentServices(Struct, frozen=True):
    """The services that the routes need: tournaments, match scheduler, matches and players."""

    tournaments: Tournaments
    scheduler: MatchScheduler
    matches: LiveMatches
    people: People

    async def summary(self, tournament: Tournament, principal: Principal | None) -> Response[TournamentSummary]:
        """Returns a tournament as the caller may see it."""
        known = await self.people.find_names(people_of(tournament))
        async with self.tournaments.records.reading() as session:
            row = (await session.exec(select(TournamentRow).where(TournamentRow.id == tournament.id))).one()
            body = await tournament_summary(session, known, tournament, row, principal.player if principal else "")
        return Response(body, headers={"ETag": etag(tournament.version)})


Services = NamedDependency[TournamentServices]
"""The services of tournaments, as a parameter of a handler."""


def tournament_router(services: TournamentServices, *handlers: ControllerRouterHandler) -> Router:
    """Returns a router for handlers that have a parameter `services: Services`."""

    async def provide_services() -> TournamentServices:
        return services

    return Router(
        "/", route_handlers=handlers, dependencies={"services": Provide(provide_services)}, tags=["tournaments"]
    )


async def require_organiser(request: HTTPRequest) -> Principal:
    """Returns the caller; raises a problem unless the token has the scope `organise`."""
    return require(await authenticate(request), Scope.ORGANISE)


async def require_player(request: HTTPRequest) -> Principal:
    """Returns the caller; raises a problem unless the token has the scope `play`."""
    return require(await authenticate(request), Scope.PLAY)


async def load_tournament(services: TournamentServices, tournament: str) -> Tournament:
    """Returns the current state of a tournament; raises a problem if it does not exist."""
    known = await services.tournaments.find(tournament) if is_id(tournament) else None
    if known is None:
        raise Problem(NOT_FOUND)
    return known


async def record(
    services: TournamentServices,
    request: HTTPRequest,
    principal: Principal,
    tournament: str,
    command: TournamentCommand,
    *,
    words: NoteText | None = None,
    rows: Sequence[SQLModel] = (),
    asked: Any = None,
    renamed: Mapping[str, str] = NO_RENAMES,
    owner: str = "",
) -> Recorded:
    """Records the caller's command and returns the tournament after it; raises every refusal as its problem.

    A command that concerns anyone but the caller's own entrant needs the scope `organise`. A request with a known key
    must repeat the earlier one: the command and its note, or `asked` if the command contains something random.
    """
    known = await load_tournament(services, tournament)
    if not concerns_own_entrant(known, principal.player, command):
        require(principal, Scope.ORGANISE)
    key = hash_request(principal, request, asked or (command, words))
    try:
        done = await services.tournaments.submit(
            tournament,
            principal.player,
            command,
            key=key,
            words=words,
            rows=rows,
            renamed=renamed,
            owner=owner,
        )
    except Rejected as error:
        raise refusal_problem(error) from error
    except KeyReused as error:
        raise Problem(KEY_REUSED) from error
    except Contended as error:
        raise contention_problem() from error
    except AuthorErased as error:
        raise authentication_problem() from error
    except OwnerErased as error:
        raise Problem(MALFORMED, "There is no such player.") from error
    if done is None:
        raise Problem(NOT_FOUND)
    return done


async def record_and_answer(
    services: TournamentServices,
    request: HTTPRequest,
    principal: Principal,
    tournament: str,
    command: TournamentCommand,
    *,
    note: str = "",
    about: int = 0,
    rows: Sequence[SQLModel] = (),
    asked: Any = None,
) -> Response[TournamentChange]:
    """Records a command and answers with its changes. A note `about` an entrant can be erased with their data."""
    words = None
    if note:
        entrant = (await load_tournament(services, tournament)).entrant(about)
        words = NoteText(clean_text(note, "words", 500), principal.player, entrant.player if entrant else "")
    done = await record(services, request, principal, tournament, command, words=words, rows=rows, asked=asked)
    later = tuple([await _later_round(services, principal, done.tournament, one) for one in _later_rounds(done)])
    return change_response(done.tournament, done.entries, later)


def _later_rounds(done: Recorded) -> Sequence[Round]:
    """Returns the rounds drawn before this command that its entries concern."""
    numbers = {entry.n for entry in done.entries}
    return [one for one in done.tournament.rounds if any(newer.entry in numbers for newer in one.newer)]


async def _later_round(
    services: TournamentServices, principal: Principal, tournament: Tournament, one: Round
) -> LaterRound:
    waits = tournament.rules >= 2 and one.progress is Progress.PAIRED
    again = waits and await services.tournaments.decisions.must_pair_again(tournament, principal.player, one)
    return LaterRound(one.number, one.progress, again)


async def seal_lists_for_bots(services: TournamentServices, principal: Principal, tournament: str) -> None:
    """Seals a built-in list for every bot that needs one; raises every refusal as its problem."""
    try:
        await seal_for_bots(services.tournaments, services.matches.catalogue, tournament, principal.player)
    except Rejected as error:
        raise refusal_problem(error) from error
    except Contended as error:
        raise contention_problem() from error
    except AuthorErased as error:
        raise authentication_problem() from error


def change_response(
    tournament: Tournament, entries: Sequence[Entry] = (), later: tuple[LaterRound, ...] = ()
) -> Response[TournamentChange]:
    """Returns the response with a command's changes; a repeated request gets the same response as the first."""
    version = entries[-1].n if entries else tournament.version
    brought = (EntryBrought(n=one.n, at=one.at, by=one.by, e=Raw(encode(one.e))) for one in entries)
    return Response(TournamentChange(version, tuple(brought), later), headers={"ETag": etag(version)})


async def dry_run(
    services: TournamentServices, principal: Principal, tournament: Tournament, command: TournamentCommand
) -> tuple[TournamentEvent, ...]:
    """Returns the events that a command could cause, without recording them; raises every refusal as its problem."""
    try:
        return await services.tournaments.decisions.dry_run(tournament, principal.player, command)
    except Rejected as error:
        raise refusal_problem(error) from error


def hash_request(principal: Principal, request: HTTPRequest, asked: Any) -> Key | None:
    """Returns the caller's idempotency key as it is stored: only hashes, nothing that the caller wrote."""
    key = idempotency_key(request)
    if key is None:
        return None
    return Key(hash_key("tournament-key", principal, key), fingerprint(request.scope["path"], asked))


def refusal_problem(error: Rejected) -> Problem:
    """Returns the problem for a refused tournament command."""
    sentence = REFUSALS[error.code]
    members: dict[str, Any] = {"facts": error.facts} if error.facts else {}
    match error.code:
        case "not-organiser" | "not-referee":
            return Problem(NOT_STAFF, sentence, code=error.code)
        case "not-your-table" | "not-your-entropy":
            return Problem(NOT_YOUR_SEAT, sentence, code=error.code)
        case _:
            return Problem(REJECTED, sentence, code=error.code, rule="/docs#tournaments", **members)


def contention_problem() -> Problem:
    """Returns the problem for a command that other commands overtook in every attempt."""
    detail = "Other requests changed the tournament at the same time. Nothing was recorded; repeat the request."
    return Problem(OUTCOME_UNKNOWN, detail, headers={"Retry-After": "1"})


def clean_text(text: str, field: str, longest: int, *, empty: bool = True) -> str:
    """Returns a multi-line text in canonical form.

    Raises a problem if the text has invisible characters or is too long.
    """
    lines = [canonical(line) for line in text.replace("\r\n", "\n").split("\n")]
    whole = "\n".join(line or "" for line in lines).strip()
    if any(line is None for line in lines) or len(whole) > longest or not (empty or has_letter(whole)):
        raise Problem(MALFORMED, f"A text of up to {longest} visible characters.", at=f"$.{field}")
    return whole
