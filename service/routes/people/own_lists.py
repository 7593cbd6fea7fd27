"""Lists of cards that people keep."""

from typing import Annotated

from litestar import delete, get, put
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from domain.engine.match.match import rule_options
from service.clock import Moment, rfc3339
from service.http.bodies import StrictJSON
from service.http.router import Router
from service.matches.catalogue import Catalogue
from service.openapi.contract import Token, promises
from service.people.auth import Principal, Scope, caller, require, unauthenticated
from service.people.names import clean_name
from service.people.own_lists import LONGEST, MOST, OwnListRow, OwnLists, TooMany
from service.problems.kinds import DECK_INVALID, MALFORMED, NOT_FOUND, SCOPE_MISSING, TOO_MANY_LISTS
from service.problems.problem import Problem
from service.routes.match.match_terms import wanted_options, wanted_rules
from service.tournaments.sheets.words import Language

Written = Annotated[
    str,
    Meta(max_length=60_000, description=f"The list in any spelling of its game, up to {LONGEST} characters."),
]
ListName = Annotated[str, PathParameter(description="The name of the list, 1 to 40 visible characters.")]


class NewOwnList(Struct, frozen=True, forbid_unknown_fields=True):
    """A list to be kept: its game, and the list in any spelling."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    deck: Written


class OwnList(Struct, frozen=True):
    """A list that the caller keeps, as its game writes it down."""

    name: str
    game: str
    deck: str
    saved_at: Moment


class OwnListsKept(Struct, frozen=True):
    """The lists that the caller keeps, by name."""

    decks: tuple[OwnList, ...]


def own_lists_router(catalogue: Catalogue, kept: OwnLists) -> Router:
    """The addresses of this file, under `/api/v1`, for games that have lists."""

    @get("/me/decks", operation_id="own_decks", opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,)))
    async def own_lists(principal: NamedDependency[Principal | None]) -> OwnListsKept:
        """Every list that the caller keeps."""
        return OwnListsKept(tuple(_list(row) for row in await kept.all_of(require(principal, Scope.PLAY).player)))

    @get(
        "/me/decks/{name:str}",
        operation_id="own_deck",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND)),
    )
    async def own_list(name: ListName, principal: NamedDependency[Principal | None]) -> OwnList:
        """A list that the caller keeps."""
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
    async def keep(name: ListName, data: JSONBody[NewOwnList], principal: NamedDependency[Principal | None]) -> OwnList:
        """Keeps a list under a name, in place of the one that had it: up to 50 lists, legal or not yet.

        It must be readable as a whole: an unknown card, or a count that is no number, is refused with everything else
        that is wrong.
        """
        who = require(principal, Scope.PLAY)
        deck = _canonical(catalogue, data)
        try:
            row = await kept.keep(who.player, clean_name(name, "name"), data.game, deck)
        except TooMany:
            raise Problem(TOO_MANY_LISTS, limit=MOST) from None
        if row is None:
            raise unauthenticated()
        return _list(row)

    @delete(
        "/me/decks/{name:str}",
        operation_id="forget_deck",
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND), even_when_full=True),
    )
    async def forget(name: ListName, principal: NamedDependency[Principal | None]) -> None:
        """Deletes a list that the caller keeps. What was sealed for a tournament stays there."""
        if not await kept.forget(require(principal, Scope.PLAY).player, clean_name(name, "name")):
            raise Problem(NOT_FOUND)

    return Router(
        "/",
        route_handlers=[own_lists, own_list, keep, forget],
        dependencies={"principal": Provide(caller)},
        tags=["decks"],
    )


def _canonical(catalogue: Catalogue, data: NewOwnList) -> str:
    """The list as its game writes it down, or the problem with it."""
    rules = wanted_rules(catalogue, data.game)
    lists = rules.game.lists
    if lists is None:
        raise Problem(MALFORMED, "The game has no lists.", at="$.game")
    spelled = lists.spell(data.deck, Language.EN.value)
    if not spelled.json:
        options = rule_options(rules.game, wanted_options(rules, {}))
        problems = [one for one in lists.problems(options, data.deck) if not one.advice]
        raise Problem(DECK_INVALID, problems=problems)
    return spelled.json


def _list(row: OwnListRow) -> OwnList:
    return OwnList(row.name, row.game, row.deck, rfc3339(row.saved_at))
