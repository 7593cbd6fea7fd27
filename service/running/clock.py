"""The clock: the only place where the service reads the time."""

import time
from datetime import UTC, datetime
from typing import Annotated

from msgspec import Meta

Moment = Annotated[datetime, Meta(tz=True)]
"""A moment in a response, in RFC 3339 format."""


FARTHEST_MS = 3653 * 86_400_000
"""The latest end that a caller may set, in milliseconds from now: ten years."""


def milliseconds() -> int:
    """Returns the current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def monotonic() -> int:
    """Returns milliseconds since a fixed moment, unaffected by changes to the clock."""
    return time.monotonic_ns() // 1_000_000


def rfc3339(moment: int) -> datetime:
    """Converts milliseconds since 1970 to a moment as responses contain it, to the second."""
    return datetime.fromtimestamp(moment // 1000, UTC)


def moment(at: int | None) -> datetime | None:
    """Converts milliseconds since 1970 to a moment as responses contain it, or None to None."""
    return None if at is None else rfc3339(at)
