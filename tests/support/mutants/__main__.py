"""Names the changes of a source that no test of its area notices: `python -m tests.support.mutants katharina`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.support.mutants.areas import AREAS
from tests.support.mutants.trial import Copy, sampled

TREE = Path(__file__).parents[3]


def main() -> int:
    """Tries a sample of mutants of some areas; how many were not noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.mutants", description=__doc__)
    parser.add_argument("areas", nargs="*", metavar="area", help=f"any of {', '.join(AREAS)}; all of them by default")
    parser.add_argument("--sample", type=int, default=60, help="how many changes of each area are tried")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    asked = parser.parse_args()
    missed = 0
    for name in asked.areas or AREAS:
        with tempfile.TemporaryDirectory(prefix="chronik-mutants-") as folder:
            chosen = sampled(TREE, AREAS[name], asked.sample, asked.seed)
            copy = Copy(TREE, Path(folder), AREAS[name])
            unnoticed = 0
            for mutant in chosen:
                if not copy.notices(mutant):
                    unnoticed += 1
                    print(f"not noticed: {mutant}", flush=True)
        print(f"{name}: {len(chosen) - unnoticed} of {len(chosen)} were noticed", flush=True)
        missed += unnoticed
    return min(missed, 100)


if __name__ == "__main__":
    raise SystemExit(main())
