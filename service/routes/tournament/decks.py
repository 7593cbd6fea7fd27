"""Sealed lists over HTTP: handed in, shown to whom the plan says, and how those that are open have done."""

from collections.abc import Mapping
from typing import Annotated

from litestar import Response, get, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from domain.engine.game import Rejected
from domain.tournament.record.commands import SealDeck
from domain.tournament.record.state import Tournament
from projections.tournament.opened import CardLine, ListGame, ListLine, card_lines, games_of, list_lines
from service.http.bodies import StrictJSON
from service.http.request import HTTPRequest, path_number
from service.http.router import Router
from service.openapi.contract import Token, promises
from service.people.auth import Principal, authenticate
from service.problems.ids import Hash
from service.problems.kinds import DECK_INVALID, MALFORMED, NOT_FOUND, OUTCOME_UNKNOWN
from service.problems.problem import Problem
from service.routes.tournament.changing import (
    Desk,
    EntrantNumber,
    TournamentChange,
    TournamentDesk,
    TournamentId,
    changing,
    desk_router,
    load_tournament,
    overtaken,
    player,
    record_and_answer,
    refused,
)
from service.tournaments.sealed_lists import (
    cards_of,
    commitment_of,
    deck_of,
    note_look,
    opened_lists,
    problems_of,
    seal,
)
from service.tournaments.store import Overtaken


class NewDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A list to be sealed."""

    deck: Annotated[str, Meta(min_length=1, max_length=20_000)]


class DeckSummary(Struct, frozen=True):
    """An entrant's list as its caller may see it, with the salt that proves it against the commitment.

    `cards` says how often it names each card, and `games` in which games it was played.
    """

    entrant: int
    commitment: Hash
    deck: str
    salt: Hash
    cards: Mapping[str, int]
    games: tuple[ListGame, ...]


class OpenedDecks(Struct, frozen=True):
    """The lists of a tournament that are open to all, by entrant, and their cards, those of most lists first."""

    lists: tuple[ListLine, ...]
    cards: tuple[CardLine, ...]


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
    """Seals a list: everybody sees the commitment, nobody the list until it is opened. A later one replaces it.

    Organisers seal for guests; for a player only one who does not take part, and nothing that the player has sealed.
    Who has sealed a list for somebody stands with them, as `deck_by`.
    """
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
    opt=promises(token=Token.OPTIONAL, problems=(NOT_FOUND, OUTCOME_UNKNOWN)),
)
async def deck(desk: Desk, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber) -> DeckSummary:
    """An entrant's list: for its owner, for those at its table where the plan says so, and for all once opened.

    One that stays closed is for referees too when the tournament is over, unless they took part in it; their look is
    an entry of the tournament's log, once an hour.

    Whoever is erased takes the list along; its commitment stays.
    """
    principal = await authenticate(request)
    known = await load_tournament(desk, tournament)
    shown = await deck_of(desk.tournaments, known, path_number(entrant), principal)
    if shown is None:
        raise Problem(NOT_FOUND)
    if shown.looked_into and principal is not None:
        await _noted(desk, known, path_number(entrant), principal)
    number, cards = path_number(entrant), cards_of(desk.matches.catalogue, known, shown.deck)
    return DeckSummary(number, shown.commitment, shown.deck, shown.salt, cards, games_of(known, number))


@get(
    "/tournaments/{tournament:str}/decks",
    operation_id="opened_decks",
    opt=promises(problems=(NOT_FOUND,)),
)
async def opened_decks(desk: Desk, tournament: TournamentId) -> OpenedDecks:
    """How the lists of a tournament that are open to all have done, and each of their cards.

    Lists that are not open, and those that were erased with their owners, are not counted.
    """
    known = await load_tournament(desk, tournament)
    opened = await opened_lists(desk.tournaments, known)
    read = {text: cards_of(desk.matches.catalogue, known, text) for text in opened.values()}
    lines = list_lines(known, opened)
    return OpenedDecks(lines, card_lines(lines, {number: read[text] for number, text in opened.items()}))


async def _noted(desk: TournamentDesk, tournament: Tournament, number: int, principal: Principal) -> None:
    """Notes a referee's look at a list, or raises the problem why it cannot be noted."""
    try:
        await note_look(desk.tournaments, tournament, number, principal.player)
    except Rejected as error:
        raise refused(error) from error
    except Overtaken as error:
        raise overtaken() from error


def decks_router(desk: TournamentDesk) -> Router:
    """The addresses of this file, under `/api/v1`."""
    return desk_router(desk, seal_deck, deck, opened_decks)
