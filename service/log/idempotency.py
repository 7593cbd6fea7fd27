"""Idempotency marks: 24 bytes per batch that identify the request that caused it, so that a repeat is recognised.

A mark is 16 bytes of the hash of the idempotency key, then 8 bytes of the hash of the request. Memory keeps 4 bytes of
each key. A key that is not found there was never used; a key that is found is looked up in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

KEY, ASKED = 16, 8
SIZE = KEY + ASKED
SHORT = 4


def make_mark(key: str, fingerprint: str) -> bytes:
    """Returns the mark of a request, from its idempotency key and the fingerprint of its content."""
    return sha256(key.encode()).digest()[:KEY] + sha256(fingerprint.encode()).digest()[:ASKED]


def is_same_key(one: bytes, other: bytes) -> bool:
    """Returns whether two marks have the same idempotency key."""
    return one[:KEY] == other[:KEY]


def is_same_request(one: bytes, other: bytes) -> bool:
    """Returns whether two marks with the same key come from the same request."""
    return one[KEY:] == other[KEY:]


class SeenKeys:
    """The keys of all batches of a log up to a version, shortened to 4 bytes each."""

    __slots__ = ("_short",)

    def __init__(self) -> None:
        self._short = bytearray()

    def add(self, marks: Iterable[bytes]) -> None:
        for one in marks:
            self._short += one[:SHORT]

    def may_contain(self, mark: bytes) -> bool:
        """Returns whether a key may have been used; False is certain."""
        wanted, at = mark[:SHORT], -1
        while (at := self._short.find(wanted, at + 1)) >= 0:
            if at % SHORT == 0:
                return True
        return False
