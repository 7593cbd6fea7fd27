"""Published tables of real tournaments as data, with their sources (`events/`)."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from chronik.domain.tournament.counting.ledger import DRAWN, LOST, WON, Ledger, Line
from chronik.domain.tournament.counting.results import Kind, TableResult

EVENTS = Path(__file__).parent / "events"

RESULTS = {"1": WON, "=": DRAWN, "0": LOST, "+": WON, "-": LOST}
UNPLAYED = {"U": (Kind.BYE, 2), "H": (Kind.SKIPPED, 1), "Z": (Kind.SKIPPED, 0)}
CELL = re.compile(r"(\d+)(?:[wb]([10=+-])|-([UHZ]))")


def load_event(name: str) -> dict[str, Any]:
    return tomllib.loads((EVENTS / f"{name}.toml").read_text("utf-8"))


def split_rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def parse_table(text: str) -> dict[int, list[Fraction]]:
    """Returns a published table: the values by entrant."""
    return {int(first): [Fraction(value) for value in rest] for first, *rest in split_rows(text)}


def duel_result(round: int, table: int, first: int, second: int, result: str) -> TableResult:
    """Returns a table of two with the result of the first entrant."""
    places = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}[result]
    return TableResult(round, table, (first, second), (0, 0), places, Kind.PLAYED, f"match-{round}-{table}")


def parse_games(text: str) -> list[TableResult]:
    return [
        duel_result(int(round), at, int(first), int(second), result)
        for at, (round, first, second, result) in enumerate(split_rows(text), 1)
    ]


def parse_cross_table(text: str) -> list[TableResult]:
    """Returns the games of a cross table, each as a round, because it does not name rounds."""
    found = [
        (int(first), second, result)
        for first, *results in split_rows(text)
        for second, result in enumerate(results, 1)
        if second > int(first)
    ]
    return [duel_result(at, 1, first, second, result) for at, (first, second, result) in enumerate(found, 1)]


def parse_pods(text: str) -> list[TableResult]:
    """Returns tables of three and four from lines with a number, then entrant:points."""
    results = []
    for number, *cells in split_rows(text):
        pairs = [tuple(map(int, cell.split(":"))) for cell in cells]
        points = tuple(points for _, points in pairs)
        places = tuple(1 + sum(other > own for other in points) for own in points)
        results.append(TableResult(int(number), 1, tuple(entrant for entrant, _ in pairs), points, places))
    return results


def parse_progress(text: str, *, predetermined: bool = False) -> Ledger:
    """Returns the ledger of a table by rounds, which contains byes of a full, a half and no point."""
    lines: list[list[Line]] = []
    for _, *cells in split_rows(text):
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
