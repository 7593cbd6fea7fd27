"""Canonical JSON, profile CJ-1: the only form of JSON that is hashed (`domain/engine/proof/FORMAT.md`, section 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

MAX_PART = 16 << 10
"""The maximum size of a command or an event, in bytes."""
MAX_DEPTH = 16
MAX_INTEGER = (1 << 53) - 1

Id = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Digest = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]

encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode

_NAME = "[a-z][a-z0-9_]{0,39}+"
_named = re.compile(_NAME).fullmatch
_decode: Callable[[bytes], object] = msgspec.json.Decoder().decode


def canonical(stored: bytes, most: int = MAX_PART) -> bool:
    """Returns whether these bytes are a CJ-1 object of at most `most` bytes.

    Such an object has no floats, no duplicate keys, no extra whitespace, and at most `MAX_DEPTH` levels. The order of
    keys and omitted defaults are not checked: for those, a caller compares the bytes with `encode(decode(stored))`.
    """
    if len(stored) > most:
        return False
    try:
        value = _decode(stored)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return stored[:1] == b"{" and encode(value) == stored and (_usual(stored) is not None or is_plain(value, 1))


def _json_pattern(depth: int) -> str:
    """Returns a pattern for common JSON: plain ASCII, numbers of at most 15 digits, valid names, limited depth."""
    scalar = r'-?+[0-9]{1,15}+|"[ !#-\[\]-~]*+"|true|false|null'
    value = f"(?:{scalar})"
    for _ in range(depth):
        value = rf'(?:{scalar}|[\[{{](?:(?:"{_NAME}":)?+{value}(?:,|(?=[\]}}])))*+[\]}}])'
    return value


# This takes a quarter of the time of `is_plain`, which therefore checks only values that this pattern does not match.
_usual = re.compile(_json_pattern(MAX_DEPTH).encode()).fullmatch


def is_plain(value: object, depth: int) -> bool:
    """Returns whether a value contains only what canonical JSON allows, at most `MAX_DEPTH` levels deep."""
    match value:
        case str() | bool() | None:
            return True
        case int():
            return -MAX_INTEGER <= value <= MAX_INTEGER
        case dict():
            fields = cast("dict[str, object]", value)
            return depth <= MAX_DEPTH and all(_named(k) and is_plain(member, depth + 1) for k, member in fields.items())
        case list():
            members = cast("list[object]", value)
            return depth <= MAX_DEPTH and all(is_plain(member, depth + 1) for member in members)
        case _:
            return False  # a float
