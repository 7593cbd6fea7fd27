"""The log of a tournament as lines: a heading, which has the digest of exactly these entries, and every entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from chronik.domain.log.canonical import encode
from chronik.domain.tournament.record.log import Entry


class LogHeading(Struct, frozen=True):
    """The first line of a log: the tournament, the number of entries that follow, and their digest."""

    format: Literal["chronik-tournament/1"]
    id: str
    title: str
    game: str
    entries: int
    digest: str


def log_lines(heading: LogHeading, log: Iterable[Entry]) -> bytes:
    """Returns a log as NDJSON."""
    return b"".join(encode(line) + b"\n" for line in (heading, *log))
