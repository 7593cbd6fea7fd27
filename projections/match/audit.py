"""The audit of a match: every entry, the undone ones too; commands and contents once the match is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from domain.engine.match.events import ENGINE_EVENTS
from domain.engine.match.log import Author, Entry, encode, live
from projections.match.clocks import Dated
from projections.match.frames import line
from projections.match.lines import Line
from projections.match.projection import Projection


class AuditEntry(Struct, frozen=True, omit_defaults=True):
    """One entry as an auditor sees it: when (to the second), whose, by whom, struck out or not.

    An undo strikes out what was played; that somebody asked for it, answered or looked stays.

    `command` and `event` are the stored JSON, present only where everything may be seen.
    """

    version: int
    at: Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
    seat: int | None
    by: Author
    cause: int
    struck: bool
    line: Line
    command: Raw | UnsetType = UNSET
    event: Raw | UnsetType = UNSET


def audit(projection: Projection, entries: Sequence[Entry], opened: bool, dated: Dated) -> tuple[AuditEntry, ...]:
    """Every entry of a log; with their contents when the match is opened to the viewer."""
    counting = {entry.n for entry in live(entries)}
    return tuple(
        AuditEntry(
            version=entry.n,
            at=dated(entry.at - entry.at % 1000),
            seat=entry.seat,
            by=entry.by,
            cause=entry.cause,
            struck=entry.n not in counting and type(entry.e) not in ENGINE_EVENTS,
            line=line(projection, entry),
            command=entry.cmd if opened and entry.begins else UNSET,
            event=Raw(encode(entry.e)) if opened else UNSET,
        )
        for entry in entries
    )
