"""Hashing: the injective encoding of tagged parts, and the two hash functions over it.

The functions are H and M of `domain/engine/proof/FORMAT.md`, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from hmac import digest
from struct import Struct as Packing

u64 = Packing(">Q").pack


def encode_parts(tag: bytes, parts: Iterable[bytes]) -> bytes:
    """Returns the injective encoding of a tag and its parts, with each part preceded by its length."""
    chunks = [bytes((len(tag),)), tag]
    for part in parts:
        chunks.append(u64(len(part)))
        chunks.append(part)
    return b"".join(chunks)


def hash_parts(tag: bytes, *parts: bytes) -> bytes:
    """Returns H: SHA-256 of the tagged parts, 32 bytes."""
    return sha256(encode_parts(tag, parts)).digest()


def mac_parts(key: bytes, tag: bytes, *parts: bytes) -> bytes:
    """Returns M: HMAC-SHA-256 of the tagged parts, 32 bytes."""
    return digest(key, encode_parts(tag, parts), "sha256")


_INNER = bytes(byte ^ 0x36 for byte in range(256))

_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Mac:
    """HMAC-SHA-256 under one key of at most 64 bytes. The part that depends only on the key is hashed once."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        block = key.ljust(64, b"\0")
        self._inner = sha256(block.translate(_INNER))
        self._outer = sha256(block.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()
