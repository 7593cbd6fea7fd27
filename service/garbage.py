"""Garbage: what nobody can reach any more, and which keeps itself, for it points to itself.

Nearly all goes at once, without being looked for. What is left are the parsers of connections that broke off and the
statements of SQL that were asked once: some thousand objects in a minute in which much breaks, and C's memory behind
them. Looked for by count they would stay for days, since the counters see only by how much more is made than goes.

What is freed is given back to the system as well: C's allocator keeps it else, in pages between those that are in use,
and after each burst the process stays some MiB larger.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time

COLLECT = (10_000, 5, 400)
"""How rarely garbage is looked for by count: each look among what is old goes over all that is kept."""
SECONDS, RARELY = 60.0, 1_000
"""How long it rests at least between two looks by the clock, and how many times as long as the last one took: nobody is
answered meanwhile, some 30 ms for each 100,000 objects that are kept.
"""

LIBC = ctypes.CDLL(None)


async def look_for_garbage(seconds: float = SECONDS) -> None:
    """Looks for it until it is cancelled; what there is at the beginning stays for good, and is never gone over."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    took = 0.0
    while True:
        await asyncio.sleep(max(seconds, RARELY * took))
        begun = time.perf_counter()
        gc.collect()
        give_back()
        took = time.perf_counter() - begun


def give_back() -> None:
    """Gives the system what glibc's allocator keeps of what was freed; others give it back by themselves."""
    if hasattr(LIBC, "malloc_trim"):
        LIBC.malloc_trim(0)
