"""The page that a browser gets instead of a problem: what is wrong with an address, and links to other pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import quote

import msgspec
from litestar.types import HTTPScope, Message, Send
from msgspec import Struct

from chronik.domain.games import CURRENT
from chronik.service.web.bodies import quality
from chronik.service.web.headers import header
from chronik.service.web.languages import Language, choose_language
from chronik.service.web.media import HTML, JSON
from chronik.service.web.pages.pages import FIRST, POLICY, Viewer
from chronik.service.web.problems.problem import MEDIA_TYPE

PROGRAMS = re.compile(r"/(?:api|health|metrics|openapi\.json)(?:/|$)")
"""Paths for programs; their problems stay JSON, even in a browser."""
NAMED = {
    "match": re.compile(r"/(?:matches|replay|embed)/[^/]+/?"),
    "tournament": re.compile(r"/tournaments/[^/]+(?:/screen)?/?"),
    "player": re.compile(r"/players/[^/]+/?"),
    "book": re.compile(r"/(?:docs|problems)/.*"),
}
"""The kind of thing that a path of this form names; any other path names a page."""
FRAMED = "/embed/"
LONGEST = 200
"""How many characters of a path the page repeats."""
REPLACED = (
    b"content-type",
    b"content-length",
    b"content-security-policy",
    b"referrer-policy",
    b"vary",
    b"cache-control",
)
TEMPLATE = Template(Path(__file__).with_name("problem_page.html").read_text("utf-8"))


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language, from `problem_words.toml`."""

    page: str
    match: str
    tournament: str
    player: str
    book: str
    nothing: str
    refused: str
    unreadable: str
    busy: str
    wait: str
    broken: str
    ours: str
    again: str
    home: str
    onward: str
    lobby: str
    tournaments: str
    decks: str
    rules: str
    docs: str
    bot: str
    games: Mapping[str, str]


@cache
def problem_words() -> Mapping[Language, Words]:
    """Returns the words by language."""
    text = Path(__file__).with_name("problem_words.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=dict[Language, Words])


class ProblemPages:
    """Middleware that sends browsers a page instead of a problem, at every path that people open."""

    def __init__(self, viewer: Callable[[], Viewer]) -> None:
        self.viewer = viewer

    def wrap_send(self, scope: HTTPScope, send: Send) -> Send:
        """Returns a `send` that replaces problems with pages if a browser asked for a page."""
        if not is_of_browser(scope):
            return send
        start: Any = None

        async def send_page(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and is_problem(message):
                start = message  # held back until the body arrives, because it contains the problem
            elif start is None:
                await send(message)
            elif message["type"] == "http.response.body":
                status, page = self.page(scope, start["status"], json.loads(message["body"]))
                start |= {"status": status, "headers": headers(scope, start["headers"], page)}
                await send(start)
                await send({"type": "http.response.body", "body": page, "more_body": False})

        return send_page

    def page(self, scope: HTTPScope, status: int, problem: Mapping[str, Any]) -> tuple[int, bytes]:
        """Returns the status and page of a problem; a malformed path counts as not found."""
        if status == 400 and str(problem.get("at", "")).startswith("path."):
            status = 404
        language = choose_language(None, header(scope, b"accept-language") or "")
        return status, render_page(self.viewer(), language, status, scope["path"], scope["method"])


def is_of_browser(scope: HTTPScope) -> bool:
    """Returns whether a request prefers HTML to a problem, outside the paths for programs."""
    if PROGRAMS.match(scope["path"]):
        return False
    accept = header(scope, b"accept") or ""
    liking = quality(accept, HTML, wildcards=False)
    return liking > 0 and liking >= max(quality(accept, JSON), quality(accept, MEDIA_TYPE))


def is_problem(message: Mapping[str, Any]) -> bool:
    """Returns whether an answer is a problem."""
    return any(
        name.lower() == b"content-type" and value.startswith(MEDIA_TYPE.encode()) for name, value in message["headers"]
    )


def headers(scope: HTTPScope, given: Iterable[tuple[bytes, bytes]], page: bytes) -> list[tuple[bytes, bytes]]:
    """Returns the headers of a problem, adapted to its page."""
    framing = "*" if scope["path"].startswith(FRAMED) else "'none'"
    return [
        *((name, value) for name, value in given if name.lower() not in REPLACED),
        (b"content-type", f"{HTML}; charset=utf-8".encode()),
        (b"content-length", str(len(page)).encode()),
        (b"content-security-policy", f"{POLICY}{framing}".encode()),
        (b"referrer-policy", b"same-origin"),
        (b"vary", b"accept, accept-language, authorization"),
        (b"cache-control", b"no-store"),
    ]


def render_page(viewer: Viewer, language: Language, status: int, path: str, method: str) -> bytes:
    """Renders the page of a problem."""
    words = problem_words()[language]
    title, why = title_and_reason(words, status, path)
    here, address = f"/viewer/{viewer.digest}/", quote(path)
    target = ' target="_blank"' if path.startswith(FRAMED) else ""
    passes = (status in (408, 429) or status >= 500) and method in ("GET", "HEAD")
    shown = path if len(path) <= LONGEST else f"{path[:LONGEST]}…"
    places = {
        "language": language.value,
        "title": title,
        "why": escape(why).format(address=f"<code><bdi>{escape(shown)}</bdi></code>"),
        "again": f'<p><a class="button primary" href="{escape(address)}">{words.again}</a></p>' if passes else "",
        "here": here,
        "styles": "\n".join(f'<link rel="stylesheet" href="{here}{sheet}">' for sheet in (*FIRST, "style/problem.css")),
        "home": escape(words.home),
        "onward": escape(words.onward),
        "target": target,
        "links": "\n".join(f'<li><a href="{to}"{target}>{escape(named)}</a></li>' for to, named in onward(words)),
    }
    return TEMPLATE.substitute(places).encode()


def title_and_reason(words: Words, status: int, path: str) -> tuple[str, str]:
    """Returns the title and the explanation of a problem."""
    if status == 404:
        kind = next((kind for kind, form in NAMED.items() if form.fullmatch(path)), "page")
        return getattr(words, kind), words.nothing
    if status in (408, 429):
        return words.busy, words.wait
    return (words.broken, words.ours) if status >= 500 else (words.refused, words.unreadable)


def onward(words: Words) -> Iterator[tuple[str, str]]:
    """Yields links to other pages, with their titles."""
    yield "/", words.lobby
    yield "/tournaments", words.tournaments
    yield "/decks", words.decks
    for game in CURRENT:
        yield f"/docs/rules/{game}", words.rules.format(game=words.games[game])
    yield "/docs", words.docs
    yield "/docs/bots", words.bot
