"""The address of a caller, and the address under which the caller reaches the service.

Forwarded headers count only if a trusted proxy sent them.
"""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from litestar.types import HTTPScope

from chronik.service.running.settings import Network

LOCAL = "local"
FORWARDED = b"x-forwarded-for"


def caller_address(scope: HTTPScope, trusted: tuple[Network, ...] = ()) -> str:
    """Returns the key of a caller for limits: a forwarded address, if every hop after it is a trusted proxy."""
    here = scope["client"][0] if scope["client"] else ""
    if parse_address(here) is None:
        return LOCAL
    if trusted:
        hops = [hop for name, value in scope["headers"] if name == FORWARDED for hop in value.split(b",")]
        while hops and trusts(trusted, parse_address(here)):
            before = hops.pop().decode("latin-1").strip()
            if parse_address(before) is None:
                break
            here = before
    return rate_limit_key(here)


HOST = re.compile(r"(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?")


def public_origin(scope: HTTPScope, trusted: tuple[Network, ...] = ()) -> str:
    """Returns the scheme and host under which the caller reaches the service, as in `https://chronik.example:8443`.

    A trusted proxy may set both. An invalid host is replaced by the socket's address; nothing is raised.
    """
    named, scheme = _last(scope, b"host"), scope["scheme"]
    if scope["client"] and trusts(trusted, parse_address(scope["client"][0])):
        named = _last(scope, b"x-forwarded-host") or named
        said = _last(scope, b"x-forwarded-proto")
        scheme = said if said in ("http", "https") else scheme
    found = HOST.fullmatch(named)
    if found is None or int(found["port"] or 0) > 65_535:
        host, port = scope["server"] or ("localhost", None)
        named = (f"[{host}]" if ":" in host else host) + (f":{port}" if port else "")
    return f"{scheme}://{named}"


def _last(scope: HTTPScope, wanted: bytes) -> str:
    """Returns the last value of a header, which the nearest proxy wrote, or "" if it was not sent."""
    values = [value for name, value in scope["headers"] if name == wanted]
    return values[-1].decode("latin-1").rpartition(",")[2].strip().lower() if values else ""


def untrusted_proxy(scope: HTTPScope, trusted: tuple[Network, ...] = ()) -> str | None:
    """Returns the socket's address if it forwards another address and is not trusted, else None."""
    if FORWARDED not in [name for name, _ in scope["headers"]]:
        return None
    here = parse_address(scope["client"][0]) if scope["client"] else None
    return None if here is None or trusts(trusted, here) else str(here)


def trusts(trusted: tuple[Network, ...], proxy: IPv4Address | IPv6Address | None) -> bool:
    return any(proxy in network for network in trusted)


@lru_cache(maxsize=1_000)
def rate_limit_key(text: str) -> str:
    """Returns the key under which an address is counted; IPv6 counts by /64, which is what one household gets."""
    here = parse_address(text)
    return f"{IPv6Address(int(here) >> 64 << 64)}/64" if isinstance(here, IPv6Address) else str(here)


@lru_cache(maxsize=1_000)
def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found
