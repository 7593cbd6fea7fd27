"""The guard: middleware in front of the application, for every path, known or not.

It limits the size and time of bodies and the rate of requests, and answers requests that a shutdown cuts
short.
"""

import asyncio
import re
from functools import partial
from typing import cast

import structlog
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Message, Receive, Scope, Send
from litestar.utils import normalize_path
from structlog.typing import FilteringBoundLogger

from chronik.service.identity.auth import Authenticator, Principal, authentication_problem, bearer
from chronik.service.operating.log_lines import Access
from chronik.service.running.settings import LogLevel, Network, Settings
from chronik.service.web.addresses import caller_address, untrusted_proxy
from chronik.service.web.admission_queue import AdmissionQueue
from chronik.service.web.handlers import internal_problem, send_problem
from chronik.service.web.head_requests import as_get
from chronik.service.web.headers import header, refuse_doubled
from chronik.service.web.other_origins import answer_preflight, is_preflight
from chronik.service.web.pace import Pace
from chronik.service.web.pages.problem_page import ProblemPages
from chronik.service.web.problems.kinds import NOT_READY, OUTCOME_UNKNOWN, TOO_LARGE, TOO_SLOW
from chronik.service.web.problems.problem import Problem

API = "/api/"
FREE = frozenset({"/health/live", "/health/ready"})
FILES = "/viewer/"
NAMELESS = ("/health/", "/metrics", FILES)
"""Path prefixes without authentication: some are free of limits, and the others count per address."""
FEED = re.compile(r"/api/v1/(?:[^/]+/matches|tournaments)/[^/]+/feed")
REGISTRATION = "/api/v1/players"
REGISTRATION_WEIGHT = 5
ENDING = "The service shut down before this was done."
LOG: FilteringBoundLogger = structlog.get_logger("chronik.guards")

GONE = cast("HTTPReceiveMessage", {"type": "http.disconnect"})


class Guard:
    """Middleware that counts requests per account, or per address for guests, and rejects invalid tokens.

    A token that was not used in the last few seconds is charged to its address until it is verified, so that guessing
    is slow. New feeds are counted first and then wait in the admission queue, before their tokens are looked up.
    """

    def __init__(
        self,
        app: ASGIApp,
        authenticator: Authenticator,
        accounts: Pace,
        addresses: Pace,
        settings: Settings,
        pages: ProblemPages | None = None,
    ) -> None:
        self.app = app
        self.pages = pages
        self.admission_queue = AdmissionQueue(self.recognise)
        self.authenticator = authenticator
        self.accounts = accounts
        self.addresses = addresses
        self.trusted: tuple[Network, ...] = settings.trusted_proxies
        self.body_seconds, self.body_bytes = settings.body_seconds, settings.body_bytes
        self.free_files = settings.viewer_reload
        """Files that may change pass through the guard, and are exempt from limits."""
        self.warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
        elif scope["method"] == "OPTIONS" and is_preflight(scope):
            await answer_preflight(send)
        elif scope["method"] == "HEAD":
            await self.admit(*as_get(scope, receive, send))
        else:
            await self.admit(scope, receive, send)

    async def admit(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Counts a request and admits it, or answers with a problem; also answers if the service ends meanwhile."""
        if self.pages is not None and not scope["path"].startswith(API):
            send = self.pages.wrap_send(scope, send)
        body = GuardedBody(receive, send, self.body_seconds, self.body_bytes)
        if body.is_too_long(header(scope, b"content-length")):
            return await body.refuse()
        try:
            if not self.is_free(scope["path"]):
                self.count(scope)
        except Problem as problem:
            return await send_problem(problem, send)
        inside = self.admission_queue if is_feed(scope) else self.recognise
        try:
            await inside(scope, body.receive, body.send)
        except asyncio.CancelledError:
            if body.answered:
                raise
            kind = NOT_READY if scope["method"] in ("GET", "OPTIONS") else OUTCOME_UNKNOWN
            await send_problem(Problem(kind, ENDING, headers={"Retry-After": "1", "Connection": "close"}), send)

    def is_free(self, path: str) -> bool:
        """Returns whether a path is exempt from limits."""
        return path in FREE or (self.free_files and path.startswith(FILES))

    def count(self, scope: HTTPScope) -> None:
        """Counts a request; raises if the caller has to wait, or sent a malformed token."""
        self.warn(scope)
        refuse_doubled(scope)
        address = scope["state"]["address"] = caller_address(scope, self.trusted)
        if scope["path"].startswith(NAMELESS):
            self.addresses.charge(address)
            return
        try:
            token_hash = bearer(header(scope, b"authorization"))
        except Problem:
            self.addresses.charge(address)
            raise
        principal = self.authenticator.find_cached(token_hash) if token_hash else None
        if is_registration(scope):
            self.addresses.charge(address, REGISTRATION_WEIGHT)
        elif principal is None:
            self.addresses.charge(address)
            scope["state"]["weigh"] = partial(self.addresses.weigh, address)
        else:
            self.accounts.charge(principal.player)
            scope["state"]["weigh"] = partial(self.accounts.weigh, principal.player)
        if token_hash and principal is None:
            scope["state"]["unproved"] = token_hash
        else:
            scope["state"]["principal"] = principal

    async def recognise(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request to the application, after looking up a token that was not known yet."""
        if scope["type"] == ScopeType.HTTP and (token_hash := scope["state"].pop("unproved", None)) is not None:
            try:
                scope["state"]["principal"] = await self.prove(scope, token_hash)
            except Problem as problem:
                return await send_problem(problem, send)
            except Exception as error:
                return await send_problem(internal_problem(error, scope), send)
        return await self.app(scope, receive, send)

    async def prove(self, scope: HTTPScope, token_hash: str) -> Principal:
        """Returns the account of a token and charges it instead of the address; raises `Problem` if it is invalid."""
        principal = await self.authenticator.principal(token_hash)
        if principal is None:
            raise authentication_problem()
        if not is_registration(scope):
            self.addresses.refund(scope["state"]["address"])
            self.accounts.charge(principal.player)
            scope["state"]["weigh"] = partial(self.accounts.weigh, principal.player)
        return principal

    def warn(self, scope: HTTPScope) -> None:
        """Warns once that a forwarded address is not trusted: behind a proxy, all guests would count as one caller."""
        if self.warned or (peer := untrusted_proxy(scope, self.trusted)) is None:
            return
        self.warned = True
        LOG.warning(
            "X-Forwarded-For is not trusted; if the peer is your proxy, name it in CHRONIK_TRUSTED_PROXIES", peer=peer
        )


class GuardedBody:
    """The body of one request: counts its bytes, limits its time, and answers instead of the application if needed."""

    def __init__(self, receive: Receive, send: Send, seconds: float, limit: int) -> None:
        self.receive_next = receive
        self.send_on = send
        self.seconds = seconds
        self.limit = limit
        self.deadline: float | None = None
        self.size = 0
        self.done = self.begun = self.refused = False

    @property
    def answered(self) -> bool:
        """Returns whether an answer has begun, by the application or by this guard."""
        return self.begun or self.refused

    def is_too_long(self, announced: str | None) -> bool:
        """Returns whether a `Content-Length` announces more bytes than allowed."""
        return announced is not None and announced.isdigit() and (len(announced) > 15 or int(announced) > self.limit)

    async def send(self, message: Message) -> None:
        self.begun = True
        if not self.refused:
            await self.send_on(message)

    async def refuse(self, problem: Problem | None = None) -> None:
        """Answers with this problem, or that the body is too long, unless the application's answer has begun."""
        if not self.begun:
            self.refused = True
            problem = problem or Problem(TOO_LARGE, limit=self.limit)
            problem.headers["Connection"] = "close"
            await send_problem(problem, self.send_on)

    async def receive(self) -> HTTPReceiveMessage:
        if self.done:
            return cast("HTTPReceiveMessage", await self.receive_next())
        if self.deadline is None:
            self.deadline = asyncio.get_running_loop().time() + self.seconds
        try:
            async with asyncio.timeout_at(self.deadline):
                message = cast("HTTPReceiveMessage", await self.receive_next())
        except TimeoutError:
            await self.refuse(Problem(TOO_SLOW, seconds=self.seconds))
            return GONE
        if message["type"] == "http.request":
            self.size += len(message.get("body", b""))
            self.done = not message.get("more_body", False)
        if self.size > self.limit:
            await self.refuse()
            return GONE
        return message


def is_registration(scope: HTTPScope) -> bool:
    """Returns whether a request registers a new player."""
    return scope["method"] == "POST" and normalize_path(scope["path"]) == REGISTRATION


def is_feed(scope: HTTPScope) -> bool:
    """Returns whether a request opens a feed; HEAD has already been converted to GET."""
    return scope["method"] == "GET" and FEED.fullmatch(normalize_path(scope["path"])) is not None


def enclose(
    app: Litestar,
    settings: Settings,
    authenticator: Authenticator,
    limits: tuple[Pace, Pace],
    pages: ProblemPages | None = None,
) -> None:
    """Puts the guard and the access log around an application; `pages` shows problems as pages in browsers."""
    app.state.authenticator = authenticator
    app.state.trusted_proxies = settings.trusted_proxies
    guard = Guard(app.asgi_handler, authenticator, *limits, settings, pages)
    app.asgi_handler = Access(guard, lines=settings.log_level in (LogLevel.DEBUG, LogLevel.INFO))
