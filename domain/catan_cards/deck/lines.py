"""Lists as lines of text such as `2 Abbey`, with ids or names in any of the three languages, in any order."""

from __future__ import annotations

import re

from chronik.domain.catan_cards.deck.deck_list import LONGEST_NAME
from chronik.domain.catan_cards.deck.entries import Entry, ParsedList, Section, deck_problem, read_name
from chronik.domain.engine.game import DeckProblem

LINE = re.compile(r"([+-]?[0-9][0-9.,]*)[ \t]*(?:[x×][ \t]+|[ \t])[ \t]*(\S.*)", re.IGNORECASE)
NAME = re.compile(r"(?:name|naam)[ \t]*:(.*)", re.IGNORECASE)
HEADING = re.compile(r"(?:cards|events|karten|ereignisse|kaarten|gebeurtenissen)[ \t]*:?", re.IGNORECASE)
REMARK = ("#", "//")
EXAMPLE = "2 Abbey"
DIGITS = 9
"""Numbers with more digits than this are not parsed; problems quote them as written."""


def read_lines(text: str) -> ParsedList:
    """Reads a list with one card on each line.

    Empty lines, headings and lines that start with `#` or `//` are ignored.
    """
    name, problems, entries = "", list[DeckProblem](), list[Entry]()
    for line in text.split("\n"):
        line = line.strip()
        if not line or line.startswith(REMARK) or HEADING.fullmatch(line):
            continue
        if found := NAME.fullmatch(line):
            name, wrong = read_name(found[1])
            problems += wrong
        elif found := LINE.fullmatch(line):
            entries.append(_make_entry(found[1], found[2]))
        else:
            problems.append(deck_problem("line", found=line, allowed=EXAMPLE))
    return ParsedList(name[:LONGEST_NAME], tuple(entries), tuple(problems))


def _make_entry(count: str, written: str) -> Entry:
    digits = count.lstrip("+-")
    whole = digits.isdecimal() and len(digits) <= DIGITS
    return Entry(Section.EITHER, written.strip(), int(count) if whole else None, count)
