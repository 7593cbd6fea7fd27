"""Starting: the service and `verify` beside what Python needs to import their libraries, and the memory (P19)."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tests.bench.crowd import memory_of
from tests.bench.measure import compared
from tests.bench.restarts import started
from tests.bench.servers import service
from tests.bench.table import Row, against, alone, at_most

SERVED = "litestar, sqlmodel, redis"
VERIFIED = "msgspec, cryptography.hazmat.primitives.asymmetric.ed25519"
MOST_MEMORY = 110


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P19."""
    if "P19" not in goals:
        return
    with tempfile.TemporaryDirectory() as folder:
        data, kept = Path(folder, "data"), Path(folder, "kept")
        found = compared(partial(started, data), partial(time_program, "-c", f"import {SERVED}"))
        yield against("P19", "`serve` until it answers", f"importing {SERVED}", "s", found, at_most(1.6))
        with service(data) as ours:
            memory = memory_of(ours.process) / 1024
        yield alone("P19", "memory after the start", "MiB", [memory], at_most(MOST_MEMORY, "MiB"))
        time_program("-m", "chronik.service", "simulate", "katharina", "--matches", "1", "--out", str(kept))
        verify = partial(time_program, "-m", "chronik.service", "verify", str(next(kept.iterdir())))
        found = compared(verify, partial(time_program, "-c", f"import {VERIFIED}"))
        yield against("P19", "`verify` of a match", "importing msgspec and Ed25519", "s", found, at_most(2))


def time_program(*words: str) -> float:
    """Returns the seconds of a Python program from its start to its end."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun
