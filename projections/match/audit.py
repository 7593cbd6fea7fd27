"""The audit of a match: every entry, including undone ones, with its contents after the match is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from chronik.domain.engine.match.events import ENGINE_EVENTS
from chronik.domain.engine.match.log import Author, Entry, live_entries
from chronik.domain.log.canonical import encode
from chronik.projections.match.clocks import Dated
from chronik.projections.match.frames import line
from chronik.projections.match.lines import Line
from chronik.projections.match.projection import Projection


class AuditEntry(Struct, frozen=True, omit_defaults=True):
    """One entry for an auditor: its time to the second, its seat and author, and whether an undo struck it out.

    An undo strikes out events of the game. Requests, votes and inspections stay.

    `command` and `event` are the stored JSON. They are present only if the viewer may see everything.
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
    """Returns every entry of a log, with its contents if the match is `opened` to the viewer."""
    counting = {entry.n for entry in live_entries(entries)}
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
