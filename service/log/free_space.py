"""Free space on the disk and in the memory of the log's server, and what may still be recorded.

When it runs low, opening matches stops first. A match that has begun can be continued for as long as possible.
"""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

from chronik.service.log.outcomes import ReadOnly, ScarceSpace
from chronik.service.log.persistence import Persistence

SCARCE, LITTLE = 0.20, 0.05
"""Shares of free space: below the first no match is opened, below the second nothing is recorded."""
AMPLE, SOME = 10 << 30, 2 << 30
"""Free bytes of a disk that is not full yet: above the first no share applies, above the second only `SCARCE`."""
BACK = 0.02
"""The additional share that must be free before a state ends, so that it does not flicker."""


class Space(Enum):
    """The state of recording: everything may be recorded, everything except new matches, or nothing."""

    ENOUGH = "enough"
    SCARCE = "scarce"
    LITTLE = "little"


class FreeSpace:
    """The free space as last measured; `check` is called before each append."""

    def __init__(self, persistence: Persistence | None = None) -> None:
        self.space = Space.ENOUGH
        self._persistence = persistence

    @property
    def weakness(self) -> str:
        """Returns why the log's servers could lose an acknowledged command; empty if they could not."""
        return "" if self._persistence is None else self._persistence.weakness

    @property
    def read_only(self) -> bool:
        """Returns whether nothing may be recorded now."""
        return self.space is Space.LITTLE or bool(self.weakness)

    def check(self, opening: bool = False) -> None:
        """Raises `ReadOnly` if nothing may be recorded, and `ScarceSpace` if no match may be opened."""
        if self.weakness:
            raise ReadOnly("WEAK", self.weakness)
        if self.space is Space.LITTLE:
            raise ReadOnly("FULL", "there is too little space left")
        if opening and self.space is Space.SCARCE:
            raise ScarceSpace

    def update(self, free: float) -> bool:
        """Stores the measured share of free space; returns whether that changes what may be recorded."""
        before = self.space
        self.space = space_of(free, before)
        return self.space is not before


def space_of(free: float, before: Space = Space.ENOUGH) -> Space:
    """Returns how much may be recorded at this share of free space, after the state `before`."""
    if free < LITTLE + (BACK if before is Space.LITTLE else 0):
        return Space.LITTLE
    return Space.SCARCE if free < SCARCE + (BACK if before is not Space.ENOUGH else 0) else Space.ENOUGH


def free_disk_share(path: Path) -> float:
    """Returns the share of free space on a directory's disk, as `counted_share` counts it."""
    disk = os.statvfs(path)
    return counted_share(disk.f_bavail / max(disk.f_blocks, 1), disk.f_bavail * disk.f_frsize)


def counted_share(share: float, free: int) -> float:
    """Returns the share that counts as free for a disk: more than `share` if many bytes are free."""
    if free >= AMPLE:
        return 1.0
    return max(share, LITTLE + BACK) if free >= SOME else share


def free_memory_share(used: int, most: int) -> float:
    """Returns the free share of the memory that a server may use; 1 without a limit."""
    return 1.0 if most <= 0 else max(0.0, 1 - used / most)
