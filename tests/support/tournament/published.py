"""Published tables of real events, typed in as data with their sources (`events/`)."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from domain.tournament.counting.ledger import DRAWN, LOST, WON, Ledger, Line
from domain.tournament.counting.sittings import Kind, Sitting

EVENTS = Path(__file__).parent / "events"

RESULTS = {"1": WON, "=": DRAWN, "0": LOST, "+": WON, "-": LOST}
UNPLAYED = {"U": (Kind.BYE, 2), "H": (Kind.SKIPPED, 1), "Z": (Kind.SKIPPED, 0)}
CELL = re.compile(r"(\d+)(?:[wb]([10=+-])|-([UHZ]))")


def event(name: str) -> dict[str, Any]:
    return tomllib.loads((EVENTS / f"{name}.toml").read_text("utf-8"))


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def table(text: str) -> dict[int, list[Fraction]]:
    """A published table: the values by entrant."""
    return {int(first): [Fraction(value) for value in rest] for first, *rest in rows(text)}


def duel(round: int, table: int, first: int, second: int, result: str) -> Sitting:
    """A table of two, by the result of the first."""
    places = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}[result]
    return Sitting(round, table, (first, second), (0, 0), places, Kind.PLAYED, f"match-{round}-{table}")


def games(text: str) -> list[Sitting]:
    return [
        duel(int(round), at, int(first), int(second), result)
        for at, (round, first, second, result) in enumerate(rows(text), 1)
    ]


def cross(text: str) -> list[Sitting]:
    """The games of a cross table; nothing is known of rounds, so that each game is one."""
    found = [
        (int(first), second, result)
        for first, *results in rows(text)
        for second, result in enumerate(results, 1)
        if second > int(first)
    ]
    return [duel(at, 1, first, second, result) for at, (first, second, result) in enumerate(found, 1)]


def pods(text: str) -> list[Sitting]:
    """Tables of three and four: a number, then entrant:points."""
    sittings = []
    for number, *cells in rows(text):
        pairs = [tuple(map(int, cell.split(":"))) for cell in cells]
        points = tuple(points for _, points in pairs)
        places = tuple(1 + sum(other > own for other in points) for own in points)
        sittings.append(Sitting(int(number), 1, tuple(entrant for entrant, _ in pairs), points, places))
    return sittings


def progress(text: str, *, predetermined: bool = False) -> Ledger:
    """A ledger of a table by rounds, in which byes of half a point and of none stand side by side."""
    lines: list[list[Line]] = []
    for _, *cells in rows(text):
        lines.append([])
        for round, cell in enumerate(cells, 1):
            match = CELL.fullmatch(cell)
            assert match
            rival, result, unplayed = int(match[1]) - 1, match[2], match[3]
            if unplayed:
                kind, amount = UNPLAYED[unplayed]
                lines[-1].append(Line(round, 0, "", kind, amount=amount))
            else:
                halves = RESULTS[result]
                kind = Kind.RULED if result in "+-" else Kind.PLAYED
                place = 2 if halves == LOST else 1
                lines[-1].append(
                    Line(round, 1, "", kind, place, amount=halves, won=halves == WON, rivals=((rival, halves),))
                )
    return Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=predetermined)
