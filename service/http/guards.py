"""What stands before the application: a body must be short and prompt, a caller must not ask too often.

`enclose(app, ...)` puts them around a Litestar application, so that they hold for every address, known or not.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import cast

import structlog
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send
from litestar.utils import normalize_path
from structlog.typing import FilteringBoundLogger

from service.http.addresses import caller_address, unheeded
from service.http.handlers import internal, send_problem
from service.http.head_requests import Heads
from service.http.other_origins import OtherOrigins
from service.http.parting import Parting
from service.http.turnstile import Turnstile
from service.observing.log_lines import Access
from service.people.auth import Authenticator, Principal, bearer, unauthenticated
from service.problems.kinds import RATE_LIMITED, TOO_LARGE, TOO_SLOW
from service.problems.problem import Problem
from service.settings import LogLevel, Network, Settings

CALLERS = 100_000
FREE = frozenset({"/health/live", "/health/ready"})
FILES = "/viewer/"
NAMELESS = ("/health/", "/metrics", FILES)
"""Below these nobody is asked who they are: what is free is found before, and for the rest an address counts."""
REGISTRATION = "/api/v1/players"
REGISTRATION_WEIGHT = 5
LOOPBACK = ("127.", "localhost", "[::1]")
LOG: FilteringBoundLogger = structlog.get_logger("chronik.guards")

NO_SNIFFING = (b"x-content-type-options", b"nosniff")
HEADERS = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    NO_SNIFFING,
    (b"referrer-policy", b"no-referrer"),
)
PUBLIC = (*HEADERS, (b"vary", b"authorization"))
SECURE = (b"strict-transport-security", b"max-age=31536000")


async def response_headers(message: Message, scope: Scope) -> None:
    """Adds the security headers that a route has not set itself; a `before_send` hook.

    What says `nosniff` itself, as the files of the pages do, is complete.
    """
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
        return
    given = list(message.get("headers", ()))
    if NO_SNIFFING in given:
        return
    public = scope["method"] in ("GET", "HEAD")
    cached = public and header(scope, b"authorization") is None
    wanted = [*(PUBLIC if public else HEADERS), (b"cache-control", b"no-cache" if cached else b"no-store")]
    if not (header(scope, b"host") or "localhost").lower().startswith(LOOPBACK):
        wanted.append(SECURE)
    present = {name.lower() for name, _ in given}
    message["headers"] = [*given, *(line for line in wanted if line[0] not in present)]


def header(scope: HTTPScope, wanted: bytes) -> str | None:
    """The first header of a name."""
    for name, value in scope["headers"]:
        if name == wanted:
            return value.decode("latin-1")
    return None


class BodyGuard:
    """Lets a body through that is short and arrives in time."""

    def __init__(self, app: ASGIApp, seconds: float = 5.0, limit: int = 65_536) -> None:
        self.app = app
        self.seconds = seconds
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        body = GuardedBody(receive, send, self.seconds, self.limit)
        announced = header(scope, b"content-length") or "0"
        if announced.isdigit() and (len(announced) > 15 or int(announced) > self.limit):
            await body.refuse(Problem(TOO_LARGE, limit=self.limit))
        else:
            await self.app(scope, body.receive, body.send)


class GuardedBody:
    """One request on its way in: counts its bytes, watches its time, and answers in place of the application."""

    def __init__(self, receive: Receive, send: Send, seconds: float, limit: int) -> None:
        self.receive_next = receive
        self.send_on = send
        self.seconds = seconds
        self.limit = limit
        self.deadline: float | None = None
        self.size = 0
        self.done = self.begun = self.refused = False

    async def send(self, message: Message) -> None:
        self.begun = True
        if not self.refused:
            await self.send_on(message)

    async def refuse(self, problem: Problem) -> HTTPReceiveMessage:
        if not self.begun:
            self.refused = True
            problem.headers["Connection"] = "close"
            await send_problem(problem, self.send_on)
        return cast("HTTPReceiveMessage", {"type": "http.disconnect"})

    async def receive(self) -> HTTPReceiveMessage:
        if self.done:
            return cast("HTTPReceiveMessage", await self.receive_next())
        if self.deadline is None:
            self.deadline = asyncio.get_running_loop().time() + self.seconds
        try:
            async with asyncio.timeout_at(self.deadline):
                message = cast("HTTPReceiveMessage", await self.receive_next())
        except TimeoutError:
            return await self.refuse(Problem(TOO_SLOW, seconds=self.seconds))
        if message["type"] == "http.request":
            self.size += len(message.get("body", b""))
            self.done = not message.get("more_body", False)
        return await self.refuse(Problem(TOO_LARGE, limit=self.limit)) if self.size > self.limit else message


class Pace:
    """So many requests a second per caller, and so many at once; a leaky bucket kept as one time per caller (GCRA).

    `per` says what a caller is here, an account or an address. Where several `processes` count, each has a share of
    what is allowed at once for itself, and keeps what is used beyond it to be told to the others.
    """

    def __init__(self, per: str, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per = per
        self.interval = 1 / rate if rate else 0.0
        self.burst = burst
        self.slack = burst * self.interval
        self.clock = clock
        self.due: OrderedDict[str, float] = OrderedDict()
        self.processes = 1
        self._untold: dict[str, float] = {}
        self._shared: set[str] = set()

    def charge(self, caller: str, weight: int = 1) -> None:
        """Counts a request, or refuses it and counts nothing."""
        now = self.clock()
        due = max(now, self.due.get(caller, now)) + weight * self.interval
        wait = due - now - self.slack
        if wait > 1e-9:
            raise self.refusal(math.ceil(wait))
        self.due[caller] = due
        self.due.move_to_end(caller)
        if len(self.due) > CALLERS:
            self._shared.discard(self.due.popitem(last=False)[0])
        if self.processes > 1:
            self._keep_to_be_told(caller, due - now, weight * self.interval)

    def weigh(self, caller: str, weight: int) -> None:
        """Counts a request that was counted once for as many as it weighs, as far as so many can be had at once."""
        if (more := min(weight, self.burst) - 1) > 0:
            self.charge(caller, more)

    def refusal(self, seconds: int) -> Problem:
        """The problem that a caller has to wait for so many seconds."""
        detail = f"There were too many requests from this {self.per}; wait {seconds} s."
        headers = {"Retry-After": str(seconds)}
        return Problem(RATE_LIMITED, detail, headers=headers, per=self.per, retry_after=seconds)

    def untold(self, most: int) -> dict[str, float]:
        """What some callers have used that nobody was told of, in seconds in which it is earned; told from now on."""
        some = dict(islice(self._untold.items(), most))
        for caller in some:
            del self._untold[caller]
        return some

    def hear(self, caller: str, used: float) -> None:
        """Takes in what a caller has used in all processes, as far as it was told."""
        due = self.clock() + used + self._untold.get(caller, 0.0)
        self.due[caller] = max(self.due.get(caller, due), due)

    def _keep_to_be_told(self, caller: str, used: float, more: float) -> None:
        """Once more than half of an even share is used, the others are told of all of it, and of all that follows."""
        if used <= self.slack / (2 * self.processes):
            self._shared.discard(caller)
        elif caller in self._shared:
            self._untold[caller] = self._untold.get(caller, 0.0) + more
        else:
            self._shared.add(caller)
            self._untold[caller] = used

    def give_back(self, caller: str) -> None:
        """Counts a request less."""
        if caller in self.due:
            self.due[caller] -= self.interval


class RateGuard:
    """Counts requests per account where there is one, and per address for guests; a bad token ends here.

    A token that was not seen in the last seconds is charged to its address until it proves good, so guessing is slow.
    New feeds are counted first and then wait at the turnstile, before anybody is asked about their tokens.
    """

    def __init__(
        self,
        app: ASGIApp,
        authenticator: Authenticator,
        accounts: Pace,
        addresses: Pace,
        trusted: tuple[Network, ...] = (),
        *,
        free_files: bool = False,
    ) -> None:
        self.app = app
        self.inside = Turnstile(self.recognise)
        self.authenticator = authenticator
        self.accounts = accounts
        self.addresses = addresses
        self.trusted = trusted
        self.free_files = free_files
        self.warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and not self.is_free(scope["path"]):
            try:
                self.count(scope)
            except Problem as problem:
                return await send_problem(problem, send)
        return await self.inside(scope, receive, send)

    def is_free(self, path: str) -> bool:
        """Whether an address is answered however often it is asked for."""
        return path in FREE or (self.free_files and path.startswith(FILES))

    def count(self, scope: HTTPScope) -> None:
        """Counts a request; raises when the caller has to wait, or has shown what cannot be a token."""
        self.warn(scope)
        address = scope["state"]["address"] = caller_address(scope, self.trusted)
        if scope["path"].startswith(NAMELESS):
            self.addresses.charge(address)
            return
        try:
            hashed = bearer(header(scope, b"authorization"))
        except Problem:
            self.addresses.charge(address)
            raise
        principal = self.authenticator.known(hashed) if hashed else None
        if is_registration(scope):
            self.addresses.charge(address, REGISTRATION_WEIGHT)
        elif principal is None:
            self.addresses.charge(address)
            scope["state"]["weigh"] = partial(self.addresses.weigh, address)
        else:
            self.accounts.charge(principal.player)
            scope["state"]["weigh"] = partial(self.accounts.weigh, principal.player)
        if hashed and principal is None:
            scope["state"]["unproved"] = hashed
        else:
            scope["state"]["principal"] = principal

    async def recognise(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Goes on to the application, with the account of a token that was not known."""
        if scope["type"] == ScopeType.HTTP and (hashed := scope["state"].pop("unproved", None)) is not None:
            try:
                scope["state"]["principal"] = await self.prove(scope, hashed)
            except Problem as problem:
                return await send_problem(problem, send)
            except Exception as error:
                return await send_problem(internal(error, scope), send)
        return await self.app(scope, receive, send)

    async def prove(self, scope: HTTPScope, hashed: str) -> Principal:
        """The account of a token, which is charged in place of the address; raises when there is none."""
        principal = await self.authenticator.principal(hashed)
        if principal is None:
            raise unauthenticated()
        if not is_registration(scope):
            self.addresses.give_back(scope["state"]["address"])
            self.accounts.charge(principal.player)
            scope["state"]["weigh"] = partial(self.accounts.weigh, principal.player)
        return principal

    def warn(self, scope: HTTPScope) -> None:
        """Says once that a forwarded address is not believed: behind a proxy all guests would be one caller."""
        if self.warned or (peer := unheeded(scope, self.trusted)) is None:
            return
        self.warned = True
        LOG.warning(
            "X-Forwarded-For is not believed; if the peer is your proxy, name it in CHRONIK_TRUSTED_PROXIES", peer=peer
        )


def is_registration(scope: HTTPScope) -> bool:
    """Whether somebody wants an account."""
    return scope["method"] == "POST" and normalize_path(scope["path"]) == REGISTRATION


def paces(settings: Settings) -> tuple[Pace, Pace]:
    """The limits of requests, of accounts and of addresses."""
    return (
        Pace("account", settings.rate_account, settings.burst_account),
        Pace("address", settings.rate_address, settings.burst_address),
    )


def enclose(app: Litestar, settings: Settings, authenticator: Authenticator, limits: tuple[Pace, Pace]) -> None:
    """Puts the access log, pages of other origins, HEAD, the body guard, the parting answer and the rate guard with its
    turnstile around an application. Files that may change are not sent ahead of all this, and so are free.
    """
    app.state.authenticator = authenticator
    limited = RateGuard(
        app.asgi_handler, authenticator, *limits, settings.trusted_proxies, free_files=settings.viewer_reload
    )
    guarded = BodyGuard(Parting(limited), settings.body_seconds, settings.body_bytes)
    lines = settings.log_level in (LogLevel.DEBUG, LogLevel.INFO)
    app.asgi_handler = Access(OtherOrigins(Heads(guarded)), lines=lines)
