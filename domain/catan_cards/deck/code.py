"""The short code of a list: `CC1-` and 21 letters, which are the counts in the permanent order, and a checksum.

The counts are digits of a number, each of the base that its title has copies and one more; cards come first, the first
of them last in worth, and the free events after them. That number times a prime is written in the letters of RFC 4648.
What is no multiple of the prime is no code: a wrong letter, or two that changed places, never go unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from domain.catan_cards.deck.deck_list import DeckList
from domain.catan_cards.facts.load import Facts

PREFIX, VERSION = "CC", 1
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
VALUES = {letter: value for value, letter in enumerate(LETTERS)}
PRIME = 32749
LONGEST = 48
CODE = re.compile(r"\s*([A-Z]{2})([0-9]{1,3})-([0-9A-Z]+)\s*", re.IGNORECASE | re.ASCII)
"""What is meant as a code: its prefix, its version, its letters."""


class BadCode(Exception):
    """A code that no list has: with a letter that occurs in none, or with one that is wrong."""

    def __init__(self, letter: str = "") -> None:
        super().__init__(letter)
        self.letter = letter


def code_of(facts: Facts, deck: DeckList) -> str | None:
    """The code of a list; None where it names something unknown, or more copies than there are."""
    known = {id for id, _ in places(facts)}
    counts = {**deck.cards, **deck.events}
    if any(count and id not in known for id, count in counts.items()):
        return None
    number = 0
    for id, most in reversed(places(facts)):
        count = counts.get(id, 0)
        if not 0 <= count <= most:
            return None
        number = number * (most + 1) + count
    return f"{PREFIX}{VERSION}-{_letters(number * PRIME, length(facts))}"


def read_code(facts: Facts, letters: str) -> DeckList:
    """The list of the letters of a code; raises `BadCode`."""
    written = letters.upper()
    for letter in written:
        if letter not in VALUES:
            raise BadCode(letter)
    worth = 0
    for letter in written:
        worth = worth * len(LETTERS) + VALUES[letter]
    number, rest = divmod(worth, PRIME)
    if rest or len(written) != length(facts) or number >= lists(facts):
        raise BadCode
    counts: dict[str, int] = {}
    for id, most in places(facts):
        number, counts[id] = divmod(number, most + 1)
    return DeckList(
        cards={id: counts[id] for id in facts.order.cards if counts[id]},
        events={id: counts[id] for id in facts.order.events if counts[id]},
    )


@cache
def places(facts: Facts) -> tuple[tuple[str, int], ...]:
    """Every title and free event with the copies there are of it, in the permanent order."""
    cards = [(id, facts.cards[id].count) for id in facts.order.cards]
    return (*cards, *((id, facts.events[id].free) for id in facts.order.events))


@cache
def lists(facts: Facts) -> int:
    """How many lists can be written as a code."""
    product = 1
    for _, most in places(facts):
        product *= most + 1
    return product


@cache
def length(facts: Facts) -> int:
    """How many letters follow the prefix."""
    return len(list(_digits((lists(facts) - 1) * PRIME)))


def _digits(number: int) -> Iterator[int]:
    while number:
        number, digit = divmod(number, len(LETTERS))
        yield digit


def _letters(number: int, length: int) -> str:
    return "".join(LETTERS[digit] for digit in _digits(number))[::-1].rjust(length, LETTERS[0])
