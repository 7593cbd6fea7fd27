"""The caller's own data: name and contact, an export of everything kept, erasure."""

from typing import Annotated, TypeVar

import msgspec
from litestar import get, post, put
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody

from service.http.bodies import StrictJSON
from service.http.router import Router
from service.links import API
from service.openapi.contract import Token, promises
from service.people.auth import Authenticator, Principal, Scope, caller, require, unauthenticated
from service.people.erasure import Export, Ghost, PersonalData, erase, export
from service.people.names import LONGEST_CONTACT, clean_contact, clean_name
from service.people.register import People, Person, in_order
from service.problems.ids import Id
from service.problems.kinds import MALFORMED, SCOPE_MISSING
from service.problems.problem import Problem
from service.routes.people.players import Name, somebody

Kept = TypeVar("Kept")

Contact = Annotated[
    str,
    msgspec.Meta(
        max_length=5 * LONGEST_CONTACT,
        description=f"How to reach you, up to {LONGEST_CONTACT} visible characters.",
    ),
]
Confirmed = Annotated[Id, msgspec.Meta(description="Your own player id, so that nobody does this by accident.")]


class NewDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's name and contact; a contact that is left out is deleted."""

    name: Name
    contact: Contact | None = None


class NewErasure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to be erased, confirmed with the caller's own player id."""

    confirm: Confirmed


class MyLinks(msgspec.Struct, frozen=True):
    """Addresses of the caller's other data."""

    tokens: str = f"{API}/me/tokens"
    events: str = f"{API}/me/events"
    challenges: str = f"{API}/me/challenges"
    seeks: str = f"{API}/me/seeks"
    exports: str = f"{API}/me/exports"
    erasure: str = f"{API}/me/erasure"
    matches: str = ""


class Me(msgspec.Struct, frozen=True):
    """The caller, with the scopes of the token."""

    player: Id
    name: str
    bot: bool
    contact: str | None
    scopes: tuple[Scope, ...]
    links: MyLinks


def me_router(people: People, authenticator: Authenticator, holdings: tuple[PersonalData, ...]) -> Router:
    """The addresses of this file, under `/api/v1`."""

    @get("/me", operation_id="me", opt=promises(token=Token.REQUIRED))
    async def me(principal: NamedDependency[Principal | None]) -> Me:
        """The player whose token came with the request."""
        who = somebody(principal)
        return described(who, found(await people.person(who.player)))

    @put(
        "/me",
        operation_id="describe_me",
        dto=StrictJSON,
        return_dto=None,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,)),
    )
    async def describe(data: JSONBody[NewDescription], principal: NamedDependency[Principal | None]) -> Me:
        """Changes the caller's name and contact. Every page shows the new name, for past matches too."""
        who = require(principal, Scope.PLAY)
        wanted = Person(clean_name(data.name, "name"), clean_contact(data.contact, "contact"))
        if not await people.describe(who.player, wanted):
            raise unauthenticated()
        return described(who, found(await people.person(who.player)))

    @post(
        "/me/exports",
        operation_id="export_me",
        status_code=200,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,), even_when_full=True),
    )
    async def exports(principal: NamedDependency[Principal | None]) -> Export:
        """Everything that is kept about the caller, as one document.

        Matches stand in it as far as the bookkeeper has read them; their archives have what was played. Hashes of
        tokens and of idempotency keys are kept as well, and shown to nobody.
        """
        return found(await export(people.records, holdings, require(principal, Scope.PLAY).player))

    @post(
        "/me/erasure",
        operation_id="erase_me",
        status_code=200,
        dto=StrictJSON,
        return_dto=None,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,), even_when_full=True),
    )
    async def erasure(data: JSONBody[NewErasure], principal: NamedDependency[Principal | None]) -> Ghost:
        """Erases the caller for good: name, contact, tokens and every word of theirs.

        Lists go too, opened ones included. Results stay under the name of a ghost. Logs and archives stay as they are:
        they hold a random id only, so whoever knows whose id it was still knows. Other processes of the service may
        accept a token for five more seconds; nothing comes back by that. `swept` is false if somebody was reading the
        database at that moment: the last copies then leave its files as soon as nobody reads it.
        """
        who = require(principal, Scope.PLAY)
        if data.confirm != who.player:
            raise Problem(MALFORMED, "This is not your player id; nothing was erased.", at="$.confirm")
        try:
            return found(await erase(people.records, holdings, who.player))
        finally:
            authenticator.forget_player(who.player)

    return Router(
        "/",
        route_handlers=[me, describe, exports, erasure],
        dependencies={"principal": Provide(caller)},
        tags=["players"],
    )


def described(who: Principal, person: Person) -> Me:
    mine = MyLinks(matches=f"{API}/matches?player={who.player}")
    return Me(who.player, person.name, person.bot, person.contact, in_order(who.scopes), mine)


def found(kept: Kept | None) -> Kept:
    """What is kept about the owner of a good token; players are never deleted."""
    if kept is None:
        raise unauthenticated()
    return kept
