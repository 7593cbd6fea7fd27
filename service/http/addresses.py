"""Where a request comes from, as far as that can be believed."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from litestar.types import HTTPScope

from service.settings import Network

LOCAL = "local"
FORWARDED = b"x-forwarded-for"


def caller_address(scope: HTTPScope, trusted: tuple[Network, ...] = ()) -> str:
    """The socket's address; a forwarded one only where each hop that names the next is a trusted proxy."""
    here = scope["client"][0] if scope["client"] else ""
    if address(here) is None:
        return LOCAL
    if trusted:
        hops = [hop for name, value in scope["headers"] if name == FORWARDED for hop in value.split(b",")]
        while hops and trusts(trusted, address(here)):
            before = hops.pop().decode("latin-1").strip()
            if address(before) is None:
                break
            here = before
    return counted_as(here)


def unheeded(scope: HTTPScope, trusted: tuple[Network, ...] = ()) -> str | None:
    """The socket's address where it names another caller and is not believed."""
    if FORWARDED not in [name for name, _ in scope["headers"]]:
        return None
    here = address(scope["client"][0]) if scope["client"] else None
    return None if here is None or trusts(trusted, here) else str(here)


def trusts(trusted: tuple[Network, ...], proxy: IPv4Address | IPv6Address | None) -> bool:
    return any(proxy in network for network in trusted)


@lru_cache(maxsize=1_000)
def counted_as(text: str) -> str:
    """What an address counts as; IPv6 by /64, which is what one household gets."""
    here = address(text)
    return f"{IPv6Address(int(here) >> 64 << 64)}/64" if isinstance(here, IPv6Address) else str(here)


@lru_cache(maxsize=1_000)
def address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found
