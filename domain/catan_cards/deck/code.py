"""The short code of a list: `CC1-` and 21 letters that encode the counts in the permanent order, with a checksum.

The counts are the digits of a number. The base of each digit is the number of copies of its title plus one. The first
card is the least significant digit; free events follow the cards. The number is multiplied by a prime and written in
the alphabet of RFC 4648. A number that is not a multiple of the prime is not a valid code, so a wrong letter or two
swapped letters are always detected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from chronik.domain.catan_cards.deck.deck_list import DeckList
from chronik.domain.catan_cards.facts.load import Facts

PREFIX, VERSION = "CC", 1
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
VALUES = {letter: value for value, letter in enumerate(LETTERS)}
PRIME = 32749
LONGEST = 48
CODE = re.compile(r"\s*([A-Z]{2})([0-9]{1,3})-([0-9A-Z]+)\s*", re.IGNORECASE | re.ASCII)
"""The parts of a code: its prefix, its version and its letters."""


class BadCode(Exception):
    """An invalid code; `letter` is a letter that cannot occur in a code, or empty if something else is wrong."""

    def __init__(self, letter: str = "") -> None:
        super().__init__(letter)
        self.letter = letter


def code_of(facts: Facts, deck: DeckList) -> str | None:
    """Returns the code of a list; None if the list has an unknown id, or more copies than exist."""
    known = {id for id, _ in copy_limits(facts)}
    counts = {**deck.cards, **deck.events}
    if any(count and id not in known for id, count in counts.items()):
        return None
    number = 0
    for id, most in reversed(copy_limits(facts)):
        count = counts.get(id, 0)
        if not 0 <= count <= most:
            return None
        number = number * (most + 1) + count
    return f"{PREFIX}{VERSION}-{_to_letters(number * PRIME, code_length(facts))}"


def read_code(facts: Facts, letters: str) -> DeckList:
    """Returns the list that the letters of a code encode; raises `BadCode` if the code is invalid."""
    written = letters.upper()
    for letter in written:
        if letter not in VALUES:
            raise BadCode(letter)
    worth = 0
    for letter in written:
        worth = worth * len(LETTERS) + VALUES[letter]
    number, rest = divmod(worth, PRIME)
    if rest or len(written) != code_length(facts) or number >= count_lists(facts):
        raise BadCode
    counts: dict[str, int] = {}
    for id, most in copy_limits(facts):
        number, counts[id] = divmod(number, most + 1)
    return DeckList(
        cards={id: counts[id] for id in facts.order.cards if counts[id]},
        events={id: counts[id] for id in facts.order.events if counts[id]},
    )


@cache
def copy_limits(facts: Facts) -> tuple[tuple[str, int], ...]:
    """Returns every title and free event with the number of its copies, in the permanent order."""
    cards = [(id, facts.cards[id].count) for id in facts.order.cards]
    return (*cards, *((id, facts.events[id].free) for id in facts.order.events))


@cache
def count_lists(facts: Facts) -> int:
    """Returns the number of different lists that codes can encode."""
    product = 1
    for _, most in copy_limits(facts):
        product *= most + 1
    return product


@cache
def code_length(facts: Facts) -> int:
    """Returns the number of letters after the prefix."""
    return len(list(_digits((count_lists(facts) - 1) * PRIME)))


def _digits(number: int) -> Iterator[int]:
    while number:
        number, digit = divmod(number, len(LETTERS))
        yield digit


def _to_letters(number: int, length: int) -> str:
    return "".join(LETTERS[digit] for digit in _digits(number))[::-1].rjust(length, LETTERS[0])
