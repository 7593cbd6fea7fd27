"""Log lines: one JSON object each, in ASCII, without secrets, bodies or query strings."""

import logging
import re
import sys
import time
from contextvars import ContextVar
from random import getrandbits
from typing import Any, TextIO

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.utils import normalize_path
from structlog.typing import EventDict, FilteringBoundLogger, Processor

from service.observing import traces
from service.observing.metrics import known_method, request_answered
from service.settings import LogFormat, LogLevel

LONGEST = 8_000
LONGEST_PATH = 200
OWN_LISTS = "/api/v1/me/decks/"
"""Below it are names that people gave: no line may outlive them."""
SECRETS = (
    (re.compile(r"chronik_[A-Za-z0-9_-]{8,}"), "chronik_…"),
    (re.compile(r"(?i)\b(bearer|basic)\s+\S+"), r"\1 …"),
    (re.compile(r"(://[^\s/@:]*):[^\s/@]*@"), r"\1:…@"),
)
MARKS = ("chronik_", "bearer", "basic", "://")
"""Without any of these no secret is looked for."""
SECRET_NAMES = frozenset({"authorization", "body", "cookie", "password", "query_string", "secret", "token"})
REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The number of the request that is being answered."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.access")


def with_request(logger: Any, method: str, line: EventDict) -> EventDict:
    """Names the request in whose course a line was written."""
    number = REQUEST.get()
    if number is not None:
        line.setdefault("request", number)
    return line


def without_secrets(logger: Any, method: str, line: EventDict) -> EventDict:
    """Takes out whatever looks like a token or a password, and keeps any value from being endless."""
    return {name: "…" if name.lower() in SECRET_NAMES else plain(value) for name, value in line.items()}


def plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    folded = text.casefold()
    if any(mark in folded for mark in MARKS):
        for pattern, instead in SECRETS:
            text = pattern.sub(instead, text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def configure(level: LogLevel = LogLevel.INFO, form: LogFormat | None = None, file: TextIO | None = None) -> None:
    """Sends our lines and those of the libraries the same way, to the standard error output.

    Where nothing else is wanted they are for people on a terminal, and for programs in a file or a pipe.
    """
    stream = sys.stderr if file is None else file
    form = form or (LogFormat.CONSOLE if stream.isatty() else LogFormat.JSON)
    severity = logging.getLevelNamesMapping()[level.value.upper()]
    line: list[Processor] = [
        with_request,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    written = renderer(form, stream)
    structlog.configure(
        processors=[*line, written],
        wrapper_class=structlog.make_filtering_bound_logger(severity),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *line, written],
        )
    )
    logging.basicConfig(handlers=[handler], level=max(severity, logging.WARNING), force=True)


def renderer(form: LogFormat, stream: TextIO) -> Processor:
    if form is LogFormat.JSON:
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback)


class Access:
    """Gives each request a number, and writes one line when it is answered, where such lines are wanted at all."""

    def __init__(self, app: ASGIApp, lines: bool = True) -> None:
        self.app = app
        self.lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        number = scope["state"]["request_id"] = f"{getrandbits(64):016x}"
        begun, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", number.encode())]
                request_answered(scope["method"], route(scope), status, time.perf_counter() - begun)
                if traced is not None:
                    traced.answered(route(scope), status)
            await send(message)

        bound = REQUEST.set(number)
        try:
            with traces.request(known_method(scope["method"])) as traced:
                await self.app(scope, receive, noting)
        finally:
            if self.lines:
                LOG.info(
                    "request",
                    method=scope["method"][:10],
                    path=written_path(scope["path"]),
                    route=route(scope),
                    status=status,
                    ms=round((time.perf_counter() - begun) * 1000, 1),
                )
            REQUEST.reset(bound)


def written_path(path: str) -> str:
    """An address as a line has it, answered or refused: a name of an own list is not in it."""
    if "/decks/" in path and normalize_path(path).startswith(OWN_LISTS):
        return f"{OWN_LISTS}{{name}}"
    return path[:LONGEST_PATH]


def route(scope: HTTPScope) -> str:
    """The template of the address, so that no id becomes a label."""
    # Not every kind of scope has a template, so its `get` has no one type.
    return scope.get("path_template", "unknown")  # pyright: ignore[reportUnknownMemberType]
