"""Time zones: where a tournament is held, and what its clocks say at a moment. Names are those of IANA."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

DEFAULT = "UTC"


def is_zone(name: str) -> bool:
    """Whether there is a zone of this name, as far as this machine knows."""
    return name == DEFAULT or name in _names()


def local(at: int, zone: str) -> datetime:
    """A moment (milliseconds since 1970) by the clocks of a zone; by UTC where this machine does not know that."""
    return datetime.fromtimestamp(at // 1000, _zone(zone))


def cell(at: int, zone: str, *, spreadsheet: bool) -> str:
    """A moment by the clocks of a zone, for a table: by RFC 3339, or as spreadsheets read one."""
    moment = local(at, zone)
    if spreadsheet:
        return f"{moment:%Y-%m-%d %H:%M:%S}"
    return moment.isoformat().replace("+00:00", "Z")


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(available_timezones())


@lru_cache(maxsize=200)
def _zone(name: str) -> tzinfo:
    return ZoneInfo(name) if name in _names() else UTC
