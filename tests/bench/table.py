"""The table of the bench: one row per measured goal, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from tests.bench.measure import Compared, Spread


class Target(Struct, frozen=True):
    """What a figure should reach: at least a bound, or at most."""

    bound: float
    least: bool
    unit: str = ""

    def met(self, value: float) -> bool:
        return value >= self.bound if self.least else value <= self.bound

    def __str__(self) -> str:
        return f"{'≥' if self.least else '≤'} {self.bound:g}{self.unit and ' ' + self.unit}"


def at_least(bound: float, unit: str = "") -> Target:
    return Target(bound, True, unit)


def at_most(bound: float, unit: str = "") -> Target:
    return Target(bound, False, unit)


class Row(Struct, frozen=True):
    """One measured goal. `value` is what the target is about: a ratio, or a figure where the goal names one."""

    goal: str
    what: str
    peer: str
    theirs: str
    ours: str
    value: Spread
    rounds: int
    target: Target

    @property
    def met(self) -> bool:
        return self.target.met(self.value.median)


def against(goal: str, what: str, peer: str, unit: str, found: Compared, target: Target) -> Row:
    """A row about a ratio between two figures of the same unit."""
    theirs, ours = f"{figure(found.theirs)} {unit}".strip(), f"{figure(found.ours)} {unit}".strip()
    return Row(goal, what, peer, theirs, ours, found.ratio, found.rounds, target)


def alone(goal: str, what: str, unit: str, value: Spread, rounds: int, target: Target) -> Row:
    """A row about one figure."""
    return Row(goal, what, "", "", f"{figure(value.median)} {unit}".strip(), value, rounds, target)


def figure(value: float) -> str:
    """A number with three digits that mean something, and no exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def shown(rows: Sequence[Row], console: Console) -> None:
    """Prints the table."""
    table = Table("goal", "what", "peer", "theirs", "ours", "median", "low–high", "rounds", "target", "met")
    for row in rows:
        value = row.value
        spread = f"{figure(value.low)}–{figure(value.high)}"
        table.add_row(
            *(row.goal, row.what, row.peer, row.theirs, row.ours, figure(value.median), spread),
            *(str(row.rounds), str(row.target), "yes" if row.met else "no"),
        )
    console.print(table)


def plain(rows: Sequence[Row]) -> list[dict[str, object]]:
    """The rows as JSON has them."""
    return [
        {
            "goal": row.goal,
            "what": row.what,
            "peer": row.peer,
            "theirs": row.theirs,
            "ours": row.ours,
            "median": row.value.median,
            "low": row.value.low,
            "high": row.value.high,
            "rounds": row.rounds,
            "target": str(row.target),
            "met": row.met,
        }
        for row in rows
    ]
