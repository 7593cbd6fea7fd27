"""Lists as lines of text: `2 Abbey`, by ids or by names in any of the three languages, in any order."""

from __future__ import annotations

import re

from domain.catan_cards.deck.deck_list import LONGEST_NAME
from domain.catan_cards.deck.entries import Entry, Section, Written, named, problem
from domain.engine.game import DeckProblem

LINE = re.compile(r"([+-]?[0-9][0-9.,]*)[ \t]*(?:[x×][ \t]+|[ \t])[ \t]*(\S.*)", re.IGNORECASE)
NAME = re.compile(r"(?:name|naam)[ \t]*:(.*)", re.IGNORECASE)
HEADING = re.compile(r"(?:cards|events|karten|ereignisse|kaarten|gebeurtenissen)[ \t]*:?", re.IGNORECASE)
REMARK = ("#", "//")
EXAMPLE = "2 Abbey"
DIGITS = 9
"""Whole numbers with more digits are told as they are written."""


def read_lines(text: str) -> Written:
    """A list of one card a line; empty lines, headings and what follows `#` or `//` say nothing."""
    name, problems, entries = "", list[DeckProblem](), list[Entry]()
    for line in text.split("\n"):
        line = line.strip()
        if not line or line.startswith(REMARK) or HEADING.fullmatch(line):
            continue
        if found := NAME.fullmatch(line):
            name, wrong = named(found[1])
            problems += wrong
        elif found := LINE.fullmatch(line):
            entries.append(_entry(found[1], found[2]))
        else:
            problems.append(problem("line", found=line, allowed=EXAMPLE))
    return Written(name[:LONGEST_NAME], tuple(entries), tuple(problems))


def _entry(count: str, written: str) -> Entry:
    digits = count.lstrip("+-")
    whole = digits.isdecimal() and len(digits) <= DIGITS
    return Entry(Section.EITHER, written.strip(), int(count) if whole else None, count)
