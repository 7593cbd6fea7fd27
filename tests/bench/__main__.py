"""The bench: what Chronik costs beside its peers, goal by goal of the table in the README.

`python -m tests.bench` measures everything, `python -m tests.bench P4 P5` only these goals. It prints one table, writes
`bench.json`, and fails for no figure.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from tests.bench import append, playouts, rebuilding, replay, service_load, sizes, tournaments
from tests.bench.table import Row, plain, shown

GOALS = frozenset(f"P{number}" for number in range(1, 14))
AREAS: tuple[Callable[[frozenset[str]], Iterator[Row]], ...] = (
    playouts.rows,
    replay.rows,
    rebuilding.rows,
    service_load.rows,
    append.rows,
    sizes.rows,
    tournaments.rows,
)
OUTPUT = Path("bench.json")


def main() -> None:
    goals = frozenset(sys.argv[1:]) or GOALS
    if unknown := goals - GOALS:
        sys.exit(f"There is no goal {', '.join(sorted(unknown))}; there are P1 to P13.")
    rows: list[Row] = []
    for area in AREAS:
        for row in area(goals):
            print(f"{row.goal}: {row.what}", file=sys.stderr, flush=True)
            rows.append(row)
    rows.sort(key=lambda row: int(row.goal[1:]))
    shown(rows, Console(width=None if sys.stdout.isatty() else 180))
    said = {
        "chronik": version("chronik"),
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "rows": plain(rows),
    }
    OUTPUT.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
