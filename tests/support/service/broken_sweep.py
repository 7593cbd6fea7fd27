"""`chronik` with a fault: its sweep ends two seconds after it has begun, in each of its processes."""

from __future__ import annotations

import asyncio
import sys
from unittest.mock import patch

from service.__main__ import main as run
from service.workers.sweep import Sweep

PLANTED = "planted"


async def break_soon(_: Sweep) -> None:
    await asyncio.sleep(2)
    raise RuntimeError(PLANTED)


def main() -> int:
    """Runs the command, whatever it is."""
    with patch.object(Sweep, "run", break_soon):
        return run()


if __name__ == "__main__":
    sys.exit(main())
