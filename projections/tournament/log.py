"""The log of a tournament as lines: a heading, then every entry, and the digest that names exactly these entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from domain.engine.match.log import encode
from domain.tournament.record.log import Entry


class LogHeading(Struct, frozen=True):
    """The first line of a log: which tournament it is, and how many entries follow."""

    format: Literal["chronik-tournament/1"]
    id: str
    title: str
    game: str
    entries: int
    digest: str


def log_lines(heading: LogHeading, log: Iterable[Entry]) -> bytes:
    """A log as NDJSON."""
    return b"".join(encode(line) + b"\n" for line in (heading, *log))
