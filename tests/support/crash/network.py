"""A network of its own for a test and all that it starts, in which some addresses cannot reach others.

It takes a Linux that lets us make one, and `ip` of iproute2. Whatever is sent on a way that is cut
is dropped where it is sent; ways are cut one by one, so that one may hear another that it cannot answer.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

NEW_NETWORK = 0x40000000  # CLONE_NEWNET
OURS = "/proc/thread-self/ns/net"
LIBC = ctypes.CDLL(None, use_errno=True)


class Network:
    """The ways between addresses of the loopback."""

    def __init__(self) -> None:
        self._cut: set[tuple[str, str]] = set()

    def cut(self, ways: Iterable[tuple[str, str]]) -> None:
        """From now on nothing comes from the first to the second of each pair."""
        for source, target in ways:
            _ip("rule", "add", "from", source, "to", target, "pref", "10", "blackhole")
            self._cut.add((source, target))

    def heal(self) -> None:
        """All ways are open again."""
        for source, target in self._cut:
            _ip("rule", "del", "from", source, "to", target, "pref", "10", "blackhole")
        self._cut.clear()


@contextmanager
def own_network() -> Iterator[Network | None]:
    """The network in which this thread, and whatever it starts, is for a while; none where that is not allowed."""
    before = os.open(OURS, os.O_RDONLY)
    try:
        if not _entered():
            yield None
            return
        try:
            _ip("link", "set", "lo", "up")
            _ip("rule", "add", "pref", "100", "lookup", "local")  # behind the ways that are cut
            _ip("rule", "del", "pref", "0")
            yield Network()
        finally:
            if LIBC.setns(before, NEW_NETWORK):
                raise OSError(ctypes.get_errno(), "the network cannot be left")
    finally:
        os.close(before)


def _entered() -> bool:
    try:
        subprocess.run(["ip", "-V"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return LIBC.unshare(NEW_NETWORK) == 0


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
