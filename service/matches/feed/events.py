"""The events of a feed, as they go over the wire."""

from __future__ import annotations

from typing import Any

import msgspec

from projections.match.frames import Base, Frame

RETRY = b"retry: 1000\n\n"
HEARTBEAT = b":\n\n"


def event(shown: Frame | Base) -> bytes:
    """A view or a frame as an event; its id is the version it leads to."""
    kind = b"view" if isinstance(shown, Base) else b"frame"
    return b"event: %b\nid: %d\ndata: %b\n\n" % (kind, shown.version, msgspec.json.encode(shown))


def tagged_event(said: Any, number: int) -> bytes:
    """A Struct as an event: its tag is the name."""
    name = str(said.__struct_config__.tag).encode()
    return b"event: %b\nid: %d\ndata: %b\n\n" % (name, number, msgspec.json.encode(said))


def end(version: int) -> bytes:
    """The last event of a closed match."""
    return b'event: end\nid: %d\ndata: {"version":%d}\n\n' % (version, version)
