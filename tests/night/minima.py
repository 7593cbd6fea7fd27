"""The least that must happen in a night: a promise that nothing has tested does not count as kept."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from tests.night.report import NOT_MEASURED, Report

WHOLE = 30.0
"""Minutes in which everything happens."""
FASTEST = 4.0
"""Seconds between two answers; at a higher pace the machine is the limit."""
ONE_IN = 8
"""One in so many of the possible answers must be given; usually it is half of them."""
TO_AN_END = 300
"""One match must end for so many of these answers: in 40 minutes, at least one at every fourth table."""


class Size(Struct, frozen=True):
    """The size of a night: its length, the number of tables and feeds, and the pace."""

    minutes: float
    tables: int
    feeds: int
    pace: float


def missing(report: Report, size: Size, faults: Collection[str]) -> list[str]:
    """Returns a sentence for everything of which there was too little; all these faults belong to a whole night."""
    verdict = report.verdict
    answers = 60 * size.minutes / max(size.pace, FASTEST) / ONE_IN
    counted: list[tuple[str, int, float]] = [
        ("commands acknowledged", verdict.acknowledged, size.tables * answers),
        ("entries heard", report.heard, size.feeds * answers),
        ("faults", sum(report.faults.values()), int(size.minutes)),
    ]
    if size.minutes >= WHOLE:
        matches = size.tables * answers / TO_AN_END
        counted += [
            ("matches played to the end", report.finished, matches),
            ("matches read from their archives", verdict.archived, matches / 2),
            ("matches that have left the cluster", verdict.left, matches / 2),
            ("tournaments held", verdict.tournaments, 1),
            ("outcomes unknown", report.unknown, 1),
            *((f"faults of the kind: {kind}", report.faults.get(kind, 0), 1) for kind in sorted(faults)),
        ]
    found = [f"too few {what}: {number}, at least {least:.0f}" for what, number, least in counted if number < least]
    if size.minutes >= WHOLE and report.memory == NOT_MEASURED:
        found.append("memory was not measured")
    return found
