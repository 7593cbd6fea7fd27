"""A network of its own for a test and all that it starts, in which some addresses cannot reach others.

It takes a Linux that lets us make one, `ip` and `nft`. What is sent on a way that is cut is dropped without a word;
ways are cut one by one, so that one may hear another that it cannot answer.
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
    """The ways between addresses of the loopback."""

    def cut(self, ways: Iterable[tuple[str, str]]) -> None:
        """From now on nothing comes from the first to the second of each pair."""
        rules = (f"add rule ip chronik ways ip saddr {source} ip daddr {target} drop" for source, target in ways)
        _run("nft", "; ".join(rules))

    def heal(self) -> None:
        """All ways are open again."""
        _run("nft", "flush chain ip chronik ways")


@contextmanager
def own_network() -> Iterator[Network | None]:
    """The network in which this thread, and whatever it starts, is for a while; none where that is not allowed."""
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
