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

from chronik.service.operating import traces
from chronik.service.operating.metrics import count_request, method_label
from chronik.service.running.settings import LogFormat, LogLevel

LONGEST = 8_000
LONGEST_PATH = 200
OWN_LISTS = "/api/v1/me/decks/"
"""The path of player-named lists; the names must not appear in log lines, because players can delete them."""
SECRETS = (
    (re.compile(r"chronik_[A-Za-z0-9_-]{8,}"), "chronik_…"),
    (re.compile(r"(?i)\b(bearer|basic)\s+\S+"), r"\1 …"),
    (re.compile(r"(://[^\s/@:]*):[^\s/@]*@"), r"\1:…@"),
)
MARKS = ("chronik_", "bearer", "basic", "://")
"""A text without any of these is not searched for secrets."""
SECRET_NAMES = frozenset({"authorization", "body", "cookie", "password", "query_string", "secret", "token"})
REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
"""The id of the request that is being answered."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.access")


def add_request_id(logger: Any, method: str, line: EventDict) -> EventDict:
    """Adds the id of the current request to a line."""
    number = REQUEST.get()
    if number is not None:
        line.setdefault("request", number)
    return line


def mask_secrets(logger: Any, method: str, line: EventDict) -> EventDict:
    """Masks tokens and passwords in a line, and truncates long values."""
    return {name: "…" if name.lower() in SECRET_NAMES else to_plain(value) for name, value in line.items()}


def to_plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    folded = text.casefold()
    if any(mark in folded for mark in MARKS):
        for pattern, instead in SECRETS:
            text = pattern.sub(instead, text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def configure(level: LogLevel = LogLevel.INFO, form: LogFormat | None = None, file: TextIO | None = None) -> None:
    """Sends our log lines and those of the libraries to standard error, in the same format.

    Without `form`, the format is `console` on a terminal, and `json` in a file or a pipe.
    """
    stream = sys.stderr if file is None else file
    form = form or (LogFormat.CONSOLE if stream.isatty() else LogFormat.JSON)
    severity = logging.getLevelNamesMapping()[level.value.upper()]
    line: list[Processor] = [
        add_request_id,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        mask_secrets,
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
    """Middleware that gives each request an id and, if `lines` is set, logs one line once it is answered."""

    def __init__(self, app: ASGIApp, lines: bool = True) -> None:
        self.app = app
        self.lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        number = scope["state"]["request_id"] = f"{getrandbits(64):016x}"
        begun, status = time.perf_counter(), 0

        async def send_counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", number.encode())]
                count_request(scope["method"], route(scope), status, time.perf_counter() - begun)
                if traced is not None:
                    traced.end_with_response(route(scope), status)
            await send(message)

        bound = REQUEST.set(number)
        try:
            with traces.request(method_label(scope["method"])) as traced:
                await self.app(scope, receive, send_counted)
        finally:
            if self.lines:
                LOG.info(
                    "request",
                    method=scope["method"][:10],
                    path=logged_path(scope["path"]),
                    route=route(scope),
                    status=status,
                    ms=round((time.perf_counter() - begun) * 1000, 1),
                )
            REQUEST.reset(bound)


def logged_path(path: str) -> str:
    """Returns the path for a log line, with the name of a player's list replaced."""
    if "/decks/" in path and normalize_path(path).startswith(OWN_LISTS):
        return f"{OWN_LISTS}{{name}}"
    return path[:LONGEST_PATH]


def route(scope: HTTPScope) -> str:
    """Returns the template of the path, so that no id becomes a label."""
    # Not every kind of scope has a template, so the type of `get` is unknown.
    return scope.get("path_template", "unknown")  # pyright: ignore[reportUnknownMemberType]
