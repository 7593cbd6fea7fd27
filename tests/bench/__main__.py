"""The bench: what Chronik costs beside its peers, goal by goal.

`python -m tests.bench` measures everything, `python -m tests.bench P4 P5` only these goals. It prints one table and
the missed targets. A whole run is stored in `tests/bench/results/`, a partial one in `bench.json`; both are written
after each area, so that measurements are not lost. Missed targets do not make it fail, only an area that could not be
measured.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from rich.console import Console

from tests.bench import (
    append,
    browsing,
    card_game,
    crowd,
    growth,
    hostile,
    playouts,
    reads,
    rebuilding,
    reconnects,
    replay,
    restarts,
    service_load,
    sizes,
    starting,
    thinking,
    tournaments,
    training,
    values,
)
from tests.bench.run import RESULTS, Area, begun, grown, written
from tests.bench.table import shown

GOALS = frozenset((*(f"P{number}" for number in range(1, 20)), "G9", "V1", "V2"))
AREAS: tuple[Area, ...] = (
    playouts.rows,
    replay.rows,
    rebuilding.rows,
    service_load.rows,
    reads.rows,
    growth.rows,
    append.rows,
    reconnects.rows,
    hostile.rows,
    restarts.rows,
    sizes.rows,
    card_game.rows,
    tournaments.rows,
    browsing.rows,
    training.rows,
    values.rows,
    thinking.rows,
    crowd.rows,
    starting.rows,
)
PART = Path("bench.json")


def main() -> None:
    goals = frozenset(sys.argv[1:]) or GOALS
    if unknown := goals - GOALS:
        sys.exit(f"There is no goal {', '.join(sorted(unknown))}; there are P1 to P19, G9, V1 and V2.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    run = begun()
    file = RESULTS / run.name if goals == GOALS else PART
    for area in AREAS:
        run = grown(run, area, goals)
        written(run, file)
    shown(run.rows, Console(width=None if sys.stdout.isatty() else 180))
    print(f"Every round is in {file}.")
    if run.failed:
        sys.exit("".join(f"\nNot measured: {area}: {why}" for area, why in run.failed.items()))


if __name__ == "__main__":
    main()
