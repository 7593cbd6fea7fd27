"""The rows of the bench: what was measured, beside what, the target, and whether it is met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from tests.bench.measure import Compared, Spread, calm, spread


class Target(Struct, frozen=True):
    """The target of a figure: at least or at most a bound."""

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


class Row(Struct, frozen=True, omit_defaults=True):
    """One measured goal: every round's figure, ours and the peer's, and the target if the goal has one.

    The target is about the ratio of the two, or about our figure if there is no peer.
    """

    goal: str
    what: str
    unit: str
    ours: tuple[float, ...]
    peer: str = ""
    theirs: tuple[float, ...] = ()
    anchor: tuple[float, ...] = ()
    target: Target | None = None

    @property
    def value(self) -> Spread:
        if not self.theirs:
            return spread(self.ours)
        return spread([own / peer for own, peer in zip(self.ours, self.theirs, strict=True)])

    @property
    def disturbed(self) -> bool:
        """Whether the machine was too restless for the row to mean anything."""
        return not calm(self.anchor)

    @property
    def met(self) -> bool:
        return self.target is not None and not self.disturbed and self.target.met(self.value.median)

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "disturbed" if self.disturbed else "yes" if self.met else "no"

    @property
    def bounds(self) -> str:
        """The lowest round and the highest."""
        low, high = figure(self.value.low), figure(self.value.high)
        return low if low == high else f"{low}–{high}"

    @property
    def own_unit(self) -> str:
        """The unit of the value; a ratio has none."""
        return "" if self.theirs else self.unit


def against(goal: str, what: str, peer: str, unit: str, found: Compared, target: Target | None) -> Row:
    """Returns a row about the ratio between two figures of the same unit."""
    ours, theirs, anchor = map(rounded, (found.ours, found.theirs, found.anchor))
    return Row(goal, what, unit, ours, peer, theirs, anchor, target)


def alone(
    goal: str, what: str, unit: str, figures: Sequence[float], target: Target | None, anchor: Sequence[float] = ()
) -> Row:
    """Returns a row about one figure; a timed one has an anchor beside it."""
    return Row(goal, what, unit, rounded(figures), anchor=rounded(anchor), target=target)


def rounded(figures: Sequence[float]) -> tuple[float, ...]:
    """Rounds to six digits: the further digits of a clock are random."""
    return tuple(float(f"{value:.6g}") for value in figures)


def figure(value: float) -> str:
    """Returns a number with three meaningful digits, and without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def measured(value: float, unit: str) -> str:
    return f"{figure(value)} {unit}".strip()


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Returns the rows in the order of their goals: those of speed and size (P), then those of reliability (G)."""
    return sorted(rows, key=lambda row: (row.goal[0] != "P", int(row.goal[1:])))


def shown(rows: Sequence[Row], console: Console) -> None:
    """Prints the table, and below it the missed targets."""
    table = Table("goal", "what", "peer", "theirs", "ours", "median", "low–high", "rounds", "target", "met")
    for row in rows:
        theirs = measured(spread(row.theirs).median, row.unit) if row.theirs else ""
        table.add_row(
            *(row.goal, row.what, row.peer, theirs, measured(spread(row.ours).median, row.unit)),
            *(figure(row.value.median), row.bounds, str(len(row.ours)), str(row.target or "–"), row.verdict or "–"),
        )
    console.print(table)
    for verdict, said in (("no", "Missed"), ("disturbed", "Disturbed, and so not met")):
        short = [row for row in rows if row.verdict == verdict]
        console.print(f"{said}: {'' if short else 'none.'}")
        for row in short:
            console.print(f"  {row.goal} {row.what}: {measured(row.value.median, row.own_unit)}, target {row.target}")
