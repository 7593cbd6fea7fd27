"""Receipts: heads that somebody has kept since a match was played, and what they show of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from domain.engine.proof.archive import Digest, Id


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a match at a version, as it was shown at the time: a line of a receipt file."""

    match: Id
    version: Annotated[int, Meta(ge=1)]
    head: Digest


class BadReceipt(Exception):
    """A file holds no receipts; the sentence says where it goes wrong."""


class Other(Exception):
    """A file is not what a head from elsewhere was noted of; the sentence says what shows it."""


class Known(Struct, frozen=True):
    """What is known from elsewhere: receipts, and a head that came without its version."""

    receipts: tuple[Receipt, ...] = ()
    head: str = ""

    def about(self, match: str) -> Known:
        """What the receipts say of one match."""
        return Known(tuple(one for one in self.receipts if one.match == match))


NOTHING = Known()

_line = msgspec.json.Decoder(Receipt).decode


def read_receipts(stored: bytes) -> tuple[Receipt, ...]:
    """The receipts in a file, one in each line; raises `BadReceipt`."""
    found: list[Receipt] = []
    for number, line in enumerate(stored.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_line(line))
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise BadReceipt(f"line {number} is no receipt: it needs a match, a version and a head") from None
    if not found:
        raise BadReceipt("it holds no receipt")
    return tuple(found)


def compared(match: str, heads: Mapping[int, str], known: Known) -> int:
    """Up to which version a log is what was noted of it; raises `Other`, also where nothing was.

    `heads` are those of the log, by the versions at which its batches end.
    """
    versions = [_found(heads, known.head)] if known.head else []
    for one in known.about(match).receipts:
        _compare(heads, one)
        versions.append(one.version)
    if not versions:
        raise Other("No receipt is of it, so it was compared with nothing.")
    return max(versions)


def _found(heads: Mapping[int, str], head: str) -> int:
    version = next((version for version, own in heads.items() if own == head), None)
    if version is not None:
        return version
    raise Other(f"The head {head} is nowhere in it: it is not what was noted.")


def _compare(heads: Mapping[int, str], noted: Receipt) -> None:
    own = heads.get(noted.version)
    if own != noted.head:
        there = "it has none there" if own is None else f"its own is {own}"
        raise Other(f"At entry {noted.version} the head {noted.head} was noted, but {there}: it is not what was noted.")


def against(version: int | None, last: int, unit: str) -> str:
    """What comparing has shown, as the end of a sentence about everything up to the last version."""
    if version is None:
        return "compared with no head from elsewhere"
    if version == last:
        return "and the head known from elsewhere is theirs"
    return f"and up to {unit} {version} the head known from elsewhere is theirs; it covers nothing later"
