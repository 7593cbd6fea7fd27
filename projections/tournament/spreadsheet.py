"""Tables as CSV (RFC 4180), and in the form that spreadsheets open by themselves, which not every language shares."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

MARK = "\ufeff"
"""What a file begins with whose letters Excel shall read as UTF-8."""
WORDS = frozenset({"name", "club"})
Cell = str | int | None
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
DECIMAL = re.compile(r"-?\d+\.\d+")


def text(words: str) -> str:
    """Words in a form that no spreadsheet runs."""
    return f"'{words}" if words.startswith(FORMULA) else words


def written(rows: Iterable[Sequence[Cell]], separator: str = ",") -> str:
    """Rows as the lines of a table."""
    file = StringIO()
    csv.writer(file, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return file.getvalue()


def spreadsheet(table: str, decimal_comma: bool) -> str:
    """A table of `tables` with the mark of UTF-8; where numbers have a decimal comma, semicolons part the cells."""
    if not decimal_comma:
        return MARK + table
    head, *rows = csv.reader(StringIO(table, newline=""), strict=True)
    cells = (
        [_with_comma(cell) if name not in WORDS else cell for name, cell in zip(head, row, strict=True)] for row in rows
    )
    return MARK + written([head, *cells], separator=";")


def _with_comma(cell: str) -> str:
    return cell.replace(".", ",") if DECIMAL.fullmatch(cell) else cell
