"""Entries of a list as written, before any check of whether the list is legal."""

from __future__ import annotations

import re
from enum import Enum

from msgspec import Struct

from chronik.domain.catan_cards.deck.deck_list import LONGEST_NAME
from chronik.domain.engine.game import DeckProblem

RULE = "T13"
SHOWN = 60
"""The maximum number of characters that a problem quotes."""

HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Invisible characters: controls, direction marks, unpaired surrogates."""


class Section(Enum):
    """The section of an entry: cards, events, or either in a text without sections."""

    CARDS = "cards"
    EVENTS = "events"
    EITHER = "either"


class Entry(Struct, frozen=True):
    """A card or an event as written, with its count, which is None if the text is not a whole number."""

    section: Section
    written: str
    count: int | None
    found: str


class ParsedList(Struct, frozen=True):
    """A list as written: its name, its entries, and the problems with its form."""

    name: str = ""
    entries: tuple[Entry, ...] = ()
    problems: tuple[DeckProblem, ...] = ()


def deck_problem(code: str, card: str = "", found: object = "", allowed: object = "", rule: str = RULE) -> DeckProblem:
    """Builds a problem with a list; quoted text is shortened and made printable."""
    return DeckProblem(
        code=code, rule=rule, card=make_printable(card), found=make_printable(str(found)), allowed=str(allowed)
    )


def make_printable(text: str) -> str:
    """Returns a text on one line, without invisible characters, and at most 60 characters long."""
    line = HIDDEN.sub("\ufffd", text[: SHOWN + 1]).replace("\n", " ").replace("\t", " ").replace("\r", " ")
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def find_invisible(text: str) -> DeckProblem | None:
    """Returns a problem for the first invisible character in a text, or None."""
    found = HIDDEN.search(text)
    return None if found is None else deck_problem("control-character", found=f"U+{ord(found[0]):04X}")


def read_name(name: object) -> tuple[str, tuple[DeckProblem, ...]]:
    """Returns the name of a list, and any problems with the name."""
    if not isinstance(name, str) or len(name.strip()) > LONGEST_NAME or "\n" in name or "\r" in name or "\t" in name:
        return "", (deck_problem("name", found=name, allowed=LONGEST_NAME),)
    if unseen := find_invisible(name):
        return "", (unseen,)
    return name.strip(), ()
