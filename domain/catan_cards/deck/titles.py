"""The names that a list may use for cards: ids, and names in any of the three languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import cache

from msgspec import Struct

from chronik.domain.catan_cards.facts.load import Facts

WORD = re.compile(r"[^\W_]+")


class Sort(Enum):
    """The sort of thing that an id in a list stands for."""

    CARD = "card"
    EVENT = "event"
    OTHER = "other"
    """Roads, settlements, cities, regions and faces of the event die, which are not part of any deck (T13)."""


class Title(Struct, frozen=True):
    """An id and its sort."""

    id: str
    sort: Sort


class Spelling(Struct, frozen=True):
    """A spelling of a title, and the pairs of adjacent letters in it."""

    title: Title
    pairs: frozenset[str]


def fold_name(written: str) -> str:
    """Returns a name in lower case, with single spaces instead of punctuation."""
    if written.isascii():
        return " ".join(WORD.findall(written.lower()))
    return " ".join(WORD.findall(unicodedata.normalize("NFC", written).casefold()))


def find_title(facts: Facts, written: str) -> Title | None:
    """Returns the title with this id or name, or None."""
    return titles_by_key(facts).get(fold_name(written))


def find_nearest(facts: Facts, written: str, sorts: tuple[Sort, ...]) -> str:
    """Returns the id with the most similar spelling; the first one if several are equally similar."""
    pairs = _letter_pairs(fold_name(written))
    best, found = -1.0, ""
    for spelling in _spellings(facts):
        if spelling.title.sort in sorts:
            alike = len(pairs & spelling.pairs) / (len(pairs) + len(spelling.pairs))
            if alike > best:
                best, found = alike, spelling.title.id
    return found


@cache
def titles_by_key(facts: Facts) -> dict[str, Title]:
    """Returns all titles, by the folded form of each of their spellings."""
    return {fold_name(written): title for written, title in _spell_titles(facts)}


@cache
def _spellings(facts: Facts) -> tuple[Spelling, ...]:
    return tuple(Spelling(title, _letter_pairs(written)) for written, title in titles_by_key(facts).items())


def _spell_titles(facts: Facts) -> Iterator[tuple[str, Title]]:
    for named in facts.names:
        title = Title(named.id, _sort_of(facts, named.id))
        for written in (named.id, named.en, named.de, named.nl):
            yield written, title
    for region in (*facts.regions, *(region for crest in facts.crests for region in crest)):
        yield region.id, Title(region.id, Sort.OTHER)


def _sort_of(facts: Facts, id: str) -> Sort:
    if id in facts.cards:
        return Sort.CARD
    return Sort.EVENT if id in facts.events else Sort.OTHER


def _letter_pairs(written: str) -> frozenset[str]:
    edged = f" {written} "
    return frozenset(edged[at : at + 2] for at in range(len(edged) - 1))
