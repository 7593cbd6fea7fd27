"""Time zones of tournaments, by their IANA names.

All zones come from the package `tzdata`, never from the host, so that every host has the same ones.
"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo

DEFAULT = "UTC"


def is_zone(name: str) -> bool:
    """Returns whether a zone of this name exists."""
    return name == DEFAULT or name in _names()


def local(at: int, zone: str) -> datetime:
    """Returns a moment (milliseconds since 1970) in the local time of a zone, or in UTC if the zone is unknown."""
    return datetime.fromtimestamp(at // 1000, _zone(zone))


def cell(at: int, zone: str, *, spreadsheet: bool) -> str:
    """Formats a moment in a zone for a table: in RFC 3339 format, or in the format that spreadsheets read."""
    moment = local(at, zone)
    if spreadsheet:
        return f"{moment:%Y-%m-%d %H:%M:%S}"
    return moment.isoformat().replace("+00:00", "Z")


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(files("tzdata").joinpath("zones").read_text("utf-8").split())


@lru_cache(maxsize=200)
def _zone(name: str) -> tzinfo:
    if name not in _names():
        return UTC
    with files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)
