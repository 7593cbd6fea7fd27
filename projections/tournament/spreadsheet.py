"""CSV (RFC 4180), and a variant that spreadsheets open directly and that depends on the language."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

MARK = "\ufeff"
"""The byte order mark, which makes Excel read a file as UTF-8."""
WORDS = frozenset({"name", "club"})
Cell = str | int | None
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
DECIMAL = re.compile(r"-?\d+\.\d+")


def escape_formula(words: str) -> str:
    """Returns text in a form that no spreadsheet runs as a formula."""
    return f"'{words}" if words.startswith(FORMULA) else words


def write_csv(rows: Iterable[Sequence[Cell]], separator: str = ",") -> str:
    """Returns rows as CSV."""
    file = StringIO()
    csv.writer(file, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return file.getvalue()


def to_spreadsheet(table: str, decimal_comma: bool) -> str:
    """Returns a CSV table with a byte order mark. With decimal commas, semicolons separate the cells."""
    if not decimal_comma:
        return MARK + table
    head, *rows = csv.reader(StringIO(table, newline=""), strict=True)
    cells = (
        [_with_comma(cell) if name not in WORDS else cell for name, cell in zip(head, row, strict=True)] for row in rows
    )
    return MARK + write_csv([head, *cells], separator=";")


def _with_comma(cell: str) -> str:
    return cell.replace(".", ",") if DECIMAL.fullmatch(cell) else cell
