"""The events of a feed, encoded as server-sent events."""

from __future__ import annotations

from typing import Any

import msgspec

from chronik.projections.match.frames import Base, Frame

RETRY = b"retry: 1000\n\n"
HEARTBEAT = b":\n\n"


def encode_event(content: Frame | Base) -> bytes:
    """Encodes a view or a frame as an event whose id is the version after it."""
    kind = b"view" if isinstance(content, Base) else b"frame"
    return b"event: %b\nid: %d\ndata: %b\n\n" % (kind, content.version, msgspec.json.encode(content))


def encode_struct_event(value: Any, number: int) -> bytes:
    """Encodes a Struct as an event that is named after its tag."""
    name = str(value.__struct_config__.tag).encode()
    return b"event: %b\nid: %d\ndata: %b\n\n" % (name, number, msgspec.json.encode(value))


def encode_end(version: int) -> bytes:
    """Encodes the last event of a closed match."""
    return b'event: end\nid: %d\ndata: {"version":%d}\n\n' % (version, version)
