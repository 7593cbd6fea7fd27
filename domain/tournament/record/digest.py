"""The digest of a record: two people who have the same one have the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.engine.hashing import hashed
from domain.engine.match.log import encode
from domain.tournament.record.events import Recorded


def digest(tournament: str, record: Iterable[Recorded]) -> str:
    """The hash of all rows in order, as hex; each row, with its time, goes in with the hash of those before it."""
    *_, head = _heads(tournament, record)
    return head.hex()


def digests(tournament: str, record: Iterable[Recorded]) -> Iterator[tuple[int, str]]:
    """The digest after each row, by the number of rows."""
    return ((rows, head.hex()) for rows, head in enumerate(_heads(tournament, record)) if rows)


def _heads(tournament: str, record: Iterable[Recorded]) -> Iterator[bytes]:
    head = hashed(b"chronik/record/1", tournament.encode())
    yield head
    for recorded in record:
        head = hashed(b"chronik/record-row/1", head, encode(recorded))
        yield head
