"""The digest of a record: two people who have the same one have the same rows."""

from __future__ import annotations

from collections.abc import Iterable

from domain.engine.chain import hashed
from domain.engine.log import encode
from domain.tournament.rows import Recorded


def digest(tournament: str, record: Iterable[Recorded]) -> str:
    """The hash of all rows in order, as hex; each row goes in with the hash of those before it."""
    head = hashed(b"chronik/record/1", tournament.encode())
    for recorded in record:
        head = hashed(b"chronik/record-row/1", head, encode(recorded))
    return head.hex()
