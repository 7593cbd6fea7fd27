"""The database: whether its tables are those of this version, and whether it keeps what it has committed."""

from __future__ import annotations

from collections.abc import Iterator

from service.doctor.finding import Finding, good, note, unsafe
from service.sql.inspection import DatabaseFacts
from service.sql.migrations.steps import steps

SUBJECT = "database"
OLDEST_POSTGRES = 15
"""Older ones get no fixes any more: the last one of 14 came on 12 November 2026."""
WAL_RESET = ((3, 51, 3), (3, 50, 7), (3, 44, 6))
"""Releases in which SQLite mended a rare race that loses writes: the first and all after it, and two older lines."""


def database(told: DatabaseFacts | None) -> Iterator[Finding]:
    """What is to be said of a database that has answered, or of none."""
    if told is None:
        yield note(SUBJECT, "There is no database yet; the service makes it.")
        return
    name = f"{told.kind} {'.'.join(map(str, told.version))}"
    yield from _tables(name, told.revision)
    if told.read_only:
        yield unsafe(SUBJECT, f"This {told.kind} takes no writes: it follows another one, or was told to.")
    for setting, value in told.weak.items():
        yield unsafe(SUBJECT, f"{setting} is {value}: {told.kind} can lose results that it has committed.")
    if told.waits_for == "":
        yield unsafe(
            SUBJECT,
            "synchronous_standby_names is empty, so no standby is waited for: with the primary may go what people did "
            "last.",
        )
    if told.kind == "Postgres" and told.version < (OLDEST_POSTGRES,):
        yield unsafe(SUBJECT, f"{name} gets no fixes any more; update it.")
    if told.kind == "SQLite" and not _mended(told.version):
        yield note(
            SUBJECT,
            f"{name} has a race in its write-ahead log that may, very rarely, lose a write; 3.51.3 has none.",
        )


def _tables(name: str, revision: str) -> Iterator[Finding]:
    newest, *older = steps()
    if not revision:
        yield note(SUBJECT, f"{name} has no tables yet; the service makes them when it starts.")
    elif revision == newest:
        yield good(SUBJECT, f"The tables in {name} are those of this version ({newest}).")
    elif revision in older:
        yield note(SUBJECT, f"The tables in {name} are of step {revision}; the next start takes them to {newest}.")
    else:
        yield unsafe(SUBJECT, f"The tables in {name} are of a newer version than this one ({revision}).")


def _mended(version: tuple[int, ...]) -> bool:
    newest, *lines = WAL_RESET
    return version >= newest or any(version[:2] == line[:2] and version >= line for line in lines)
