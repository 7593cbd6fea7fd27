"""The routes of players and their tokens."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter

from chronik.service.identity.auth import Authenticator, Principal, Scope, authentication_problem, caller, require
from chronik.service.identity.names import A_NAME, clean_name
from chronik.service.identity.register import MOST_TOKENS, People, TooManyTokens, order_scopes
from chronik.service.running.clock import FARTHEST_MS, Moment, moment, rfc3339
from chronik.service.web.bodies import StrictJSON
from chronik.service.web.openapi.contract import Token as Wanted
from chronik.service.web.openapi.contract import promises
from chronik.service.web.problems.ids import ID, Id, is_id
from chronik.service.web.problems.kinds import MALFORMED, NOT_FOUND, SCOPE_MISSING, TOO_MANY_TOKENS
from chronik.service.web.problems.problem import Problem
from chronik.service.web.router import Router

Name = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=200, description=A_NAME),
]
Label = Annotated[str, msgspec.Meta(max_length=200, description="What the token is for, up to 40 characters.")]
TokenId = Annotated[str, PathParameter(description="The id of the token.", schema_extra={"pattern": ID})]
Scopes = Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=4)]


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new account, for a person or for a `bot`, which a program operates. It is always shown as a bot."""

    name: Name
    bot: bool = False


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An additional token, with no more scopes than the token of the request."""

    scopes: Scopes
    label: Label = ""
    expires_at: Moment | None = None


class PlayerCreated(msgspec.Struct, frozen=True):
    """A new player; the token is shown only now."""

    player: Id
    name: str
    bot: bool
    token: str
    token_id: Id
    scopes: tuple[Scope, ...]


class TokenCreated(msgspec.Struct, frozen=True):
    """A new token, which is shown only now."""

    id: Id
    token: str
    scopes: tuple[Scope, ...]
    label: str
    expires_at: Moment | None


class Token(msgspec.Struct, frozen=True):
    """A token of the caller, without its text."""

    id: Id
    label: str
    scopes: tuple[Scope, ...]
    created_at: Moment
    expires_at: Moment | None
    used_at: Moment | None
    current: bool


class Tokens(msgspec.Struct, frozen=True):
    """The caller's valid tokens, oldest first."""

    tokens: tuple[Token, ...]


@get("/me/tokens", operation_id="tokens", opt=promises(token=Wanted.REQUIRED))
async def tokens(principal: NamedDependency[Principal | None], people: NamedDependency[People]) -> Tokens:
    """Returns all of the caller's tokens that are neither revoked nor expired."""
    who = require_caller(principal)
    return Tokens(
        tuple(
            Token(
                id=line.id,
                label=line.label,
                scopes=order_scopes(line.scopes),
                created_at=rfc3339(line.created_at),
                expires_at=moment(line.expires_at),
                used_at=moment(line.used_at),
                current=line.id == who.token,
            )
            for line in await people.tokens(who.player)
        )
    )


@post(
    "/me/tokens",
    operation_id="add_token",
    dto=StrictJSON,
    return_dto=None,
    opt=promises(token=Wanted.REQUIRED, problems=(SCOPE_MISSING, TOO_MANY_TOKENS)),
)
async def add_token(
    data: JSONBody[NewToken], principal: NamedDependency[Principal | None], people: NamedDependency[People]
) -> TokenCreated:
    """Adds a token for the caller: for another device, for a program, with fewer scopes, or for a limited time.

    It can only have scopes that the token of this request has, and does not outlive that token: by default, both
    expire at the same moment. It lasts ten years at most. Up to 100 tokens work at the same time. A token without
    `play` cannot see the caller's hand or manage the account.
    """
    who = require_caller(principal)
    for scope in data.scopes:
        if scope not in who.scopes:
            raise Problem(SCOPE_MISSING, "A token cannot give a scope that it lacks.", scope=scope.value)
    label = clean_name(data.label, "label", empty=True)
    expires_at = token_expiry(data.expires_at, who, people.now())
    try:
        issued = await people.issue(who.player, frozenset(data.scopes), label, expires_at, asking=who.token)
    except TooManyTokens:
        raise Problem(TOO_MANY_TOKENS, limit=MOST_TOKENS) from None
    if issued is None:
        raise authentication_problem()
    return TokenCreated(issued.id, issued.token, order_scopes(issued.scopes), label, moment(expires_at))


@delete(
    "/me/tokens/{token:str}",
    operation_id="revoke_token",
    opt=promises(token=Wanted.REQUIRED, problems=(SCOPE_MISSING, NOT_FOUND), even_when_full=True),
)
async def revoke_token(
    token: TokenId,
    principal: NamedDependency[Principal | None],
    people: NamedDependency[People],
    authenticator: NamedDependency[Authenticator],
) -> None:
    """Revokes the token of this request or, with the scope `play`, any token of the account.

    Other processes may accept the token for five more seconds, but not to grant or remove rights.
    """
    who = require_caller(principal)
    if token != who.token:
        require(principal, Scope.PLAY)
    if not await people.still_works(who.token):
        raise authentication_problem()
    if not is_id(token) or not await people.revoke(who.player, token):
        raise Problem(NOT_FOUND)
    authenticator.forget(token)


def token_expiry(wanted: datetime | None, who: Principal, now: int) -> int | None:
    """Returns when a new token expires: as wanted, in whole seconds, but not after the token of the request."""
    if wanted is None:
        return who.expires_at
    expires_at = int(wanted.timestamp()) * 1000
    if not now < expires_at <= now + FARTHEST_MS:
        raise Problem(MALFORMED, "A token expires between now and ten years from now.", at="$.expires_at")
    if who.expires_at is not None and expires_at > who.expires_at:
        raise Problem(MALFORMED, "A token cannot outlive the token of the request.", at="$.expires_at")
    return expires_at


def require_caller(principal: Principal | None) -> Principal:
    if principal is None:
        raise authentication_problem("This request needs a token.")
    return principal


def players_router(people: People, authenticator: Authenticator, scopes: Collection[Scope] = (Scope.PLAY,)) -> Router:
    """Returns the routes of this module, under `/api/v1`; new players get `scopes`."""

    @post("/players", operation_id="register", dto=StrictJSON, return_dto=None, opt=promises())
    async def register(data: JSONBody[NewPlayer]) -> PlayerCreated:
        """Adds a player and returns their first token. The token cannot be shown again."""
        name = clean_name(data.name, "name")
        issued = await people.register(name, scopes, bot=data.bot)
        return PlayerCreated(issued.player, name, data.bot, issued.token, issued.id, order_scopes(issued.scopes))

    async def provide_people() -> People:
        return people

    async def provide_authenticator() -> Authenticator:
        return authenticator

    return Router(
        "/",
        route_handlers=[register, tokens, add_token, revoke_token],
        dependencies={
            "people": Provide(provide_people),
            "authenticator": Provide(provide_authenticator),
            "principal": Provide(caller),
        },
        tags=["players"],
    )
