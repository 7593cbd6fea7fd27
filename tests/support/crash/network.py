"""A separate network for a test and all its processes, in which some addresses cannot reach others.

It needs a Linux that allows this, with `ip` and `nft`. Packets on a cut path are dropped silently. Each direction is
cut separately, so that one address may receive from another without being able to answer.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

NEW_NETWORK = 0x40000000  # CLONE_NEWNET
OURS = "/proc/thread-self/ns/net"
LIBC = ctypes.CDLL(None, use_errno=True)


class Network:
    """The paths between addresses of the loopback."""

    def cut(self, ways: Iterable[tuple[str, str]]) -> None:
        """Drops everything from the first to the second address of each pair from now on."""
        rules = (f"add rule ip chronik ways ip saddr {source} ip daddr {target} drop" for source, target in ways)
        _run("nft", "; ".join(rules))

    def heal(self) -> None:
        """Opens all paths again."""
        _run("nft", "flush chain ip chronik ways")


@contextmanager
def own_network() -> Iterator[Network | None]:
    """Yields the network of this thread and the processes that it starts meanwhile, or None if that is not allowed."""
    before = os.open(OURS, os.O_RDONLY)
    try:
        if not _entered():
            yield None
            return
        try:
            _run("ip", "link", "set", "lo", "up")
            _run("nft", "add table ip chronik; add chain ip chronik ways { type filter hook output priority 0; }")
            yield Network()
        finally:
            if LIBC.setns(before, NEW_NETWORK):
                raise OSError(ctypes.get_errno(), "the network cannot be left")
    finally:
        os.close(before)


def _entered() -> bool:
    if shutil.which("ip") is None or shutil.which("nft") is None:
        return False
    return bool(LIBC.unshare(NEW_NETWORK) == 0)


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)
