"""The routes of saved deck lists."""

from typing import Annotated

from litestar import delete, get, put
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from chronik.domain.engine.match.match import rule_options
from chronik.service.identity.auth import Principal, Scope, authentication_problem, caller, require
from chronik.service.identity.names import A_NAME, clean_name
from chronik.service.matches.catalogue import Catalogue
from chronik.service.matches.routes.match_terms import find_rules, parse_options
from chronik.service.people.own_lists import MAX_LENGTH, MAX_LISTS, OwnListRow, OwnLists, TooManyLists
from chronik.service.running.clock import Moment, rfc3339
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.languages import Language, SentenceLanguage
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.deck_problems import refuse_list
from chronik.service.web.problems.kinds import DECK_INVALID, MALFORMED, NOT_FOUND, SCOPE_MISSING, TOO_MANY_LISTS
from chronik.service.web.problems.problem import Problem
from chronik.service.web.router import Router

Written = Annotated[
    str,
    Meta(max_length=60_000, description=f"The list in any notation of its game, up to {MAX_LENGTH} characters."),
]
ListName = Annotated[str, PathParameter(description=f"The name of the list, {A_NAME}")]


class NewOwnList(Struct, frozen=True, forbid_unknown_fields=True):
    """A list to save, in any notation, with its game."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    deck: Written


class OwnList(Struct, frozen=True):
    """A list that the caller has saved, in its game's canonical form."""

    name: str
    game: str
    deck: str
    saved_at: Moment


class OwnListsKept(Struct, frozen=True):
    """The lists that the caller has saved, ordered by name."""

    decks: tuple[OwnList, ...]


def own_lists_router(catalogue: Catalogue, kept: OwnLists) -> Router:
    """Returns the routes of this module, under `/api/v1`, for games that have lists."""

    @get("/me/decks", operation_id="own_decks", opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,)))
    async def own_lists(principal: NamedDependency[Principal | None]) -> OwnListsKept:
        """Returns every list that the caller has saved."""
        return OwnListsKept(tuple(_list(row) for row in await kept.all_of(require(principal, Scope.PLAY).player)))

    @get(
        "/me/decks/{name:str}",
        operation_id="own_deck",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND)),
    )
    async def own_list(name: ListName, principal: NamedDependency[Principal | None]) -> OwnList:
        """Returns a list that the caller has saved."""
        row = await kept.find(require(principal, Scope.PLAY).player, clean_name(name, "name"))
        if row is None:
            raise Problem(NOT_FOUND)
        return _list(row)

    @put(
        "/me/decks/{name:str}",
        operation_id="keep_deck",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, DECK_INVALID, TOO_MANY_LISTS)),
    )
    async def keep(
        name: ListName,
        data: JSONBody[NewOwnList],
        principal: NamedDependency[Principal | None],
        language: SentenceLanguage = None,
    ) -> OwnList:
        """Saves a list under a name, replacing any list with that name. A caller can save up to 50 lists.

        A list need not be legal yet, but it must be readable as a whole: if it has an unknown card or an invalid count,
        it is refused with all of its faults. Sentences are in English, or in the language that the request names.
        """
        who = require(principal, Scope.PLAY)
        deck = _canonical(catalogue, data, language or Language.EN)
        try:
            row = await kept.keep(who.player, clean_name(name, "name"), data.game, deck)
        except TooManyLists:
            raise Problem(TOO_MANY_LISTS, limit=MAX_LISTS) from None
        if row is None:
            raise authentication_problem()
        return _list(row)

    @delete(
        "/me/decks/{name:str}",
        operation_id="forget_deck",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND), even_when_full=True),
    )
    async def forget(name: ListName, principal: NamedDependency[Principal | None]) -> None:
        """Deletes a list that the caller has saved. Lists that were sealed for a tournament stay there."""
        if not await kept.forget(require(principal, Scope.PLAY).player, clean_name(name, "name")):
            raise Problem(NOT_FOUND)

    return Router(
        "/",
        route_handlers=[own_lists, own_list, keep, forget],
        dependencies={"principal": Provide(caller)},
        tags=["decks"],
    )


def _canonical(catalogue: Catalogue, data: NewOwnList, language: Language) -> str:
    """Returns the list in its game's canonical form; raises a problem that lists its faults if it cannot be read."""
    rules = find_rules(catalogue, data.game)
    lists = rules.game.lists
    if lists is None:
        raise Problem(MALFORMED, "The game has no lists.", at="$.game")
    spelled = lists.parse(data.deck, Language.EN.value)
    if not spelled.json:
        options = rule_options(rules.game, parse_options(rules, {}))
        problems = [one for one in lists.problems(options, data.deck) if not one.advice]
        raise refuse_list(rules.words(language.value), problems)
    return spelled.json


def _list(row: OwnListRow) -> OwnList:
    return OwnList(row.name, row.game, row.deck, rfc3339(row.saved_at))
