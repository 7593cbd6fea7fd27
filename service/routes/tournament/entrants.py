"""Entrants over HTTP: registering, being there or not, penalties, pairs that shall not meet, and sealed lists."""

import secrets
from enum import Enum
from typing import Annotated, Any, assert_never

from litestar import Response, Router, get, post, put
from litestar.params import JSONBody
from msgspec import Meta, Struct
from sqlmodel import SQLModel

from domain.engine.match.events import Cause
from domain.tournament.record.commands import (
    BringBack,
    CheckIn,
    Disqualify,
    Forbid,
    MarkAbsent,
    Penalise,
    Register,
    SealDeck,
    Withdraw,
)
from domain.tournament.record.state import Tournament
from service.bots.levels import LEVELS
from service.clock import milliseconds
from service.http.bodies import StrictJSON
from service.http.requests import HTTPRequest, number
from service.openapi.contract import Token, promises
from service.people.auth import authenticate
from service.people.names import clean_name
from service.problems.ids import Hash, Id
from service.problems.kinds import DECK_INVALID, MALFORMED, NOT_FOUND
from service.problems.problem import Problem
from service.routes.match.opening import Entropy
from service.routes.tournament.changing import (
    EntrantNumber,
    Note,
    TournamentDesk,
    TournamentId,
    changing,
    load_tournament,
    organiser,
    player,
    record_and_answer,
)
from service.sql.database import PlayerRow
from service.tournaments.sealed_lists import commitment_of, deck_of, seal
from service.tournaments.summary import TournamentSummary
from service.tournaments.tables import ClubRow

Club = Annotated[str, Meta(max_length=40, description="Entrants of one club meet late, where that costs nothing else.")]


class Myself(Struct, frozen=True, forbid_unknown_fields=True, tag="me", tag_field="t"):
    """The caller takes part."""

    club: Club = ""
    entropy: Entropy = ""


class Somebody(Struct, frozen=True, forbid_unknown_fields=True, tag="player", tag_field="t"):
    """A player takes part, whom an organiser enters."""

    player: Id
    club: Club = ""
    entropy: Entropy = ""


class BotEntrant(Struct, frozen=True, forbid_unknown_fields=True, tag="bot", tag_field="t"):
    """A bot takes part."""

    level: Annotated[str, Meta(min_length=1, max_length=40)]


class Guest(Struct, frozen=True, forbid_unknown_fields=True, tag="guest", tag_field="t"):
    """Somebody without an account takes part, where tables are played elsewhere."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    club: Club = ""


NewEntrant = Myself | Somebody | BotEntrant | Guest


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


def entrants_router(desk: TournamentDesk) -> Router:  # noqa: C901  its handlers, each short
    """The addresses of this file, under `/api/v1`."""

    @post(
        "/tournaments/{tournament:str}/entrants",
        operation_id="enter",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(),
    )
    async def enter(
        request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewEntrant]
    ) -> Response[TournamentSummary]:
        """Registers the caller while registration is open; an organiser registers anybody, and bots.

        Who is entered already is not entered twice. Entropy goes into the seed of every draw from then on, and into
        that of each match the entrant plays.
        """
        principal = await player(request)
        known = await load_tournament(desk, tournament)
        beside: tuple[SQLModel, ...] = ()
        match data:
            case Myself():
                who: dict[str, Any] = {"player": principal.player, "entropy": data.entropy}
            case Somebody():
                if not await desk.people.plays(data.player):
                    raise Problem(MALFORMED, "There is no such player.", at="$.player")
                who = {"player": data.player, "entropy": data.entropy}
            case BotEntrant():
                levels = LEVELS.get(known.planned.game, {})
                if data.level not in levels:
                    raise Problem(MALFORMED, "There is no such bot.", at="$.level", levels=list(levels))
                who = {"bot": data.level}
            case Guest():
                name = clean_name(data.name, "name")
                guest = PlayerRow(id=secrets.token_hex(16), name=name, created_at=milliseconds())
                who, beside = {"player": guest.id, "guest": True}, (guest,)
            case _:
                assert_never(data)
        club = None if isinstance(data, BotEntrant) else await _club(desk, known, data.club)
        if club is not None:
            who["club"] = club.code
            beside = (*beside, club)
        return await record_and_answer(desk, request, principal, tournament, Register(**who), beside=beside, asked=data)

    @post(
        "/tournaments/{tournament:str}/entrants/{entrant:str}/presence",
        operation_id="set_presence",
        dto=StrictJSON,
        return_dto=None,
        status_code=200,
        opt=changing(),
    )
    async def presence(
        request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewPresence]
    ) -> Response[TournamentSummary]:
        """Checks an entrant in, lets it leave or return, notes that it did not come, or puts it out.

        Entrants check themselves in and withdraw themselves; everything is open to the staff.
        """
        principal, at = await player(request), number(entrant)
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
        request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewPenalty]
    ) -> Response[TournamentSummary]:
        """Takes points of the standings from an entrant, as a referee. Send a key: each penalty counts."""
        principal, at = await organiser(request), number(entrant)
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
        request: HTTPRequest, tournament: TournamentId, data: JSONBody[NewForbidden]
    ) -> Response[TournamentSummary]:
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
        request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber, data: JSONBody[NewDeck]
    ) -> Response[TournamentSummary]:
        """Seals a list: everybody sees the commitment, nobody the list until it is opened. A later one replaces it."""
        principal, at = await player(request), number(entrant)
        if "\0" in data.deck:
            raise Problem(MALFORMED, "A list is text.", at="$.deck")
        known = await load_tournament(desk, tournament)
        rules = desk.matches.catalogue.current(known.planned.game)
        problems = rules.game.problems(data.deck) if rules and rules.game.problems else ()
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
    async def deck(request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber) -> DeckCard:
        """An entrant's list: for its owner, for those at its table where the plan says so, and for all once opened.

        Whoever is erased takes the list along; its commitment stays.
        """
        principal = await authenticate(request)
        known = await load_tournament(desk, tournament)
        shown = await deck_of(desk.tournaments, known, number(entrant), principal.player if principal else "")
        if shown is None:
            raise Problem(NOT_FOUND)
        return DeckCard(number(entrant), shown.commitment, shown.deck, shown.salt)

    return Router("/", route_handlers=[enter, presence, penalties, forbidden, seal_deck, deck], tags=["tournaments"])


async def _club(desk: TournamentDesk, tournament: Tournament, said: str) -> ClubRow | None:
    """A club by its name; a new one gets a random code, and that is all that the log says of it."""
    name = clean_name(said, "club", empty=True)
    if not name:
        return None
    known = {one.name.casefold(): one for one in await desk.tournaments.clubs(tournament.id)}
    return known.get(name.casefold()) or ClubRow(tournament=tournament.id, code=secrets.token_hex(4), name=name)


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
