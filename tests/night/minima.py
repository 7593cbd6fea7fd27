"""Minima: what has to have happened in a night; a promise that nothing has put to the test was not kept."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from tests.night.report import NOT_MEASURED, Report

WHOLE = 30.0
"""Minutes in which everything has its turn."""
FASTEST = 4.0
"""Seconds between two answers; whoever would be faster is held up by the machine."""
ONE_IN = 8
"""Of the answers that there is time for, more than one in so many is given: half of them, as a rule."""
TO_AN_END = 300
"""So many of these answers bring a match to its end: in 40 minutes, at every fourth table at least."""


class Size(Struct, frozen=True):
    """What was asked of a night: how long it is, and how many take part, at which pace."""

    minutes: float
    tables: int
    feeds: int
    pace: float


def missing(report: Report, size: Size, faults: Collection[str]) -> list[str]:
    """A sentence for everything of which there was too little; these kinds of faults all belong to a whole night."""
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
