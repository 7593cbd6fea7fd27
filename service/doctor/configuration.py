"""The settings themselves: what they allow that nobody should, and variables that are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network

from service.doctor.finding import Finding, good, note, unsafe
from service.doctor.nearby import is_nearby
from service.settings import DATA_SET, PREFIX, Network, Settings

SUBJECT = "settings"
NOT_OF_THE_SERVICE = frozenset({"CHRONIK_URL", "CHRONIK_TOKEN", "CHRONIK_LONG", "CHRONIK_COMPLETE", "CHRONIK_RECORD"})
"""Variables that clients, tests and builds read."""
WIDEST = {4: 8, 6: 7}
"""The shortest prefix that a network of one's own can have: 10.0.0.0/8 and fc00::/7."""


def configuration(settings: Settings, environ: Mapping[str, str]) -> Iterator[Finding]:
    """What the settings say of themselves."""
    found = [*misspelt(environ), *_proxies(settings), *_laxity(settings)]
    yield from found or [good(SUBJECT, "The settings make sense.")]


def misspelt(environ: Mapping[str, str]) -> Iterator[Finding]:
    """Variables that look like settings and are none, each with the nearest one that there is."""
    known = {PREFIX + field.upper() for field in Settings.__struct_fields__ if field != "data_sets"}
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known | NOT_OF_THE_SERVICE and not name.startswith(DATA_SET):
            (nearest,) = get_close_matches(name, known, n=1, cutoff=0)
            yield unsafe(SUBJECT, f"{name} is no setting and says nothing to the service; the nearest is {nearest}.")


def _proxies(settings: Settings) -> Iterator[Finding]:
    for network in settings.trusted_proxies:
        if network.prefixlen < WIDEST[network.version] or not _own(network):
            yield unsafe(
                SUBJECT,
                f"CHRONIK_TRUSTED_PROXIES believes {network}, which strangers can be in: whoever connects from there "
                "chooses the address that limits count.",
            )
    if not settings.trusted_proxies and not is_nearby(settings.host):
        yield note(
            SUBJECT,
            f"The service listens at {settings.host} and trusts no proxy: if one stands in front, name it in "
            "CHRONIK_TRUSTED_PROXIES, or all guests share one limit; if none does, tokens travel without TLS.",
        )


def _own(network: Network) -> bool:
    """Whether a network can be somebody's own: a private one, or a handful of addresses."""
    match network:
        case IPv4Network():
            return network.is_private or network.prefixlen >= 24
        case IPv6Network():
            return network.is_private or network.prefixlen >= 64


def _laxity(settings: Settings) -> Iterator[Finding]:
    if settings.weak_durability:
        yield unsafe(SUBJECT, "CHRONIK_WEAK_DURABILITY=1 accepts a server that may lose what it acknowledged.")
    if not settings.rate_account or not settings.rate_address:
        yield unsafe(SUBJECT, "A rate of requests is 0, which is no limit: one caller can keep everybody else waiting.")
    if settings.viewer_reload:
        yield note(SUBJECT, "CHRONIK_VIEWER_RELOAD=1 looks for changed pages at every request; it is for writing them.")
    if not settings.sweep_rate:
        yield note(SUBJECT, "CHRONIK_SWEEP_RATE=0: nobody notices a bit that flips on the disk until it is read.")
