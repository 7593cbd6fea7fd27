"""`chronik` with small caches for measurements of memory: they are full before anything is measured.

The caches of the service are bounded too, but so large that ten minutes would not fill them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from types import ModuleType
from typing import Any

from chronik.service import app
from chronik.service.__main__ import main as run
from chronik.service.cold import storage
from chronik.service.log import store as log
from chronik.service.people import own_events
from chronik.service.tournaments import store as tournaments

CACHED = type(lru_cache(int))
ENTRIES = 128
KEPT_BYTES = 1 << 20
TOURNAMENTS = 4
SERVED = app.create_app
"""Importing this imports everything that has a cache."""
OURS = "chronik."


def shrink() -> None:
    """Makes every cache of this process small; modules that share a cache share the small one."""
    storage.CACHED_BYTES = KEPT_BYTES
    tournaments.CACHED_TOURNAMENTS = TOURNAMENTS
    log.CONFIRMED_KEPT = own_events.CACHED_MATCHES = ENTRIES
    small: dict[int, Any] = {}
    for module, name, cached in list(_large()):
        setattr(module, name, small.setdefault(id(cached), lru_cache(ENTRIES)(cached.__wrapped__)))


def _large() -> Iterator[tuple[ModuleType, str, Any]]:
    """Yields the caches with more entries than that, each with its module and name."""
    for module in [module for name, module in sys.modules.items() if name.startswith(OURS)]:
        for name, value in vars(module).items():
            if isinstance(value, CACHED) and (value.cache_parameters()["maxsize"] or 0) > ENTRIES:
                yield module, name, value


def main() -> int:
    """Runs any `chronik` command."""
    shrink()
    return run()


if __name__ == "__main__":
    sys.exit(main())
