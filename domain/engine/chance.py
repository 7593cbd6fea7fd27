"""Chance: labelled streams of random words, derived from the seed of a match.

Labels make streams independent of one another: an additional draw in one place does not change the draws elsewhere. The
exact bytes are in `domain/engine/proof/FORMAT.md`, section 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct as Packing
from typing import TypeVar

from msgspec import Struct

from chronik.domain.engine.hashing import Mac, encode_parts, u64

T = TypeVar("T")

_TWO_64 = 1 << 64
_FOUR_WORDS = Packing(">4Q").unpack
_TAG = encode_parts(b"chronik/rng/1", ())
_LENGTH_8 = u64(8)


@lru_cache(maxsize=256)
def _mac(seed: bytes) -> Mac:
    return Mac(seed)


class Stream:
    """An endless stream of 64-bit words. The same seed and label give the same words on any machine."""

    __slots__ = ("_block", "_mac", "_prefix", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        name = label.encode()
        self._mac = _mac(seed)
        self._prefix = _TAG + u64(len(name)) + name + _LENGTH_8
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """Returns the next word, 0 … 2⁶⁴−1."""
        if not self._words:
            block = self._mac.digest(self._prefix + u64(self._block))
            self._words += _FOUR_WORDS(block)[::-1]
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """Returns a number from 0 to n−1, all equally likely. Words that would favour small numbers are skipped."""
        words = self._words
        while True:
            word = words.pop() if words else self.word()
            rest = word % n
            if word - rest <= _TWO_64 - n:
                return rest

    def shuffle(self, things: Sequence[T]) -> tuple[T, ...]:
        """Returns the things in a random order, by a Fisher–Yates shuffle from the end."""
        pile, below = list(things), self.below
        for i in range(len(pile) - 1, 0, -1):
            j = below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return tuple(pile)


class Chance(Struct, frozen=True):
    """The source of a match's random outcomes: its seed, and the number of undos so far (`epoch`).

    Every label includes the epoch, so a die that is rolled again after an undo is a new die.
    """

    seed: bytes
    epoch: int = 0

    def __repr__(self) -> str:
        return f"Chance(epoch={self.epoch})"

    def stream(self, purpose: str, n: int) -> Stream:
        """Returns the n-th stream for a purpose, as in `stream("dice", 17)`."""
        label = f"{purpose}/{n}/u{self.epoch}" if self.epoch else f"{purpose}/{n}"
        return Stream(self.seed, label)
