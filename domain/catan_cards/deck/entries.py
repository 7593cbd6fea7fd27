"""What a reader found written in a list, before anybody asks whether it is legal."""

from __future__ import annotations

import re
from enum import Enum

from msgspec import Struct

from domain.catan_cards.deck.deck_list import LONGEST_NAME
from domain.engine.game import DeckProblem

RULE = "T13"
SHOWN = 60
"""How many characters of what is wrong are told."""

HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Characters that nobody sees: controls, marks of direction, halves of a pair."""


class Section(Enum):
    """Where an entry stands: among the cards, among the events, or in a text that keeps them in one row."""

    CARDS = "cards"
    EVENTS = "events"
    EITHER = "either"


class Entry(Struct, frozen=True):
    """A card or an event as it is written, and its count; None where what is written is no whole number."""

    section: Section
    written: str
    count: int | None
    found: str


class Written(Struct, frozen=True):
    """A list as it is written: its name, its entries, and what is wrong with its form."""

    name: str = ""
    entries: tuple[Entry, ...] = ()
    problems: tuple[DeckProblem, ...] = ()


def problem(code: str, card: str = "", found: object = "", allowed: object = "", rule: str = RULE) -> DeckProblem:
    """What is wrong; what was found is told as far as a person reads."""
    return DeckProblem(code=code, rule=rule, card=shown(card), found=shown(str(found)), allowed=str(allowed))


def shown(text: str) -> str:
    """A text as it can be shown: on one line, without what nobody sees, and not too long."""
    line = HIDDEN.sub("\ufffd", text[: SHOWN + 1]).replace("\n", " ").replace("\t", " ").replace("\r", " ")
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def hidden(text: str) -> DeckProblem | None:
    """The first character of a text that nobody sees, as a problem."""
    found = HIDDEN.search(text)
    return None if found is None else problem("control-character", found=f"U+{ord(found[0]):04X}")


def named(name: object) -> tuple[str, tuple[DeckProblem, ...]]:
    """The name of a list, and what is wrong with it."""
    if not isinstance(name, str) or len(name.strip()) > LONGEST_NAME or "\n" in name or "\r" in name or "\t" in name:
        return "", (problem("name", found=name, allowed=LONGEST_NAME),)
    if unseen := hidden(name):
        return "", (unseen,)
    return name.strip(), ()
