"""The `chronik` command with a bug: the sweep of each process ends after two seconds."""

from __future__ import annotations

import asyncio
import sys
from unittest.mock import patch

from chronik.service.__main__ import main as run
from chronik.service.matches.sweep import Sweep

PLANTED = "planted"


async def break_soon(_: Sweep) -> None:
    await asyncio.sleep(2)
    raise RuntimeError(PLANTED)


def main() -> int:
    """Runs the command with these arguments."""
    with patch.object(Sweep, "run", break_soon):
        return run()


if __name__ == "__main__":
    sys.exit(main())
