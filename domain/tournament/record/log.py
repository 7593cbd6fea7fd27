"""The log of a tournament: its entries, numbered from 1. Nothing is ever changed in it; what was wrong is corrected by
a further entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from domain.tournament.record.commands import TournamentCommand
from domain.tournament.record.events import TournamentEvent


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the log: event `e` at version `n`, at milliseconds since 1970; `by` is a player, empty is Chronik.

    The command stands on the first entry of a batch only.
    """

    n: int
    at: int
    by: str = ""
    cmd: TournamentCommand | None = None
    e: TournamentEvent


def batch(
    version: int, at: int, by: str, command: TournamentCommand | None, events: Iterable[TournamentEvent]
) -> tuple[Entry, ...]:
    """The entries of a command's events, as they go on after a version."""
    return tuple(
        Entry(n=version + place, at=at, by=by, cmd=command if place == 1 else None, e=event)
        for place, event in enumerate(events, 1)
    )


def batches(log: Iterable[Entry]) -> Iterator[tuple[Entry, ...]]:
    """The entries by batch: each begins with the entry that carries the command."""
    gathered: list[Entry] = []
    for entry in log:
        if entry.cmd is not None and gathered:
            yield tuple(gathered)
            gathered = []
        gathered.append(entry)
    if gathered:
        yield tuple(gathered)
