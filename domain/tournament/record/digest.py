"""The digest of a log: two people who have the same one have the same entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.engine.hashing import hashed
from domain.engine.match.log import encode
from domain.tournament.record.log import Entry


def digest(tournament: str, log: Iterable[Entry]) -> str:
    """The hash of all entries in order, as hex; each, with its time, goes in with the hash of those before it."""
    *_, head = _heads(tournament, log)
    return head.hex()


def digests(tournament: str, log: Iterable[Entry]) -> Iterator[tuple[int, str]]:
    """The digest after each entry, by its number."""
    return ((n, head.hex()) for n, head in enumerate(_heads(tournament, log)) if n)


def _heads(tournament: str, log: Iterable[Entry]) -> Iterator[bytes]:
    head = hashed(b"chronik/tournament/1", tournament.encode())
    yield head
    for entry in log:
        head = hashed(b"chronik/tournament-entry/1", head, encode(entry))
        yield head
