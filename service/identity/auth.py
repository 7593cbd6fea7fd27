"""Authentication: bearer tokens, their scopes, and the player behind a request."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from enum import Enum
from typing import Any, cast

import msgspec
import structlog
from litestar.connection import ASGIConnection, Request
from structlog.typing import FilteringBoundLogger

from chronik.service.running.clock import milliseconds
from chronik.service.sql.outages import is_outage
from chronik.service.web.problems.kinds import SCOPE_MISSING, UNAUTHENTICATED
from chronik.service.web.problems.problem import Problem, challenge

PREFIX = "chronik_"
SECRET_BYTES = 32
CACHED_TOKENS = 10_000
OUTAGE_SECONDS = 600.0
"""Seconds after its last use for which a token works while the database is unreachable."""
CONFIRM_SECONDS = 2.0
"""Seconds that the database may take to confirm a cached token; after that it counts as unreachable."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.tokens")


class Scope(Enum):
    """A permission that a token can have."""

    PLAY = "play"
    REFEREE = "referee"
    ORGANISE = "organise"
    ADMIN = "admin"


class Principal(msgspec.Struct, frozen=True):
    """An authenticated player, and the scopes of the token."""

    player: str
    scopes: frozenset[Scope]
    token: str
    """The id of the token, never its text."""
    expires_at: int | None = None
    """The time at which the token expires, in milliseconds since 1970; None if it does not expire."""


def new_token() -> str:
    """Returns a new random token; the caller shows it once and stores only its hash."""
    return PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def token_hash(token: str) -> str:
    """Returns the hash that is stored in place of a token. A token has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def same_hash(left: str, right: str) -> bool:
    """Returns whether two hashes are equal, in constant time."""
    return hmac.compare_digest(left.encode(), right.encode())


class CachedToken:
    """A cached token: its principal, until when it needs no query, and when it was last used."""

    __slots__ = ("fresh_until", "principal", "used_at")

    def __init__(self, principal: Principal, fresh_until: float, used_at: float) -> None:
        self.principal = principal
        self.fresh_until = fresh_until
        self.used_at = used_at


class Authenticator:
    """A lookup of tokens by their hash, which caches valid ones for a few seconds: a revocation may wait that long.

    While the database is unreachable, a token that was used in the last ten minutes still works.
    """

    def __init__(
        self,
        find: Callable[[str], Awaitable[Principal | None]],
        seconds: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.find = find
        self.seconds = seconds
        self.clock = clock
        self.now = now
        self.cache: OrderedDict[str, CachedToken] = OrderedDict()
        self.pending: dict[str, asyncio.Future[Principal | None]] = {}
        self.revocations = 0

    def find_cached(self, hashed: str) -> Principal | None:
        """Returns, without a query, the principal of a token that was confirmed within the last `seconds`, or None."""
        found, clock = self.cache.get(hashed), self.clock()
        if found is None or found.fresh_until <= clock:
            return None
        found.used_at = clock
        return found.principal

    async def principal(self, hashed: str) -> Principal | None:
        """Returns the principal of a token, or None if it is invalid; concurrent calls share one query."""
        principal = self.find_cached(hashed)
        if principal is not None:
            return principal
        if hashed not in self.pending:
            self.pending[hashed] = asyncio.ensure_future(self._query(hashed))
            self.pending[hashed].add_done_callback(lambda answer: self._remove_pending(hashed, answer))
        return await asyncio.shield(self.pending[hashed])

    def forget(self, token: str) -> None:
        """Removes a token from the cache by its id, so that its revocation takes effect in this process at once."""
        self._forget(lambda principal: principal.token == token)

    def forget_player(self, player: str) -> None:
        """Removes every token of a player from the cache."""
        self._forget(lambda principal: principal.player == player)

    async def keep_current(self, working: Callable[[Collection[str]], Awaitable[frozenset[str]]]) -> None:
        """Removes invalid tokens, and tokens unused for ten minutes, from the cache every few seconds; never returns.

        Therefore a token that was revoked more than `seconds` before the database failed does not work while it is
        down.
        """
        while True:
            await asyncio.sleep(self.seconds)
            self._forget_if(self._is_unused)
            hashes = frozenset(self.cache)
            try:
                ended = hashes - await working(hashes)
            except Exception as error:
                LOG.debug("the cached tokens cannot be checked", error=type(error).__name__)
                continue
            for hashed in ended:
                self.cache.pop(hashed, None)

    async def _query(self, hashed: str) -> Principal | None:
        asked_at, revocations = self.clock(), self.revocations
        try:
            async with asyncio.timeout(CONFIRM_SECONDS if hashed in self.cache else None):
                principal = await self.find(hashed)
        except Exception as error:
            if not is_outage(error):
                raise
            principal = self._find_recently_used(hashed)
            if principal is None:
                raise
        if principal is None:
            self.cache.pop(hashed, None)
            return None
        if revocations != self.revocations:
            return principal
        self.cache[hashed] = CachedToken(principal, asked_at + self.seconds, asked_at)
        self.cache.move_to_end(hashed)
        if len(self.cache) > CACHED_TOKENS:
            self.cache.popitem(last=False)
        return principal

    def _is_unused(self, one: CachedToken) -> bool:
        return one.used_at < self.clock() - OUTAGE_SECONDS

    def _find_recently_used(self, hashed: str) -> Principal | None:
        """Returns the principal of a token that was used in the last ten minutes and has not expired."""
        found = self.cache.get(hashed)
        if found is None or self._is_unused(found):
            return None
        expires_at = found.principal.expires_at
        return None if expires_at is not None and expires_at <= self.now() else found.principal

    def _remove_pending(self, hashed: str, answer: asyncio.Future[Principal | None]) -> None:
        if self.pending.get(hashed) is answer:
            del self.pending[hashed]

    def _forget(self, ended: Callable[[Principal], bool]) -> None:
        # A query that runs now may return a principal that was just revoked, so its result must not be cached.
        self.revocations += 1
        self.pending.clear()
        self._forget_if(lambda one: ended(one.principal))

    def _forget_if(self, ended: Callable[[CachedToken], bool]) -> None:
        for hashed in [hashed for hashed, one in self.cache.items() if ended(one)]:
            del self.cache[hashed]


def bearer(authorization: str | None) -> str | None:
    """Returns the hash of the token in an `Authorization` header; None if the header is missing.

    Raises a problem for any other scheme, and for text that is not a token.
    """
    if authorization is None:
        return None
    scheme, _, token = authorization.strip().partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token.isascii() or not token.startswith(PREFIX) or len(token) > 200:
        raise authentication_problem()
    return token_hash(token)


def authentication_problem(detail: str = "The token is unknown, revoked or expired.") -> Problem:
    """Returns the problem for a request without a valid token."""
    return Problem(UNAUTHENTICATED, detail, headers=challenge(UNAUTHENTICATED))


async def authenticate(connection: ASGIConnection[Any, Any, Any, Any]) -> Principal | None:
    """Returns the principal of a connection, or None if it has no token; raises a problem if the token is invalid.

    The guard has usually authenticated already and stored the principal in the state of the connection.
    """
    state = connection.scope["state"]
    if "principal" not in state:
        hashed = bearer(connection.headers.get("authorization"))
        authenticator = cast("Authenticator", connection.app.state.authenticator)
        principal = await authenticator.principal(hashed) if hashed else None
        if hashed and principal is None:
            raise authentication_problem()
        state["principal"] = principal
    return cast("Principal | None", state["principal"])


async def caller(request: Request[Any, Any, Any]) -> Principal | None:
    """Provides `authenticate` to Litestar, for a parameter `principal: NamedDependency[Principal | None]`."""
    return await authenticate(request)


def require(principal: Principal | None, scope: Scope) -> Principal:
    """Returns the principal; raises a problem if it is missing or its token lacks the scope."""
    if principal is None:
        raise authentication_problem("This request needs a token.")
    if scope not in principal.scopes:
        raise Problem(SCOPE_MISSING, f"The token lacks the scope {scope.value}.", scope=scope.value)
    return principal
