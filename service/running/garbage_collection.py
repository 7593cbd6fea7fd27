"""Garbage collection: unreachable objects that refer to each other in a cycle.

Reference counts free nearly everything else. The rest are parsers of broken connections, and SQL statements that ran
once: a few thousand objects a minute when many connections break, and C memory behind them. Python's own triggers would
keep them for days, because they look only at how many more objects are created than freed.

Freed memory is also returned to the system. C's allocator otherwise keeps it in pages between live ones, and after each
burst the process stays a few MiB larger.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time

COLLECT = (10_000, 5, 400)
"""Thresholds of Python's own collector, set high because a collection of old objects visits everything that is kept."""
SECONDS, RARELY = 60.0, 1_000
"""Seconds between two collections, and at least this many times the duration of the last one. No request is answered
during a collection, which takes about 30 ms for each 100,000 live objects.
"""

LIBC = ctypes.CDLL(None)


async def collect_garbage(seconds: float = SECONDS) -> None:
    """Collects garbage at intervals until cancelled; objects that exist at the start are frozen and never visited."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    took = 0.0
    while True:
        await asyncio.sleep(max(seconds, RARELY * took))
        begun = time.perf_counter()
        gc.collect()
        trim_heap()
        took = time.perf_counter() - begun


def trim_heap() -> None:
    """Returns freed memory from glibc's allocator to the system; other allocators do so by themselves."""
    if hasattr(LIBC, "malloc_trim"):
        LIBC.malloc_trim(0)
