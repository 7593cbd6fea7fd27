"""Books: the rule book of each game and the book of the format as pages, everything under its number."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from markdown_it import MarkdownIt
from markdown_it.token import Token

from domain.games import CURRENT
from service.openapi.docs_frame import framed

CITED = re.compile(r"\b(?:[A-Z](?:-\d\d|-[A-Z]|\d+(?:\.\d+)?[a-h]?)|\d\.\d+)(?![\w.]*\w)")
"""The number of a rule, a ruling or a section, as it is cited: `R9.4a`, `C-48`, `R-B`, `Q12`, `1.19`."""
TITLED = re.compile(r"(?:[A-Z]|\d\d?(?:\.\d+)?)(?=[. ])")
"""The number or letter that a heading begins with."""
OPENING = {"list_item_open": CITED, "tr_open": CITED, "heading_open": TITLED}
"""What a number at the beginning names, and the form it has there."""
READER = MarkdownIt("commonmark").enable("table")


@lru_cache(maxsize=8)
def book(game: str) -> bytes:
    """The rule book of a game as an HTML page, with an anchor for each number and a link for each mention of one."""
    return _page(f"/docs/rules/{game}", f"domain.{game}", "rules.md")


@lru_cache(maxsize=1)
def format_book() -> bytes:
    """The book of the bytes that can be verified as an HTML page, with an anchor for each section."""
    return _page("/docs/format", "domain.engine.proof", "FORMAT.md")


@lru_cache(maxsize=1)
def changes_book() -> bytes:
    """What has changed of the interface, and how changes are announced, as an HTML page."""
    return _page("/docs/changes", "service.openapi", "changes.md")


@lru_cache(maxsize=1)
def bot_book() -> bytes:
    """How a bot is written, as an HTML page."""
    return _page("/docs/bot", "service.openapi", "bot.md")


@lru_cache(maxsize=1)
def tournament_book() -> bytes:
    """How a tournament is held, as an HTML page."""
    return _page("/docs/tournament", "service.openapi", "tournament.md")


def all_books() -> Mapping[str, bytes]:
    """Every book by its address."""
    rules = {f"/docs/rules/{game}": book(game) for game in CURRENT}
    own = {"/docs/bot": bot_book(), "/docs/tournament": tournament_book()}
    return {**own, "/docs/format": format_book(), "/docs/changes": changes_book(), **rules}


def _page(address: str, package: str, name: str) -> bytes:
    tokens = READER.parse(files(package).joinpath(name).read_text("utf-8"))
    for token in tokens:
        if token.type == "fence" and not token.content:  # a file that stands beside the book
            token.content = files(package).joinpath(token.info.partition(" ")[2]).read_text("utf-8")
    _link(tokens, _anchor(tokens))
    title = next(token.content for token in tokens if token.type == "inline")
    return framed(address, title, READER.renderer.render(tokens, READER.options, {}))


def _anchor(tokens: Sequence[Token]) -> frozenset[str]:
    """Gives items, rows and headings the number they begin with; other numbers get an anchor where they are told first.

    So `C-68`, which stands within the meaning of an option, can be pointed at, and so can `R10`, where R10.1 stands.
    """
    anchors: set[str] = set()
    opened: Token | None = None
    for token in tokens:
        if token.type in OPENING:
            opened = token
        elif token.type == "inline" and opened is not None:
            found = OPENING[opened.type].match(token.content.lstrip("*"))
            if found and found[0] not in anchors:
                opened.attrSet("id", found[0])
                token.children = [
                    *_anchors([found[0].partition(".")[0]], anchors | {found[0]}),
                    *(token.children or ()),
                ]
                anchors |= {found[0], found[0].partition(".")[0]}
            opened = None
    for token in tokens:
        if token.type == "inline":
            told = [number for number in CITED.findall(token.content) if number[0].isalpha()]
            token.children = [*_anchors(told, anchors), *(token.children or ())]
            anchors.update(told)
    return frozenset(anchors)


def _anchors(numbers: Iterable[str], known: Container[str]) -> list[Token]:
    """Anchors for the numbers that have none."""
    return [
        Token("html_inline", "", 0, content=f'<a id="{one}"></a>') for one in dict.fromkeys(numbers) if one not in known
    ]


def _link(tokens: Sequence[Token], anchors: frozenset[str]) -> None:
    """Makes each mention of a number a link to where it stands."""
    for token in tokens:
        if token.type == "inline":
            token.children = [part for child in token.children or () for part in _linked(child, anchors)]


def _linked(text: Token, anchors: frozenset[str]) -> Iterator[Token]:
    at = 0
    for found in CITED.finditer(text.content) if text.type == "text" else ():
        if found[0] in anchors:
            yield Token("text", "", 0, content=text.content[at : found.start()])
            yield Token("html_inline", "", 0, content=f'<a href="#{found[0]}">{found[0]}</a>')
            at = found.end()
    if at:
        yield Token("text", "", 0, content=text.content[at:])
    else:
        yield text
