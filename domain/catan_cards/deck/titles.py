"""What a list may call the cards: their ids, and their names in any of the three languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import cache

from msgspec import Struct

from domain.catan_cards.facts.load import Facts

WORD = re.compile(r"[^\W_]+")


class Sort(Enum):
    """What an id stands for, as far as a list is concerned."""

    CARD = "card"
    EVENT = "event"
    OTHER = "other"
    """Road, settlement, city, a region, a face of the event die: nothing that a deck holds (T13)."""


class Title(Struct, frozen=True):
    """A thing by its id, and its sort."""

    id: str
    sort: Sort


class Spelling(Struct, frozen=True):
    """A way to write a title, with the pairs of letters in it."""

    title: Title
    pairs: frozenset[str]


def key(written: str) -> str:
    """A name without case, signs and spaces that nobody would tell apart."""
    if written.isascii():
        return " ".join(WORD.findall(written.lower()))
    return " ".join(WORD.findall(unicodedata.normalize("NFC", written).casefold()))


def title(facts: Facts, written: str) -> Title | None:
    """What an id or a name stands for; None where it is neither."""
    return titles(facts).get(key(written))


def nearest(facts: Facts, written: str, sorts: tuple[Sort, ...]) -> str:
    """The id whose name or own letters are most like what is written; the earlier one of two that are equally so."""
    pairs = _pairs(key(written))
    best, found = -1.0, ""
    for spelling in _spellings(facts):
        if spelling.title.sort in sorts:
            alike = len(pairs & spelling.pairs) / (len(pairs) + len(spelling.pairs))
            if alike > best:
                best, found = alike, spelling.title.id
    return found


@cache
def titles(facts: Facts) -> dict[str, Title]:
    """Every title by the key of each of its spellings."""
    return {key(written): title for written, title in _written(facts)}


@cache
def _spellings(facts: Facts) -> tuple[Spelling, ...]:
    return tuple(Spelling(title, _pairs(written)) for written, title in titles(facts).items())


def _written(facts: Facts) -> Iterator[tuple[str, Title]]:
    for named in facts.names:
        title = Title(named.id, _sort(facts, named.id))
        for written in (named.id, named.en, named.de, named.nl):
            yield written, title
    for region in (*facts.regions, *(region for crest in facts.crests for region in crest)):
        yield region.id, Title(region.id, Sort.OTHER)


def _sort(facts: Facts, id: str) -> Sort:
    if id in facts.cards:
        return Sort.CARD
    return Sort.EVENT if id in facts.events else Sort.OTHER


def _pairs(written: str) -> frozenset[str]:
    edged = f" {written} "
    return frozenset(edged[at : at + 2] for at in range(len(edged) - 1))
