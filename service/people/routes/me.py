"""The routes of the caller's personal data: name and contact, export, erasure."""

from typing import Annotated, TypeVar

import msgspec
from litestar import get, post, put
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody

from chronik.service.identity.auth import Authenticator, Principal, Scope, authentication_problem, caller, require
from chronik.service.identity.names import LONGEST_CONTACT, clean_contact, clean_name
from chronik.service.identity.personal_data import PersonalData
from chronik.service.identity.register import People, Person, order_scopes
from chronik.service.people.erasure import Export, Ghost, erase, export
from chronik.service.people.routes.players import Name, require_caller
from chronik.service.running.links import API
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.openapi.contract import Token, promises
from chronik.service.web.problems.ids import Id
from chronik.service.web.problems.kinds import MALFORMED, SCOPE_MISSING
from chronik.service.web.problems.problem import Problem
from chronik.service.web.router import Router

Row = TypeVar("Row")

Contact = Annotated[
    str,
    msgspec.Meta(
        max_length=5 * LONGEST_CONTACT,
        description=f"How to reach you, up to {LONGEST_CONTACT} visible characters.",
    ),
]
Confirmed = Annotated[Id, msgspec.Meta(description="Your player id, as a confirmation.")]


class NewDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's new name and contact. If the contact is left out, it is deleted."""

    name: Name
    contact: Contact | None = None


class NewErasure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for erasure, confirmed with the caller's player id."""

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
    """Returns the routes of this module, under `/api/v1`."""

    @get("/me", operation_id="me", opt=promises(token=Token.REQUIRED))
    async def me(principal: NamedDependency[Principal | None]) -> Me:
        """Returns the player whose token came with the request."""
        who = require_caller(principal)
        return describe_caller(who, require_row(await people.person(who.player)))

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
            raise authentication_problem()
        return describe_caller(who, require_row(await people.person(who.player)))

    @post(
        "/me/exports",
        operation_id="export_me",
        status_code=200,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,), even_when_full=True),
    )
    async def exports(principal: NamedDependency[Principal | None]) -> Export:
        """Returns everything that the service keeps about the caller, as one document.

        It lists the caller's matches as the lobby knows them; their archives have the commands. Hashes of tokens and
        idempotency keys are also kept, but not exported.
        """
        return require_row(await export(people.records, holdings, require(principal, Scope.PLAY).player))

    @post(
        "/me/erasure",
        operation_id="erase_me",
        status_code=200,
        dto=StrictJSON,
        return_dto=None,
        opt=promises(token=Token.REQUIRED, problems=(SCOPE_MISSING,), even_when_full=True),
    )
    async def erasure(data: JSONBody[NewErasure], principal: NamedDependency[Principal | None]) -> Ghost:
        """Erases the caller for good: name, contact, tokens and every text they wrote.

        Lists are deleted too, even if they are open. Results stay under the name of a ghost. Logs and archives stay as
        they are: they contain only a random id, so anyone who knows whose id it was can still recognise it. Other
        processes of the service may accept the caller's tokens for five more seconds, but store no new text for them.
        `swept` is false if another process was reading the database: the last copies then leave its files as soon as no
        process reads them.
        """
        who = require(principal, Scope.PLAY)
        if data.confirm != who.player:
            raise Problem(MALFORMED, "This is not your player id; nothing was erased.", at="$.confirm")
        try:
            return require_row(await erase(people.records, holdings, who.player))
        finally:
            authenticator.forget_player(who.player)
            people.forget(who.player)

    return Router(
        "/",
        route_handlers=[me, describe, exports, erasure],
        dependencies={"principal": Provide(caller)},
        tags=["players"],
    )


def describe_caller(who: Principal, person: Person) -> Me:
    mine = MyLinks(matches=f"{API}/matches?player={who.player}")
    return Me(who.player, person.name, person.bot, person.contact, order_scopes(who.scopes), mine)


def require_row(kept: Row | None) -> Row:
    """Returns the row of a valid token's owner; raises a problem if it is missing. Players are never deleted."""
    if kept is None:
        raise authentication_problem()
    return kept
