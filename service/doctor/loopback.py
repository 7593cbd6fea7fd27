"""Tests whether an address is on this machine."""

from __future__ import annotations

from ipaddress import ip_address


def is_loopback(host: str) -> bool:
    """Returns whether a host is this machine, so that traffic to it cannot be intercepted."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
