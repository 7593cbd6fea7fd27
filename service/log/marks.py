"""Marks: what an item of the stream keeps of the request that brought it, so that a repeat is known as one.

A mark is 16 bytes of the hash of the idempotency key, and 8 of the hash of what was asked. Memory keeps 4 bytes of each
key: a key that is not among them was never used, and one that seems to be is looked up in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

KEY, ASKED = 16, 8
SIZE = KEY + ASKED
SHORT = 4


def mark(key: str, fingerprint: str) -> bytes:
    """The mark of a request, from its idempotency key and what stands for its content."""
    return sha256(key.encode()).digest()[:KEY] + sha256(fingerprint.encode()).digest()[:ASKED]


def is_same_key(one: bytes, other: bytes) -> bool:
    """Whether two marks are of one idempotency key."""
    return one[:KEY] == other[:KEY]


def is_same_request(one: bytes, other: bytes) -> bool:
    """Whether two marks of one key are of one request."""
    return one[KEY:] == other[KEY:]


class Seen:
    """The keys of all batches of a log up to a version, by 4 bytes of each."""

    __slots__ = ("_short",)

    def __init__(self) -> None:
        self._short = bytearray()

    def add(self, marks: Iterable[bytes]) -> None:
        for one in marks:
            self._short += one[:SHORT]

    def may_hold(self, mark: bytes) -> bool:
        """Whether a key may have been used; if not, it was not."""
        wanted, at = mark[:SHORT], -1
        while (at := self._short.find(wanted, at + 1)) >= 0:
            if at % SHORT == 0:
                return True
        return False
