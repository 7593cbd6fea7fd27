"""The clock: the only place where the service asks what time it is."""

import time
from datetime import UTC, datetime
from typing import Annotated

from msgspec import Meta

Moment = Annotated[datetime, Meta(tz=True)]
"""A moment in an answer: RFC 3339."""


FARTHEST_MS = 3653 * 86_400_000
"""How far away what somebody sets may end: ten years."""


def milliseconds() -> int:
    """Now, since 1970."""
    return time.time_ns() // 1_000_000


def monotonic() -> int:
    """Milliseconds that nobody puts forward or back, since some moment."""
    return time.monotonic_ns() // 1_000_000


def rfc3339(moment: int) -> datetime:
    """A moment as the wire has it, to the second."""
    return datetime.fromtimestamp(moment // 1000, UTC)


def moment(at: int | None) -> datetime | None:
    """A moment as the wire has it, where there is one."""
    return None if at is None else rfc3339(at)
