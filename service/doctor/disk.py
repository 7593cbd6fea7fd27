"""The findings on the disk of a directory: its file system, its free space, and the time of a synced write."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from chronik.service.doctor.finding import Finding, good, note, unsafe
from chronik.service.log.free_space import LITTLE, Space, counted_share, space_of

NETWORKED = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ncpfs", "fuse.sshfs", "fuse.s3fs"})
FORGETFUL = frozenset({"tmpfs", "ramfs"})
LAYERED = frozenset({"overlay", "aufs"})
CARELESS = frozenset({"nobarrier", "barrier=0", "nointegrity"})
"""Mount options with which a synced write can be lost in a power cut."""
WRITES, BLOCK = 24, bytes(4096)
QUICKEST_MS, SLOW_MS = 0.01, 20.0
"""Milliseconds of a synced write: no disk is faster than the first; above the second, players notice the delay."""
MOUNTS = Path("/proc/self/mountinfo")


class Mount(Struct, frozen=True):
    """One mount of the system: its place, kind of file system and options."""

    place: str
    kind: str
    options: frozenset[str]


def check_disk(path: Path, subject: str = "disk", mounts: str | None = None) -> Iterator[Finding]:
    """Yields the findings on the disk of a directory, or of its nearest parent that exists."""
    while not path.exists():
        path = path.parent
    path = path.resolve()
    if mounts is None:
        mounts = MOUNTS.read_text("utf-8", "replace") if MOUNTS.exists() else ""
    yield from check_file_system(subject, path, mount_of(path, mounts))
    system = os.statvfs(path)
    yield from check_space(subject, path, system.f_bavail / max(system.f_blocks, 1), system.f_bavail * system.f_frsize)
    if system.f_files and system.f_favail / system.f_files < LITTLE:
        yield unsafe(
            subject,
            f"{path} has few inodes left ({system.f_favail}): soon no file can be created there. Remove some files.",
        )
    try:
        costs = time_synced_writes(path)
    except OSError as error:
        yield unsafe(subject, f"A file in {path} cannot be written and synced ({error.strerror}).")
    else:
        yield from check_write_time(subject, path, statistics.median(costs), max(costs))


def mount_of(path: Path, mounts: str) -> Mount | None:
    """Returns the mount of a path, from the lines of `/proc/self/mountinfo`; None if they do not list it."""
    found: Mount | None = None
    for line in mounts.splitlines():
        about, _, source = line.partition(" - ")
        fields, kinds = about.split(" "), source.split(" ")
        if len(fields) < 6 or len(kinds) < 3:
            continue
        place = fields[4].encode().decode("unicode_escape")  # a blank is \040
        inside = place == "/" or path == Path(place) or Path(place) in path.parents
        if inside and (found is None or len(place) >= len(found.place)):  # a later mount hides an earlier one
            found = Mount(place, kinds[0], frozenset((*fields[5].split(","), *kinds[2].split(","))))
    return found


def check_file_system(subject: str, path: Path, mount: Mount | None) -> Iterator[Finding]:
    """Yields a finding on whether a file system keeps what is written to it."""
    if mount is None:
        yield note(subject, f"The file system of {path} is unknown.")
        return
    careless = sorted(mount.options & CARELESS)
    if mount.kind in FORGETFUL:
        yield unsafe(subject, f"{path} is in memory ({mount.kind}), so it is lost when the machine stops. Use a disk.")
    elif mount.kind in NETWORKED:
        yield unsafe(
            subject,
            f"{path} is on a network disk ({mount.kind}), where locks and synced writes are not reliable. The log and "
            "SQLite need a local disk.",
        )
    elif mount.kind in LAYERED:
        yield unsafe(
            subject,
            f"{path} is in a container's layer ({mount.kind}), so it is deleted with the container. Use a volume.",
        )
    elif careless:
        yield unsafe(subject, f"{mount.place} is mounted with {careless[0]}: a power cut may lose synced writes.")
    elif "ro" in mount.options:
        yield unsafe(subject, f"{mount.place} is mounted read-only, so nothing can be recorded in {path}.")
    else:
        yield good(subject, f"{path} is on a local disk ({mount.kind}).")


def check_space(subject: str, path: Path, free: float, left: int) -> Iterator[Finding]:
    """Yields a finding on the free space, judged by the service's limits: a share of the disk, and a size in bytes."""
    said = f"{free:.0%} of the disk under {path} is free ({left / 2**30:.1f} GiB)"
    if space_of(counted_share(free, left)) is not Space.ENOUGH:
        yield unsafe(subject, f"Only {said}. On a full disk nothing can be recorded: free some space.")
    else:
        yield good(subject, f"{said}.")


def time_synced_writes(path: Path, writes: int = WRITES) -> list[float]:
    """Returns the durations of synced 4 KiB writes to a temporary file, in milliseconds."""
    costs: list[float] = []
    with tempfile.TemporaryFile(dir=path) as file:
        for _ in range(writes):
            begun = time.perf_counter()
            os.write(file.fileno(), BLOCK)
            os.fsync(file.fileno())
            costs.append((time.perf_counter() - begun) * 1000)
    return costs


def check_write_time(subject: str, path: Path, usual: float, worst: float) -> Iterator[Finding]:
    """Yields a finding on the duration of a synced write: too fast to be real, or slow."""
    said = f"a synced write to {path} takes {usual:.2f} ms, at worst {worst:.2f}"
    if usual < QUICKEST_MS:
        yield unsafe(subject, f"{said[0].upper()}{said[1:]}: no disk is that fast, so writes are not synced.")
    elif usual > SLOW_MS:
        yield note(subject, f"{said[0].upper()}{said[1:]}, and every command waits for one. Use a faster disk.")
    else:
        yield good(subject, f"{said[0].upper()}{said[1:]}.")
