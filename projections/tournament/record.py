"""The record of a tournament as lines: a heading, then every row, and the digest that names exactly these rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from domain.engine.match.log import encode
from domain.tournament.record.events import Recorded


class RecordHeading(Struct, frozen=True):
    """The first line of a record: which tournament it is, and how many rows follow."""

    format: Literal["chronik-tournament/1"]
    id: str
    title: str
    game: str
    rows: int
    digest: str


def record_lines(heading: RecordHeading, record: Iterable[Recorded]) -> bytes:
    """A record as NDJSON."""
    return b"".join(encode(line) + b"\n" for line in (heading, *record))
