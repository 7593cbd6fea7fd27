"""Whether runs of the bench agree: `python -m tests.bench.compare FILE FILE FILE`.

They agree about a row if the median of each is between the lowest and the highest round of every other one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench.run import Run, read
from tests.bench.table import Row, figure


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]]
    if len(files) < 2:
        sys.exit("There is nothing to compare: name the files of two runs or more.")
    runs = [read(file) for file in files]
    table, all_rows = Table("goal", "what", *(file.stem for file in files), "agree"), beside(runs)
    for rows in all_rows:
        cells = [f"{figure(row.value.median)} ({row.bounds})" if row else "not measured" for row in rows]
        known = next(row for row in rows if row)
        table.add_row(known.goal, known.what, *cells, "yes" if agree(rows) else "no")
    Console(width=None if sys.stdout.isatty() else 180).print(table)
    print(f"{sum(map(agree, all_rows))} of {len(all_rows)} rows agree.")


def beside(runs: Sequence[Run]) -> list[list[Row | None]]:
    """Returns the rows about the same thing, one of each run, in the order of the table."""
    named = [{(row.goal, row.what): row for row in run.rows} for run in runs]
    names = dict.fromkeys(name for rows in named for name in rows)
    return [[rows.get(name) for rows in named] for name in sorted(names, key=lambda name: int(name[0][1:]))]


def agree(rows: Sequence[Row | None]) -> bool:
    """Returns whether every run has the row, undisturbed, with a median within the spread of every other one."""
    known = [row for row in rows if row and not row.disturbed]
    return len(known) == len(rows) and all(
        other.value.low <= one.value.median <= other.value.high for one, other in permutations(known, 2)
    )


if __name__ == "__main__":
    main()
