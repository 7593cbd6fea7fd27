"""Tables in the form that spreadsheets open by themselves, which is not the same in every language."""

from __future__ import annotations

import csv
import re
from io import StringIO

MARK = "\ufeff"
"""What a file begins with whose letters Excel shall read as UTF-8."""
WORDS = frozenset({"name", "club"})
DECIMAL = re.compile(r"-?\d+\.\d+")


def spreadsheet(table: str, decimal_comma: bool) -> str:
    """A table of `tables` with the mark of UTF-8; where numbers have a decimal comma, semicolons part the cells."""
    if not decimal_comma:
        return MARK + table
    head, *rows = csv.reader(StringIO(table, newline=""), strict=True)
    file = StringIO()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(
        [_with_comma(cell) if name not in WORDS else cell for name, cell in zip(head, row, strict=True)] for row in rows
    )
    return MARK + file.getvalue()


def _with_comma(cell: str) -> str:
    return cell.replace(".", ",") if DECIMAL.fullmatch(cell) else cell
