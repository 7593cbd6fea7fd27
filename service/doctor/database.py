"""The findings on the database: whether its tables fit this version, and whether it keeps what it has committed."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.service.doctor.finding import Finding, good, note, unsafe
from chronik.service.sql.inspection import DatabaseFacts
from chronik.service.sql.migrations.steps import steps

SUBJECT = "database"
OLDEST_POSTGRES = 15
"""The oldest version that still gets security fixes: 14 got its last on 12 November 2026."""
WAL_RESET = ((3, 51, 3), (3, 50, 7), (3, 44, 6))
"""The SQLite releases that fixed a rare loss of writes: of the newest release line, and of two older lines."""


def check_database(facts: DatabaseFacts | None) -> Iterator[Finding]:
    """Yields the findings on a database; `facts` is None if it does not exist yet."""
    if facts is None:
        yield note(SUBJECT, "There is no database yet; the service creates it.")
        return
    name = f"{facts.kind} {'.'.join(map(str, facts.version))}"
    yield from _tables(name, facts.revision)
    if facts.read_only:
        yield unsafe(
            SUBJECT,
            f"This {facts.kind} accepts no writes: it is a replica or set to read-only. Give the address of the "
            "primary.",
        )
    for setting, value in facts.weak.items():
        yield unsafe(SUBJECT, f"{setting} is {value}: {facts.kind} can lose results that it has committed.")
    if facts.waits_for == "":
        yield unsafe(
            SUBJECT,
            "synchronous_standby_names is empty, so commits do not wait for a standby: if the primary fails, the last "
            "changes may be lost.",
        )
    if facts.kind == "Postgres" and facts.version < (OLDEST_POSTGRES,):
        yield unsafe(SUBJECT, f"{name} no longer gets security fixes; update it.")
    if facts.kind == "SQLite" and not _has_wal_fix(facts.version):
        yield note(
            SUBJECT,
            f"{name} has a rare race in its write-ahead log that can lose a write; update to 3.51.3.",
        )


def _tables(name: str, revision: str) -> Iterator[Finding]:
    newest, *older = steps()
    if not revision:
        yield note(SUBJECT, f"{name} has no tables yet; the service creates them when it starts.")
    elif revision == newest:
        yield good(SUBJECT, f"The tables in {name} are up to date ({newest}).")
    elif revision in older:
        yield note(
            SUBJECT, f"The tables in {name} are at migration {revision}; the next start migrates them to {newest}."
        )
    else:
        yield unsafe(
            SUBJECT, f"The tables in {name} belong to a newer version of Chronik ({revision}); update Chronik."
        )


def _has_wal_fix(version: tuple[int, ...]) -> bool:
    newest, *lines = WAL_RESET
    return version >= newest or any(version[:2] == line[:2] and version >= line for line in lines)
