"""Pages of `/docs`, rendered from Markdown: the manual in `docs/`, the rule book of each game, and the formats."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token

from chronik.domain.games import CURRENT
from chronik.service.web.openapi.docs_frame import frame_page

CITED = re.compile(r"\b(?:[A-Z](?:-\d\d|-[A-Z]|\d+(?:\.\d+)?[a-h]?)|\d\.\d+)(?![\w.]*\w)")
"""The number of a rule, a ruling or a section, as it is cited: `R9.4a`, `C-48`, `R-B`, `Q12`, `1.19`."""
TITLED = re.compile(r"(?:[A-Z]|\d\d?(?:\.\d+)?)(?=[. ])")
"""The number or letter with which a heading begins."""
OPENING = {"list_item_open": CITED, "tr_open": CITED, "heading_open": TITLED}
"""The kinds of block that can begin with a number, and the form of that number."""
READER = MarkdownIt("commonmark").enable("table")
MANUAL = "docs"
"""The folder of the manual, in the repository and in the installed package."""
CONTENTS = "/docs/contents"
"""The address of the manual's table of contents, `docs/README.md`."""


@lru_cache(maxsize=1)
def sources() -> Mapping[str, str]:
    """Returns the Markdown file of each page by the page's address; paths start at the root of the repository."""
    rules = {f"/docs/rules/{game}": f"domain/{game}/rules.md" for game in CURRENT}
    manual = {_address(path): path for path in _markdown(files("chronik") / MANUAL, MANUAL)}
    return MappingProxyType({**manual, "/docs/format": "domain/engine/proof/FORMAT.md", **rules})


def _markdown(folder: Traversable, path: str) -> Iterator[str]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _markdown(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(".md"):
            yield f"{path}/{entry.name}"


def _address(path: str) -> str:
    return CONTENTS if path == f"{MANUAL}/README.md" else f"/{path.removesuffix('.md').removesuffix('/README')}"


def all_books() -> Mapping[str, bytes]:
    """Returns every page as HTML, by its address; that takes a second unless the pages were read before."""
    return {address: book(address) for address in sources()}


@lru_cache(maxsize=128)
def book(address: str) -> bytes:
    """Returns a page as HTML. Raises `KeyError` for an unknown address."""
    path = sources()[address]
    tokens = READER.parse((files("chronik") / path).read_text("utf-8"))
    if path.startswith(f"{MANUAL}/"):
        _name_headings(tokens)
        _serve_links(tokens, path)
    else:
        _link(tokens, _anchor(tokens))
    title = next(token.content for token in tokens if token.type == "inline")
    return frame_page(address, title, READER.renderer.render(tokens, READER.options, {}))


def slug(heading: str) -> str:
    """Returns the anchor of a heading, as GitHub and most readers of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _name_headings(tokens: Sequence[Token]) -> None:
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", slug(text.content))


def _serve_links(tokens: Sequence[Token], path: str) -> None:
    """Redirects links between files of the repository to their pages; a link to a file without a page becomes text."""
    addresses = {source: address for address, source in sources().items()}
    for token in tokens:
        if token.type != "inline":
            continue
        served: list[Token] = []
        dropped = False
        for child in token.children or ():
            if child.type == "link_open":
                target = _target(str(child.attrGet("href")), path, addresses)
                dropped = target is None
                child.attrSet("href", target or "")
            if not (dropped and child.type in ("link_open", "link_close")):
                served.append(child)
        token.children = served


def _target(href: str, path: str, addresses: Mapping[str, str]) -> str | None:
    file, hash_sign, anchor = href.partition("#")
    if not file or file.startswith("/") or "://" in file:
        return href
    address = addresses.get(posixpath.normpath(posixpath.join(posixpath.dirname(path), file)))
    return address and address + hash_sign + anchor


def _anchor(tokens: Sequence[Token]) -> frozenset[str]:
    """Gives items, rows and headings an anchor with their first number; other numbers get an anchor at first mention.

    So a link can point to `C-68`, which is within the meaning of an option, and to `R10`, which begins at R10.1.
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
            mentioned = [number for number in CITED.findall(token.content) if number[0].isalpha()]
            token.children = [*_anchors(mentioned, anchors), *(token.children or ())]
            anchors.update(mentioned)
    return frozenset(anchors)


def _anchors(numbers: Iterable[str], known: Container[str]) -> list[Token]:
    """Returns an anchor for each number that lacks one."""
    return [
        Token("html_inline", "", 0, content=f'<a id="{one}"></a>') for one in dict.fromkeys(numbers) if one not in known
    ]


def _link(tokens: Sequence[Token], anchors: frozenset[str]) -> None:
    """Makes each mention of a number a link to its anchor."""
    for token in tokens:
        if token.type == "inline":
            token.children = [part for child in token.children or () for part in _split_at_numbers(child, anchors)]


def _split_at_numbers(text: Token, anchors: frozenset[str]) -> Iterator[Token]:
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
