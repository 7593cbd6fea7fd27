"""Clocks: whether this machine's and those of its servers agree."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator

from service.doctor.finding import Finding, good, note, unsafe

SUBJECT = "clock"
APART_MS, NOTED_MS = 1_000.0, 100.0
"""Beyond the first, times of entries and the silences in which nobody can play contradict each other."""
UNSYNCHRONISED = 5


def clock(whose: str, ahead_ms: float, trip_ms: float = 0.0) -> Iterator[Finding]:
    """Whether the clock of a server agrees with ours, as closely as half a trip to it tells."""
    apart = max(abs(ahead_ms) - trip_ms / 2, 0)
    said = f"The clock of the {whose} is {abs(ahead_ms):.0f} ms {'ahead of' if ahead_ms > 0 else 'behind'} this one"
    if apart > APART_MS:
        yield unsafe(SUBJECT, f"{said}: clocks of matches and times of entries contradict each other; use NTP.")
    elif apart > NOTED_MS:
        yield note(SUBJECT, f"{said}.")
    else:
        yield good(SUBJECT, f"The clock of the {whose} agrees with this one.")


def kept_in_step(state: int | None) -> Iterator[Finding]:
    """Whether something keeps this machine's clock in step, where the system tells."""
    if state == UNSYNCHRONISED:
        yield note(SUBJECT, "Nothing keeps this machine's clock in step, as far as it knows (NTP).")
    elif state is not None:
        yield good(SUBJECT, "This machine's clock is kept in step.")


def clock_state() -> int | None:
    """What Linux says of its clock, as `adjtimex` tells it; None elsewhere."""
    if sys.platform != "linux":
        return None
    state = int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(1024)))  # all zero: it is only asked
    return state if state >= 0 else None
