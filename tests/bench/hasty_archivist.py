"""`chronik` with an archivist that does not pause between matches or rounds, for tests that wait for it."""

from __future__ import annotations

import sys

from chronik.service.__main__ import main as run
from chronik.service.matches import archivist


def main() -> int:
    """Runs any `chronik` command."""
    archivist.PAUSE, archivist.YIELD = 0.05, 0.0
    return run()


if __name__ == "__main__":
    sys.exit(main())
