"""Room: whether there is space left to record in, on the disk and in the memory of the log's server.

A match that has begun is played to its end while there is any: new ones stop first.
"""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

from service.log.outcomes import NoRoom, ReadOnly

SCARCE, LITTLE = 0.20, 0.05
"""Below the first share of free space no match is opened, below the second nothing is recorded."""
AMPLE, SOME = 10 << 30, 2 << 30
"""Of a disk that has so many bytes free, its share does not count: a large one is not full yet."""
BACK = 0.02
"""So much more must be free before it counts as free again."""


class Space(Enum):
    """How much may be recorded: everything, no new matches, or nothing."""

    ENOUGH = "enough"
    SCARCE = "scarce"
    LITTLE = "little"


class Room:
    """What was found when somebody last looked; whoever appends asks it first."""

    def __init__(self) -> None:
        self.space = Space.ENOUGH

    def expect(self, opening: bool = False) -> None:
        """Raises `ReadOnly` where nothing shall be recorded, and `NoRoom` where no match shall be opened."""
        if self.space is Space.LITTLE:
            raise ReadOnly("FULL", "there is too little space left")
        if opening and self.space is Space.SCARCE:
            raise NoRoom

    def take(self, free: float) -> bool:
        """Takes in which share of the space is free; whether that changes what may be recorded."""
        before = self.space
        self.space = space_of(free, before)
        return self.space is not before


def space_of(free: float, before: Space = Space.ENOUGH) -> Space:
    """How much may be recorded where such a share is free, after so much could be."""
    if free < LITTLE + (BACK if before is Space.LITTLE else 0):
        return Space.LITTLE
    return Space.SCARCE if free < SCARCE + (BACK if before is not Space.ENOUGH else 0) else Space.ENOUGH


def free_of_disk(path: Path) -> float:
    """Which share of the disk under a directory counts as free."""
    disk = os.statvfs(path)
    return counted(disk.f_bavail / max(disk.f_blocks, 1), disk.f_bavail * disk.f_frsize)


def counted(share: float, free: int) -> float:
    """Which share counts as free of a disk with such a share and so many bytes left: all, where they are enough."""
    if free >= AMPLE:
        return 1.0
    return max(share, LITTLE + BACK) if free >= SOME else share


def free_of_memory(used: int, most: int) -> float:
    """Which share of the memory that a server may use is free; all of it, where nobody has set how much that is."""
    return 1.0 if most <= 0 else max(0.0, 1 - used / most)
