"""Searching the pages of `/docs`: what stands under each anchor, by its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from html.parser import HTMLParser

from msgspec import Struct

from service.openapi.docs_frame import PAGES, framed

MOST = 50
SHOWN = 200
SPACE = re.compile(r"\s+")
SILENT = frozenset({"style", "title", "header"})


class Passage(Struct, frozen=True):
    """What stands under an anchor of a page, up to the next one."""

    address: str
    page: str
    text: str
    heading: bool


class _Reader(HTMLParser):
    """A page in passages; headings and numbered rules begin one."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.passages: list[Passage] = []
        self._at = address
        self._said: list[str] = []
        self._heading = False
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        if identity := dict(attrs).get("id"):
            self.finish()
            self._at = f"{self.address}#{identity}"
            self._heading = tag.startswith("h") or tag == "section"

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._said.append(data)

    def finish(self) -> None:
        text = SPACE.sub(" ", " ".join(self._said)).strip()
        if text:
            self.passages.append(Passage(self._at, PAGES[self.address], text, self._heading))
        self._said.clear()


def passages(address: str, page: bytes) -> Iterable[Passage]:
    """What stands on a page of `/docs`, anchor by anchor."""
    reader = _Reader(address)
    reader.feed(page.decode())
    reader.finish()
    return reader.passages


def found(among: Sequence[Passage], wanted: str) -> list[Passage]:
    """The passages in which every wanted word stands, those that begin with one of them first."""
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
    """The page that tells where the wanted words stand."""
    hits = found(among, wanted)
    many = f"{len(hits)} places" if len(hits) != 1 else "1 place"
    if len(hits) > MOST:
        many += f", the first {MOST} of them"
    body = f"<h1>Search</h1><p>{many}</p><dl>{''.join(_told(hits[:MOST], wanted))}</dl>"
    return framed("/docs/search", "Search", body, wanted)


def _told(hits: Iterable[Passage], wanted: str) -> Iterator[str]:
    words = [re.escape(word) for word in wanted.split()]
    mark = re.compile("|".join(words), re.IGNORECASE)
    for one in hits:
        place = one.address.partition("#")[2].removeprefix("schema-") or one.page
        yield f'<dt><a href="{escape(one.address)}">{escape(place)}</a> <small>{escape(one.page)}</small></dt>'
        yield f"<dd>{''.join(_marked(_part(one.text, mark), mark))}</dd>"


def _part(text: str, mark: re.Pattern[str]) -> str:
    """As much of a passage as is shown, around the first wanted word."""
    first = mark.search(text)
    begin = max(0, (first.start() if first else 0) - SHOWN // 3)
    part = text[begin : begin + SHOWN]
    return f"{'…' if begin else ''}{part}{'…' if begin + SHOWN < len(text) else ''}"


def _marked(text: str, mark: re.Pattern[str]) -> Iterator[str]:
    at = 0
    for one in mark.finditer(text):
        yield f"{escape(text[at : one.start()])}<mark>{escape(one[0])}</mark>"
        at = one.end()
    yield escape(text[at:])
