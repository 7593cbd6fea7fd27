"""The search in the pages of `/docs`, which finds the text under each anchor by its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape

from msgspec import Struct

from chronik.service.web.openapi.docs_frame import frame_page

MOST = 50
SHOWN = 200
SPACE = re.compile(r"\s+")
SILENT = frozenset({"style", "title", "header"})
PIECE = re.compile(r"([^<]*)<(/?)([a-z0-9!]+)([^>]*)>")
"""A piece of a page: text, and the tag after it with its attributes."""
TITLE = re.compile(r"<title>([^<]*)</title>")
ID = re.compile(r'(?:^|\s)id="([^"]*)"')


class Passage(Struct, frozen=True):
    """The text under an anchor of a page, up to the next anchor."""

    address: str
    page: str
    text: str
    heading: bool


def passages(address: str, page: bytes) -> Iterator[Passage]:
    """Yields the passages of a page of `/docs`, one per anchor; headings and numbered rules begin a passage.

    The service makes these pages itself, so whatever is between angle brackets is a tag.
    """
    html = page.decode()
    titled = TITLE.search(html)
    title = unescape(titled[1]) if titled else address
    at, heading, silent, said = address, False, 0, list[str]()
    for text, closing, tag, attributes in PIECE.findall(html):
        if text and not silent:
            said.append(text)
        if tag in SILENT:
            silent += -1 if closing else 1
        if not closing and (identity := ID.search(attributes)):
            yield from _passage(title, at, heading, said)
            at, heading, said = f"{address}#{unescape(identity[1])}", tag.startswith("h") or tag == "section", []
    yield from _passage(title, at, heading, said)


def _passage(title: str, at: str, heading: bool, said: Sequence[str]) -> Iterator[Passage]:
    text = SPACE.sub(" ", unescape(" ".join(said))).strip()
    if text:
        yield Passage(at, title, text, heading)


def find_passages(among: Sequence[Passage], wanted: str) -> list[Passage]:
    """Returns the passages that contain every wanted word, first those with all words near the beginning."""
    words = wanted.casefold().split()
    if not words:
        return []
    ranked: list[tuple[tuple[bool, bool, int], Passage]] = []
    for number, one in enumerate(among):
        text = one.text.casefold()
        if all(word in text for word in words):
            begins = all(word in text[:60] for word in words)
            ranked.append(((not begins, not one.heading, number), one))
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]


def results(among: Sequence[Passage], wanted: str) -> bytes:
    """Returns the page that lists where the wanted words occur."""
    hits = find_passages(among, wanted)
    many = f"{len(hits)} places" if len(hits) != 1 else "1 place"
    if len(hits) > MOST:
        many += f", the first {MOST} of them"
    body = f"<h1>Search</h1><p>{many}</p><dl>{''.join(_list_hits(hits[:MOST], wanted))}</dl>"
    return frame_page("/docs/search", "Search", body, wanted)


def _list_hits(hits: Iterable[Passage], wanted: str) -> Iterator[str]:
    words = [re.escape(word) for word in wanted.split()]
    mark = re.compile("|".join(words), re.IGNORECASE)
    for one in hits:
        place = _place(one)
        yield f'<dt><a href="{escape(one.address)}">{escape(place)}</a> <small>{escape(one.page)}</small></dt>'
        yield f"<dd>{''.join(_mark_words(_part(one.text, mark), mark))}</dd>"


def _place(passage: Passage) -> str:
    """Returns a passage's anchor (a heading's anchor as words), or the page's title if the anchor is missing."""
    anchor = passage.address.partition("#")[2].removeprefix("schema-")
    return (anchor.replace("-", " ") if anchor == anchor.lower() else anchor) or passage.page


def _part(text: str, mark: re.Pattern[str]) -> str:
    """Returns the part of a passage that is shown, around the first wanted word."""
    first = mark.search(text)
    begin = max(0, (first.start() if first else 0) - SHOWN // 3)
    part = text[begin : begin + SHOWN]
    return f"{'…' if begin else ''}{part}{'…' if begin + SHOWN < len(text) else ''}"


def _mark_words(text: str, mark: re.Pattern[str]) -> Iterator[str]:
    at = 0
    for one in mark.finditer(text):
        yield f"{escape(text[at : one.start()])}<mark>{escape(one[0])}</mark>"
        at = one.end()
    yield escape(text[at:])
