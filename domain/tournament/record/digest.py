"""The digest of a log. Readers with the same digest have the same entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronik.domain.engine.hashing import hash_parts
from chronik.domain.log.canonical import encode
from chronik.domain.tournament.record.log import Entry


def digest(tournament: str, log: Iterable[Entry]) -> str:
    """Returns the hash of all entries in order, as hex.

    Each entry is hashed together with its time and the previous hash.
    """
    *_, (_, head) = digests(tournament, log)
    return head


def digests(tournament: str, log: Iterable[Entry]) -> Iterator[tuple[int, str]]:
    """Yields the number of each entry with the digest after it (hex)."""
    head = hash_parts(b"chronik/tournament/1", tournament.encode())
    for n, entry in enumerate(log, 1):
        head = hash_parts(b"chronik/tournament-entry/1", head, encode(entry))
        yield n, head.hex()
