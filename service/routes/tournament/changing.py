"""What the routes of tournaments have in common: finding one, changing it, and answering with what has changed."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Raw, Struct
from sqlmodel import SQLModel, select

from domain.engine.game import Rejected
from domain.engine.match.log import encode
from domain.tournament.record.commands import TournamentCommand
from domain.tournament.record.events import TournamentEvent
from domain.tournament.record.log import Entry
from domain.tournament.record.refusals import REFUSALS
from domain.tournament.record.state import Tournament
from service.http.entity_tags import etag
from service.http.idempotency import fingerprint, idempotency_key
from service.http.match_summary import Object
from service.http.request import HTTPRequest
from service.http.router import Router
from service.matches.live import LiveMatches
from service.openapi.contract import Token, promises
from service.people.auth import Principal, Scope, authenticate, require, unauthenticated
from service.people.names import canonical
from service.people.register import People
from service.problems.ids import ID, is_id
from service.problems.kinds import (
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
from service.problems.problem import Problem
from service.tournaments.house_lists import seal_for_bots
from service.tournaments.steward import Steward
from service.tournaments.store import NOBODY, Erased, Gone, Key, KeyTaken, Overtaken, Recorded, Tournaments, Words
from service.tournaments.summary import TournamentSummary, people_of, tournament_summary
from service.tournaments.tables import TournamentRow

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
Note = Annotated[str, Meta(max_length=500, description="Words about it; they can be erased, the log cannot.")]

OF_A_CHANGE = (NOT_FOUND, SCOPE_MISSING, NOT_STAFF, REJECTED, KEY_REUSED, OUTCOME_UNKNOWN)


def changing(*further: Kind, **more: Any) -> dict[str, Any]:
    """What every route promises that changes a tournament, and the further kinds of problem that one has."""
    problems = tuple(dict.fromkeys((*OF_A_CHANGE, *further)))
    return promises(token=Token.REQUIRED, reads=("Idempotency-Key",), gives=("ETag",), problems=problems, **more)


class EntryBrought(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry of the log: event `e` at version `n`; `by` is a player, empty is Chronik."""

    n: int
    at: int
    by: str = ""
    e: Object


class TournamentChange(Struct, frozen=True):
    """What a command has brought: its entries of the log, without the command itself, and the version after them.

    Where all was so already there are none. The tournament as it stands is at `GET /api/v1/tournaments/{tournament}`.
    """

    version: int
    entries: tuple[EntryBrought, ...]


class TournamentDesk(Struct, frozen=True):
    """Where tournaments are held: their logs, who opens their tables, the matches, and the people."""

    tournaments: Tournaments
    steward: Steward
    matches: LiveMatches
    people: People

    async def summary(self, tournament: Tournament, principal: Principal | None) -> Response[TournamentSummary]:
        """A tournament as its caller sees it."""
        known = await self.people.known(people_of(tournament))
        async with self.tournaments.records.reading() as session:
            row = (await session.exec(select(TournamentRow).where(TournamentRow.id == tournament.id))).one()
            body = await tournament_summary(session, known, tournament, row, principal.player if principal else "")
        return Response(body, headers={"ETag": etag(tournament.version)})


Desk = NamedDependency[TournamentDesk]
"""The desk, as a parameter of a handler."""


def desk_router(desk: TournamentDesk, *handlers: ControllerRouterHandler) -> Router:
    """Addresses of tournaments whose handlers have a parameter `desk: Desk`."""

    async def provide_desk() -> TournamentDesk:
        return desk

    return Router("/", route_handlers=handlers, dependencies={"desk": Provide(provide_desk)}, tags=["tournaments"])


async def organiser(request: HTTPRequest) -> Principal:
    """The caller; the token needs the scope `organise`."""
    return require(await authenticate(request), Scope.ORGANISE)


async def player(request: HTTPRequest) -> Principal:
    """The caller, with a token to play."""
    return require(await authenticate(request), Scope.PLAY)


async def load_tournament(desk: TournamentDesk, tournament: str) -> Tournament:
    """A tournament as it stands, or the problem that there is none."""
    known = await desk.tournaments.find(tournament) if is_id(tournament) else None
    if known is None:
        raise Problem(NOT_FOUND)
    return known


async def record(
    desk: TournamentDesk,
    request: HTTPRequest,
    principal: Principal,
    tournament: str,
    command: TournamentCommand,
    *,
    words: Words | None = None,
    beside: Sequence[SQLModel] = (),
    asked: Any = None,
    renamed: Mapping[str, str] = NOBODY,
) -> Recorded:
    """A tournament after the caller's command; every refusal becomes its problem.

    A repeated key must ask for the same: for the command and its words, or for what was `asked` where something random
    is in the command.
    """
    if not is_id(tournament):
        raise Problem(NOT_FOUND)
    key = keyed(principal, request, asked or (command, words))
    try:
        done = await desk.tournaments.submit(
            tournament, principal.player, command, key=key, words=words, beside=beside, renamed=renamed
        )
    except Rejected as error:
        raise refused(error) from error
    except KeyTaken as error:
        raise Problem(KEY_REUSED) from error
    except Overtaken as error:
        raise overtaken() from error
    except Erased as error:
        raise unauthenticated() from error
    except Gone as error:
        raise Problem(MALFORMED, "There is no such player.") from error
    if done is None:
        raise Problem(NOT_FOUND)
    return done


async def record_and_answer(
    desk: TournamentDesk,
    request: HTTPRequest,
    principal: Principal,
    tournament: str,
    command: TournamentCommand,
    *,
    note: str = "",
    about: int = 0,
    beside: Sequence[SQLModel] = (),
    asked: Any = None,
) -> Response[TournamentChange]:
    """Records a command and answers with what it has changed; a note `about` an entrant goes with their data."""
    words = None
    if note:
        entrant = (await load_tournament(desk, tournament)).entrant(about)
        words = Words(clean(note, "words", 500), principal.player, entrant.player if entrant else "")
    done = await record(desk, request, principal, tournament, command, words=words, beside=beside, asked=asked)
    return changed(done.tournament, done.entries)


async def bots_with_lists(desk: TournamentDesk, principal: Principal, tournament: str) -> None:
    """Seals a house list for every bot that needs one; every refusal becomes its problem."""
    try:
        await seal_for_bots(desk.tournaments, desk.matches.catalogue, tournament, principal.player)
    except Rejected as error:
        raise refused(error) from error
    except Overtaken as error:
        raise overtaken() from error
    except Erased as error:
        raise unauthenticated() from error


def changed(tournament: Tournament, entries: Sequence[Entry] = ()) -> Response[TournamentChange]:
    """What a command has brought to a tournament; repeated, it is answered as the first time."""
    version = entries[-1].n if entries else tournament.version
    brought = (EntryBrought(n=one.n, at=one.at, by=one.by, e=Raw(encode(one.e))) for one in entries)
    return Response(TournamentChange(version, tuple(brought)), headers={"ETag": etag(version)})


async def dry_run(
    desk: TournamentDesk, principal: Principal, tournament: Tournament, command: TournamentCommand
) -> tuple[TournamentEvent, ...]:
    """What a command would bring to a tournament, without recording it; every refusal becomes its problem."""
    try:
        return await desk.tournaments.dry_run(tournament, principal.player, command)
    except Rejected as error:
        raise refused(error) from error


def keyed(principal: Principal, request: HTTPRequest, asked: Any) -> Key | None:
    """The caller's key as it is kept: nothing of what the caller wrote stays."""
    key = idempotency_key(request)
    if key is None:
        return None
    owned = hashlib.sha256(f"chronik/tournament-key/1\n{principal.player}\n{key}".encode()).hexdigest()
    return Key(owned, fingerprint(request.url.path, asked))


def refused(error: Rejected) -> Problem:
    """The problem that a refusal of the rules of tournaments becomes."""
    sentence = REFUSALS[error.code]
    members: dict[str, Any] = {"facts": error.facts} if error.facts else {}
    match error.code:
        case "not-organiser" | "not-referee":
            return Problem(NOT_STAFF, sentence, code=error.code)
        case "not-your-table":
            return Problem(NOT_YOUR_SEAT, sentence, code=error.code)
        case _:
            return Problem(REJECTED, sentence, code=error.code, rule="/docs#tournaments", **members)


def overtaken() -> Problem:
    """The problem that others were faster, again and again."""
    told = "Others changed the tournament at the same time. Nothing was recorded; repeat the request."
    return Problem(OUTCOME_UNKNOWN, told, headers={"Retry-After": "1"})


def clean(text: str, field: str, longest: int, *, empty: bool = True) -> str:
    """A text of several lines in canonical form, or the problem that something in it cannot be seen."""
    lines = [canonical(line) for line in text.replace("\r\n", "\n").split("\n")]
    whole = "\n".join(line or "" for line in lines).strip()
    if any(line is None for line in lines) or len(whole) > longest or not (whole or empty):
        raise Problem(MALFORMED, f"A text of up to {longest} visible characters.", at=f"$.{field}")
    return whole
