"""A simulated power cut: after a kill, files are truncated to what was synced to disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("fsync_spy.c")


class Ledger:
    """A record of what was synced, written by a shim in the processes that have this `environment`."""

    def __init__(self, home: Path) -> None:
        self.path = home / "ledger"
        shim = home / "fsync_spy.so"
        compiler = shutil.which("cc") or shutil.which("gcc") or ""
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, SOURCE, "-ldl"], timeout=60, check=True)
        self.environment = {"LD_PRELOAD": str(shim), "FSYNC_LEDGER": str(self.path)}

    def synced(self, file: Path) -> int:
        """Returns how much of a file was synced; raises an error if the record has nothing about it."""
        lines = (line.split("\t") for line in self.path.read_text().splitlines())
        sizes = [int(size) for size, path in lines if path == str(file)]
        assert sizes, f"the ledger knows nothing of {file}: the shim was not loaded"
        return sizes[-1]

    def cut(self, file: Path, kept: float = 0.0) -> int:
        """Truncates a file like a power cut, keeping this share of unsynced data; returns how many bytes are lost."""
        size, synced = file.stat().st_size, self.synced(file)
        left = synced + int(kept * max(size - synced, 0))
        os.truncate(file, min(left, size))
        return size - min(left, size)


def can_spy() -> bool:
    """Returns whether this machine can build and load the shim."""
    return sys.platform == "linux" and bool(shutil.which("cc") or shutil.which("gcc"))


def growing_log(data: Path) -> Path:
    """Returns the append-only file that the engine over a data directory is writing to."""
    (path,) = data.resolve().glob("appendonlydir/*.incr.aof")
    return path
