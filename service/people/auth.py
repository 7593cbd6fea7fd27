"""Who is calling: bearer tokens, what they reach, and how a request is matched to a player."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, cast

import msgspec
from litestar.connection import ASGIConnection, Request

from service.problems.kinds import SCOPE_MISSING, UNAUTHENTICATED
from service.problems.problem import Problem, challenge

PREFIX = "chronik_"
SECRET_BYTES = 32
CACHED_TOKENS = 10_000


class Scope(Enum):
    """What a token may be used for."""

    PLAY = "play"
    REFEREE = "referee"
    ORGANISE = "organise"
    ADMIN = "admin"


class Principal(msgspec.Struct, frozen=True):
    """A player who has shown a good token, and what that token reaches."""

    player: str
    scopes: frozenset[Scope]
    token: str
    """The id of the token, never its text."""
    expires_at: int | None = None
    """Until when the token works, in milliseconds since 1970."""


def new_token() -> str:
    """A token nobody can guess; whoever makes it shows it once."""
    return PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def token_hash(token: str) -> str:
    """What is stored in place of a token. It has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def same_hash(left: str, right: str) -> bool:
    """Whether two hashes are equal, in a time that tells nothing."""
    return hmac.compare_digest(left.encode(), right.encode())


class Authenticator:
    """Knows tokens by their hash, and remembers the good ones for a few seconds: the time a revocation may take."""

    def __init__(
        self,
        find: Callable[[str], Awaitable[Principal | None]],
        seconds: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.find = find
        self.seconds = seconds
        self.clock = clock
        self.cache: OrderedDict[str, tuple[float, Principal]] = OrderedDict()
        self.asked: dict[str, asyncio.Future[Principal | None]] = {}
        self.endings = 0

    def known(self, hashed: str) -> Principal | None:
        """The player of a token that was good a moment ago, without asking anybody."""
        found = self.cache.get(hashed)
        if found is None:
            return None
        until, principal = found
        if until <= self.clock():
            del self.cache[hashed]
            return None
        return principal

    async def principal(self, hashed: str) -> Principal | None:
        """The player of a token; whoever asks while somebody does waits for the same answer."""
        principal = self.known(hashed)
        if principal is not None:
            return principal
        if hashed not in self.asked:
            self.asked[hashed] = asyncio.ensure_future(self._ask(hashed))
            self.asked[hashed].add_done_callback(lambda answer: self._answered(hashed, answer))
        return await asyncio.shield(self.asked[hashed])

    def forget(self, token: str) -> None:
        """Drops a token by its id: a revocation counts at once in the process that made it."""
        self._forget(lambda principal: principal.token == token)

    def forget_player(self, player: str) -> None:
        """Drops every token of a player."""
        self._forget(lambda principal: principal.player == player)

    async def _ask(self, hashed: str) -> Principal | None:
        asked, endings = self.clock(), self.endings
        principal = await self.find(hashed)
        if principal is None:
            self.cache.pop(hashed, None)
            return None
        if endings != self.endings:
            return principal
        self.cache[hashed] = (asked + self.seconds, principal)
        if len(self.cache) > CACHED_TOKENS:
            self.cache.popitem(last=False)
        return principal

    def _answered(self, hashed: str, answer: asyncio.Future[Principal | None]) -> None:
        if self.asked.get(hashed) is answer:
            del self.asked[hashed]

    def _forget(self, ended: Callable[[Principal], bool]) -> None:
        # Whoever is asking for a token at this moment may be told what is no longer so, and must not remember it.
        self.endings += 1
        self.asked.clear()
        for hashed in [hashed for hashed, (_, principal) in self.cache.items() if ended(principal)]:
            del self.cache[hashed]


def bearer(authorization: str | None) -> str | None:
    """The hash of the token in an `Authorization` header; none without the header, a problem for any other scheme."""
    if authorization is None:
        return None
    scheme, _, token = authorization.strip().partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token.isascii() or not token.startswith(PREFIX) or len(token) > 200:
        raise unauthenticated()
    return token_hash(token)


def unauthenticated(detail: str = "The token is unknown, revoked or expired.") -> Problem:
    return Problem(UNAUTHENTICATED, detail, headers=challenge(UNAUTHENTICATED))


async def authenticate(connection: ASGIConnection[Any, Any, Any, Any]) -> Principal | None:
    """The caller, or None without a token; a bad token is always refused.

    `RateGuard` has usually asked already, and left the answer in the state of the connection.
    """
    state = connection.scope["state"]
    if "principal" not in state:
        hashed = bearer(connection.headers.get("authorization"))
        authenticator = cast("Authenticator", connection.app.state.authenticator)
        principal = await authenticator.principal(hashed) if hashed else None
        if hashed and principal is None:
            raise unauthenticated()
        state["principal"] = principal
    return cast("Principal | None", state["principal"])


async def caller(request: Request[Any, Any, Any]) -> Principal | None:
    """`authenticate`, as what Litestar provides for a parameter `principal: NamedDependency[Principal | None]`."""
    return await authenticate(request)


def require(principal: Principal | None, scope: Scope) -> Principal:
    """The caller, when there is one and the token reaches this far."""
    if principal is None:
        raise unauthenticated("This needs a token.")
    if scope not in principal.scopes:
        raise Problem(SCOPE_MISSING, f"The token lacks the scope {scope.value}.", scope=scope.value)
    return principal
