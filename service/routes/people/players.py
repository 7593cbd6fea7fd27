"""Players, and the tokens by which they are known."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter

from service.clock import FARTHEST_MS, Moment, moment, rfc3339
from service.http.bodies import StrictJSON
from service.http.router import Router
from service.openapi.contract import Token as Wanted
from service.openapi.contract import promises
from service.people.auth import Authenticator, Principal, Scope, caller, require, unauthenticated
from service.people.names import clean_name
from service.people.register import MOST_TOKENS, People, TooManyTokens, in_order
from service.problems.ids import ID, Id, is_id
from service.problems.kinds import MALFORMED, NOT_FOUND, SCOPE_MISSING, TOO_MANY_TOKENS
from service.problems.problem import Problem

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, description="1 to 40 visible characters.")]
Label = Annotated[str, msgspec.Meta(max_length=200, description="What the token is for, up to 40 characters.")]
TokenId = Annotated[str, PathParameter(description="The id of the token.", schema_extra={"pattern": ID})]
Scopes = Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=4)]


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play, or a `bot`: an account that a program plays. It is shown as one, and stays one."""

    name: Name
    bot: bool = False


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A further token, which reaches no further than the one that asks for it."""

    scopes: Scopes
    label: Label = ""
    expires_at: Moment | None = None


class PlayerCreated(msgspec.Struct, frozen=True):
    """A new player; the token is shown this once."""

    player: Id
    name: str
    bot: bool
    token: str
    token_id: Id
    scopes: tuple[Scope, ...]


class TokenCreated(msgspec.Struct, frozen=True):
    """A new token, shown this once."""

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
    """The tokens of the caller that still work, oldest first."""

    tokens: tuple[Token, ...]


@get("/me/tokens", operation_id="tokens", opt=promises(token=Wanted.REQUIRED))
async def tokens(principal: NamedDependency[Principal | None], people: NamedDependency[People]) -> Tokens:
    """Every token of the caller that has neither been revoked nor expired."""
    who = somebody(principal)
    return Tokens(
        tuple(
            Token(
                id=line.id,
                label=line.label,
                scopes=in_order(line.scopes),
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
    """Another token of the caller, for another device, for a program, with fewer scopes or for a while.

    It gives no scope that the token of this request lacks, and does not outlive it: where that one expires and nothing
    is said, the new one expires at the same moment. Ten years are the longest. Up to 100 work at the same time.
    One without `play` sees no hand of the caller's, and looks after nothing of the account.
    """
    who = somebody(principal)
    for scope in data.scopes:
        if scope not in who.scopes:
            raise Problem(SCOPE_MISSING, "A token cannot give what it does not have.", scope=scope.value)
    label = clean_name(data.label, "label", empty=True)
    expires_at = until(data.expires_at, who, people.now())
    try:
        issued = await people.issue(who.player, frozenset(data.scopes), label, expires_at, asking=who.token)
    except TooManyTokens:
        raise Problem(TOO_MANY_TOKENS, limit=MOST_TOKENS) from None
    if issued is None:
        raise unauthenticated()
    return TokenCreated(issued.id, issued.token, in_order(issued.scopes), label, moment(expires_at))


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
    """Ends a token: its own, and with one that plays every other one of the account.

    Other processes may honour it for five more seconds, but not for what gives or takes a right.
    """
    who = somebody(principal)
    if token != who.token:
        require(principal, Scope.PLAY)
    if not await people.still_works(who.token):
        raise unauthenticated()
    if not is_id(token) or not await people.revoke(who.player, token):
        raise Problem(NOT_FOUND)
    authenticator.forget(token)


def until(wanted: datetime | None, who: Principal, now: int) -> int | None:
    """Until when a new token works, in whole seconds: as wanted, but no longer than the one that asks."""
    if wanted is None:
        return who.expires_at
    expires_at = int(wanted.timestamp()) * 1000
    if not now < expires_at <= now + FARTHEST_MS:
        raise Problem(MALFORMED, "A token expires between now and ten years from now.", at="$.expires_at")
    if who.expires_at is not None and expires_at > who.expires_at:
        raise Problem(MALFORMED, "A token does not outlive the one that asks for it.", at="$.expires_at")
    return expires_at


def somebody(principal: Principal | None) -> Principal:
    if principal is None:
        raise unauthenticated("This needs a token.")
    return principal


def players(people: People, authenticator: Authenticator, scopes: Collection[Scope] = (Scope.PLAY,)) -> Router:
    """The addresses of this file, under `/api/v1`; new players get these scopes."""

    @post("/players", operation_id="register", dto=StrictJSON, return_dto=None, opt=promises())
    async def register(data: JSONBody[NewPlayer]) -> PlayerCreated:
        """A new player and the first token. Nobody can show the token again."""
        name = clean_name(data.name, "name")
        issued = await people.register(name, scopes, bot=data.bot)
        return PlayerCreated(issued.player, name, data.bot, issued.token, issued.id, in_order(issued.scopes))

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
