"""The routes of sealed deck lists: sealing them, reading them, and the results of opened lists."""

from collections.abc import Mapping
from typing import Annotated

from litestar import Response, get, put
from litestar.params import JSONBody
from msgspec import Meta, Struct

from chronik.domain.engine.game import Rejected
from chronik.domain.tournament.record.commands import SealDeck
from chronik.domain.tournament.record.state import Tournament
from chronik.projections.tournament.list_statistics import (
    CardLine,
    ListGame,
    ListLine,
    card_lines,
    games_of,
    list_lines,
)
from chronik.service.identity.auth import Principal, authenticate
from chronik.service.log.outcomes import Contended
from chronik.service.tournaments.routes.recording import (
    EntrantNumber,
    Services,
    TournamentChange,
    TournamentId,
    TournamentServices,
    change_contract,
    contention_problem,
    load_tournament,
    record_and_answer,
    refusal_problem,
    require_player,
    tournament_router,
)
from chronik.service.tournaments.sealed_lists import (
    cards_of,
    commitment_of,
    deck_of,
    find_opened_lists,
    problems_of,
    record_list_inspection,
    rules_of,
    seal,
)
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.languages import Language, SentenceLanguage
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.deck_problems import refuse_list
from chronik.service.web.problems.ids import Hash
from chronik.service.web.problems.kinds import DECK_INVALID, MALFORMED, NOT_FOUND, OUTCOME_UNKNOWN
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, path_number
from chronik.service.web.router import Router


class NewDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A list to seal."""

    deck: Annotated[str, Meta(min_length=1, max_length=20_000)]


class DeckSummary(Struct, frozen=True):
    """An entrant's list as the caller may see it, with the salt that shows that it matches the commitment.

    `cards` says how often the list names each card, and `games` lists the games in which it was played.
    """

    entrant: int
    commitment: Hash
    deck: str
    salt: Hash
    cards: Mapping[str, int]
    games: tuple[ListGame, ...]


class OpenedDecks(Struct, frozen=True):
    """The opened lists of a tournament, by entrant, and their cards, the most common first."""

    lists: tuple[ListLine, ...]
    cards: tuple[CardLine, ...]


@put(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/deck",
    operation_id="seal_deck",
    dto=StrictJSON,
    return_dto=None,
    opt=change_contract(DECK_INVALID),
)
async def seal_deck(
    services: Services,
    request: HTTPRequest,
    tournament: TournamentId,
    entrant: EntrantNumber,
    data: JSONBody[NewDeck],
    language: SentenceLanguage = None,
) -> Response[TournamentChange]:
    """Seals a list: everyone sees its commitment, but the list only once it is opened. A later list replaces it.

    Organisers seal lists for guests. An organiser who does not take part may also seal a list for a player who has not
    sealed one yet. `deck_by` names the player who sealed a list for another entrant.

    If the rules refuse a list, the reasons are given in English, or in the language that the request names.
    """
    principal, at = await require_player(request), path_number(entrant)
    if "\0" in data.deck:
        raise Problem(MALFORMED, "A list must not contain null characters.", at="$.deck")
    known = await load_tournament(services, tournament)
    catalogue = services.matches.catalogue
    rules = rules_of(catalogue, known)
    if rules is not None and (problems := problems_of(catalogue, known, data.deck)):
        raise refuse_list(rules.words((language or Language.EN).value), problems)
    sealed = seal(known, at, data.deck)
    command = SealDeck(at, commitment_of(sealed))
    return await record_and_answer(services, request, principal, tournament, command, rows=(sealed,), asked=data)


@get(
    "/tournaments/{tournament:str}/entrants/{entrant:str}/deck",
    operation_id="deck",
    opt=promises(token=Token.OPTIONAL, problems=(NOT_FOUND, OUTCOME_UNKNOWN)),
)
async def deck(
    services: Services, request: HTTPRequest, tournament: TournamentId, entrant: EntrantNumber
) -> DeckSummary:
    """Returns an entrant's list, if the caller may see it.

    Its owner always may, the players at the owner's table may if the plan says so, and everyone may once the list is
    opened. After the tournament, referees who did not take part may also see a list that stays closed. Their inspection
    is recorded in the tournament's log, at most once an hour.

    If the owner is erased, the list is deleted; its commitment stays.
    """
    principal = await authenticate(request)
    known = await load_tournament(services, tournament)
    shown = await deck_of(services.tournaments, known, path_number(entrant), principal)
    if shown is None:
        raise Problem(NOT_FOUND)
    if shown.as_referee and principal is not None:
        await _record_inspection(services, known, path_number(entrant), principal)
    number, cards = path_number(entrant), cards_of(services.matches.catalogue, known, shown.deck)
    return DeckSummary(number, shown.commitment, shown.deck, shown.salt, cards, games_of(known, number))


@get(
    "/tournaments/{tournament:str}/decks",
    operation_id="opened_decks",
    opt=promises(problems=(NOT_FOUND,)),
)
async def list_opened_decks(services: Services, tournament: TournamentId) -> OpenedDecks:
    """Returns the results of a tournament's opened lists, and of each card in them.

    Lists that are not open, or were erased with their owners, do not count.
    """
    known = await load_tournament(services, tournament)
    opened = await find_opened_lists(services.tournaments, known)
    read = {text: cards_of(services.matches.catalogue, known, text) for text in opened.values()}
    lines = list_lines(known, opened)
    return OpenedDecks(lines, card_lines(lines, {number: read[text] for number, text in opened.items()}))


async def _record_inspection(
    services: TournamentServices, tournament: Tournament, number: int, principal: Principal
) -> None:
    """Logs a referee's inspection of a list; raises a problem if it cannot be recorded."""
    try:
        await record_list_inspection(services.tournaments, tournament, number, principal.player)
    except Rejected as error:
        raise refusal_problem(error) from error
    except Contended as error:
        raise contention_problem() from error


def decks_router(services: TournamentServices) -> Router:
    """Returns the routes of this module, under `/api/v1`."""
    return tournament_router(services, seal_deck, deck, list_opened_decks)
