"""The disk under a directory: what keeps it, how full it is, and what a synced write costs."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from service.doctor.finding import Finding, good, note, unsafe
from service.log.room import LITTLE, Space, counted, space_of

NETWORKED = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ncpfs", "fuse.sshfs", "fuse.s3fs"})
FORGETFUL = frozenset({"tmpfs", "ramfs"})
LAYERED = frozenset({"overlay", "aufs"})
CARELESS = frozenset({"nobarrier", "barrier=0", "nointegrity"})
"""Options of a mount by which a synced write may still be lost in a power cut."""
WRITES, BLOCK = 24, bytes(4096)
QUICKEST_MS, SLOW_MS = 0.01, 20.0
"""No disk is as quick as the first; beyond the second every command is felt to wait."""
MOUNTS = Path("/proc/self/mountinfo")


class Mount(Struct, frozen=True):
    """What a system says of one mount."""

    place: str
    kind: str
    options: frozenset[str]


def disk(path: Path, subject: str = "disk", mounts: str | None = None) -> Iterator[Finding]:
    """What is to be said of the disk under a directory, of which the nearest part that exists is looked at."""
    while not path.exists():
        path = path.parent
    path = path.resolve()
    if mounts is None:
        mounts = MOUNTS.read_text("utf-8", "replace") if MOUNTS.exists() else ""
    yield from keeping(subject, path, mount_of(path, mounts))
    system = os.statvfs(path)
    yield from space(subject, path, system.f_bavail / max(system.f_blocks, 1), system.f_bavail * system.f_frsize)
    if system.f_files and system.f_favail / system.f_files < LITTLE:
        yield unsafe(subject, f"{path} has few inodes left ({system.f_favail}): soon no file can be made there.")
    try:
        costs = synced_writes(path)
    except OSError as error:
        yield unsafe(subject, f"A file in {path} cannot be written and synced ({error.strerror}).")
    else:
        yield from syncing(subject, path, statistics.median(costs), max(costs))


def mount_of(path: Path, mounts: str) -> Mount | None:
    """The mount that a path lies in, of those that `/proc/self/mountinfo` tells."""
    found: Mount | None = None
    for line in mounts.splitlines():
        about, _, source = line.partition(" - ")
        fields, kinds = about.split(" "), source.split(" ")
        if len(fields) < 6 or len(kinds) < 3:
            continue
        place = fields[4].encode().decode("unicode_escape")  # a blank is \040
        inside = place == "/" or path == Path(place) or Path(place) in path.parents
        if inside and (found is None or len(place) >= len(found.place)):  # the later one lies over the earlier
            found = Mount(place, kinds[0], frozenset((*fields[5].split(","), *kinds[2].split(","))))
    return found


def keeping(subject: str, path: Path, mount: Mount | None) -> Iterator[Finding]:
    """Whether a file system keeps what is written to it."""
    if mount is None:
        yield note(subject, f"The system does not tell what keeps {path}.")
        return
    careless = sorted(mount.options & CARELESS)
    if mount.kind in FORGETFUL:
        yield unsafe(subject, f"{path} lies in memory ({mount.kind}): all of it is gone when the machine stops.")
    elif mount.kind in NETWORKED:
        yield unsafe(
            subject,
            f"{path} lies on a disk of the network ({mount.kind}), where locks and synced writes cannot be relied on; "
            "the log and SQLite need a disk of this machine.",
        )
    elif mount.kind in LAYERED:
        yield unsafe(subject, f"{path} lies in a container's own layer ({mount.kind}) and goes with it; use a volume.")
    elif careless:
        yield unsafe(subject, f"{mount.place} is mounted with {careless[0]}: a power cut may take what was synced.")
    elif "ro" in mount.options:
        yield unsafe(subject, f"{mount.place} is mounted read-only, so nothing can be recorded in {path}.")
    else:
        yield good(subject, f"{path} lies on a disk of this machine ({mount.kind}).")


def space(subject: str, path: Path, free: float, left: int) -> Iterator[Finding]:
    """Whether there is space left, as the service judges it: a share of the disk, and bytes."""
    said = f"{free:.0%} of the disk under {path} is free ({left / 2**30:.1f} GiB)"
    if space_of(counted(free, left)) is not Space.ENOUGH:
        yield unsafe(subject, f"Only {said}; on a full disk nothing can be recorded.")
    else:
        yield good(subject, f"{said}.")


def synced_writes(path: Path, writes: int = WRITES) -> list[float]:
    """What synced writes of 4 KiB to a file of their own cost, in milliseconds each; the file is removed."""
    costs: list[float] = []
    with tempfile.TemporaryFile(dir=path) as file:
        for _ in range(writes):
            begun = time.perf_counter()
            os.write(file.fileno(), BLOCK)
            os.fsync(file.fileno())
            costs.append((time.perf_counter() - begun) * 1000)
    return costs


def syncing(subject: str, path: Path, usual: float, worst: float) -> Iterator[Finding]:
    """Whether a synced write costs what it must: time, and not too much of it."""
    said = f"a synced write to {path} takes {usual:.2f} ms, at worst {worst:.2f}"
    if usual < QUICKEST_MS:
        yield unsafe(subject, f"{said[0].upper()}{said[1:]}: no disk is as quick, so it is not synced at all.")
    elif usual > SLOW_MS:
        yield note(subject, f"{said[0].upper()}{said[1:]}: every command waits for one.")
    else:
        yield good(subject, f"{said[0].upper()}{said[1:]}.")
