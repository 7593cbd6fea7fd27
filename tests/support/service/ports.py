"""Unused ports for servers that tests start."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

LOOPBACK = "127.0.0.1"
LISTENED = range(10_000, 32_000)
"""Ports that no outgoing connection gets, so that none takes one between the choice and the start of its server."""


def free_port(host: str = LOOPBACK) -> int:
    """Returns an unused port of an address of this machine."""
    for port in random.sample(LISTENED, len(LISTENED)):
        with suppress(OSError), socket.create_server((host, port)):
            return port
    raise AssertionError("every port is taken")
