"""The log of a tournament: its entries, numbered from 1.

No entry ever changes; a later entry corrects an error.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, ValidationError

from chronik.domain.tournament.record.commands import TournamentCommand
from chronik.domain.tournament.record.events import TournamentEvent


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the log: the event `e` at version `n`. `at` is in milliseconds since 1970.

    `by` is the player who gave the command, or empty for Chronik itself. Only the first entry of a batch contains the
    command.
    """

    n: int
    at: int
    by: str = ""
    cmd: TournamentCommand | None = None
    e: TournamentEvent

    @property
    def begins(self) -> bool:
        """Whether this entry begins a batch."""
        return self.cmd is not None


class NewerEntry(ValidationError):
    """Raised for an entry of a newer version of Chronik, whose format or rules this version does not know."""


def build_batch(
    version: int, at: int, by: str, command: TournamentCommand | None, events: Iterable[TournamentEvent]
) -> tuple[Entry, ...]:
    """Builds the entries for the events of a command, numbered from `version` + 1."""
    return tuple(
        Entry(n=version + place, at=at, by=by, cmd=command if place == 1 else None, e=event)
        for place, event in enumerate(events, 1)
    )
