"""Receipts: heads that a person kept while a match was played, and their comparison with a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from chronik.domain.log.canonical import Digest, Id


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a match at a version, as it was shown at that time: one line of a receipt file."""

    match: Id
    version: Annotated[int, Meta(ge=1)]
    head: Digest


class BadReceipt(Exception):
    """Raised if a receipt file is not valid. The message names the first bad line."""


class HeadMismatch(Exception):
    """Raised if a log does not contain a head that is known from elsewhere. The message says which head."""


class KnownHeads(Struct, frozen=True):
    """The heads known from elsewhere: receipts, and a head without a version."""

    receipts: tuple[Receipt, ...] = ()
    head: str = ""

    def about(self, match: str) -> KnownHeads:
        """Returns the receipts of one match."""
        return KnownHeads(tuple(one for one in self.receipts if one.match == match))


NO_HEADS = KnownHeads()

_line = msgspec.json.Decoder(Receipt).decode


def read_receipts(stored: bytes) -> tuple[Receipt, ...]:
    """Returns the receipts in a file, one per line. Raises `BadReceipt`."""
    found: list[Receipt] = []
    for number, line in enumerate(stored.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_line(line))
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise BadReceipt(f"line {number} is not a receipt: write a match, a version and a head") from None
    if not found:
        raise BadReceipt("it does not contain a receipt")
    return tuple(found)


def compare_heads(match: str, heads: Mapping[int, str], known: KnownHeads) -> int:
    """Returns the last version that the known heads cover. Raises `HeadMismatch` if a head differs, or none is known.

    `heads` are the heads of the log, keyed by the version of the last entry of each batch.
    """
    versions = [_version_of(heads, known.head)] if known.head else []
    for one in known.about(match).receipts:
        _compare(heads, one)
        versions.append(one.version)
    if not versions:
        raise HeadMismatch("None of the receipts is about it, so it was not compared.")
    return max(versions)


def _version_of(heads: Mapping[int, str], head: str) -> int:
    version = next((version for version, own in heads.items() if own == head), None)
    if version is not None:
        return version
    raise HeadMismatch(f"It does not contain the head {head}, so it is not the log that was recorded elsewhere.")


def _compare(heads: Mapping[int, str], noted: Receipt) -> None:
    own = heads.get(noted.version)
    if own != noted.head:
        there = "it does not have a head there" if own is None else f"its head there is {own}"
        raise HeadMismatch(
            f"The head {noted.head} was recorded at entry {noted.version}, but {there}: it is not the recorded log."
        )


def describe_coverage(version: int | None, last: int, unit: str) -> str:
    """Returns the result of the comparison as the end of a sentence. `last` is the last version of the log."""
    if version is None:
        return "but were not compared with a head from elsewhere"
    if version == last:
        return "and lead to the head known from elsewhere"
    return f"and those up to {unit} {version} lead to the head known from elsewhere, which covers nothing later"
