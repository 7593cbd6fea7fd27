"""Canonical JSON, profile CJ-1: the only JSON whose bytes are hashed (`FORMAT.md`, section 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import msgspec

from domain.engine.match.log import MAX_PART, encode

MAX_DEPTH = 16
MAX_INTEGER = (1 << 53) - 1

_NAME = "[a-z][a-z0-9_]{0,39}+"
_named = re.compile(_NAME).fullmatch
_decode: Callable[[bytes], object] = msgspec.json.Decoder().decode


def canonical(stored: bytes, most: int = MAX_PART) -> bool:
    """Whether these bytes are an object of CJ-1: no floats, no key twice, no spare whitespace, nothing too deep, and
    no more bytes than that.

    The order of the keys and the left-out defaults follow from a type; `encode(decode(stored)) == stored` holds it.
    """
    if len(stored) > most:
        return False
    try:
        value = _decode(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return stored[:1] == b"{" and encode(value) == stored and (_usual(stored) is not None or _plain(value, 1))


def _nested(depth: int) -> str:
    """Values of JSON as nearly all are: plain ASCII, at most 15 digits, names as they should be, nothing too deep."""
    scalar = r'-?+[0-9]{1,15}+|"[ !#-\[\]-~]*+"|true|false|null'
    value = f"(?:{scalar})"
    for _ in range(depth):
        value = rf'(?:{scalar}|[\[{{](?:(?:"{_NAME}":)?+{value}(?:,|(?=[\]}}])))*+[\]}}])'
    return value


# It takes a quarter of the time that `_plain` takes, and what it does not know `_plain` looks at.
_usual = re.compile(_nested(MAX_DEPTH).encode()).fullmatch


def _plain(value: object, depth: int) -> bool:
    match value:
        case str() | bool() | None:
            return True
        case int():
            return -MAX_INTEGER <= value <= MAX_INTEGER
        case dict():
            fields = cast("dict[str, object]", value)
            return depth <= MAX_DEPTH and all(_named(k) and _plain(member, depth + 1) for k, member in fields.items())
        case list():
            members = cast("list[object]", value)
            return depth <= MAX_DEPTH and all(_plain(member, depth + 1) for member in members)
        case _:
            return False  # a float
