"""The findings on the settings: unsafe values, and unknown variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network

from chronik.service.doctor.finding import Finding, good, note, unsafe
from chronik.service.doctor.loopback import is_loopback
from chronik.service.running.settings import DATA_SET, PREFIX, Network, Settings

SUBJECT = "settings"
NOT_OF_THE_SERVICE = frozenset({"CHRONIK_URL", "CHRONIK_TOKEN", "CHRONIK_LONG", "CHRONIK_COMPLETE", "CHRONIK_RECORD"})
"""Variables that clients, tests and builds read."""
WIDEST = {4: 8, 6: 7}
"""The shortest prefix of a private network, by IP version: 10.0.0.0/8 and fc00::/7."""


def check_settings(settings: Settings, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Yields the findings on the settings."""
    found = [*check_names(environ), *_proxies(settings), *_laxity(settings)]
    yield from found or [good(SUBJECT, "The settings are valid.")]


def check_names(environ: Mapping[str, str]) -> Iterator[Finding]:
    """Yields a finding for each variable that looks like a setting but is not one, with the most similar setting."""
    known = {PREFIX + field.upper() for field in Settings.__struct_fields__ if field != "data_sets"}
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known | NOT_OF_THE_SERVICE and not name.startswith(DATA_SET):
            (nearest,) = get_close_matches(name, known, n=1, cutoff=0)
            yield unsafe(SUBJECT, f"{name} is not a setting, so it has no effect. Did you mean {nearest}?")


def _proxies(settings: Settings) -> Iterator[Finding]:
    for network in settings.trusted_proxies:
        if network.prefixlen < WIDEST[network.version] or not _is_small_or_private(network):
            yield unsafe(
                SUBJECT,
                f"CHRONIK_TRUSTED_PROXIES trusts {network}, from which outsiders can connect. Anyone there can forge "
                "the address that rate limits use: name the proxy's own address.",
            )
    if not settings.trusted_proxies and not is_loopback(settings.host):
        yield note(
            SUBJECT,
            f"The service listens on {settings.host} and trusts no proxy. If there is a proxy in front of it, name the "
            "proxy in CHRONIK_TRUSTED_PROXIES, or all guests share one limit. Without a proxy, tokens are sent without "
            "TLS.",
        )


def _is_small_or_private(network: Network) -> bool:
    """Returns whether a network may belong to the operator alone: a private one, or a small range."""
    match network:
        case IPv4Network():
            return network.is_private or network.prefixlen >= 24
        case IPv6Network():
            return network.is_private or network.prefixlen >= 64


def _laxity(settings: Settings) -> Iterator[Finding]:
    if settings.weak_durability:
        yield unsafe(
            SUBJECT, "CHRONIK_WEAK_DURABILITY=1 accepts a server that may lose acknowledged commands. Remove it."
        )
    if not settings.rate_account or not settings.rate_address:
        yield unsafe(
            SUBJECT,
            "A request rate is 0, which means no limit, so one caller can slow down all the others. Set a rate.",
        )
    if settings.viewer_reload:
        yield note(
            SUBJECT,
            "CHRONIK_VIEWER_RELOAD=1 checks the pages for changes on every request; it is meant for developers.",
        )
    if not settings.sweep_rate:
        yield note(
            SUBJECT, "CHRONIK_SWEEP_RATE is 0, so damage on the disk stays unnoticed until the affected match is read."
        )
