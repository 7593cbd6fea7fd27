"""Which addresses are on this machine."""

from __future__ import annotations

from ipaddress import ip_address


def is_nearby(host: str) -> bool:
    """Whether a host is this machine, which nobody else can listen in on."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
