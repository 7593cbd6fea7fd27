"""Clocks: whether the clock of this machine agrees with those of its servers."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator

from chronik.service.doctor.finding import Finding, good, note, unsafe

SUBJECT = "clock"
APART_MS, NOTED_MS = 1_000.0, 100.0
"""Milliseconds: a larger difference than the first makes the times of entries and outages contradict each other."""
UNSYNCHRONISED = 5


def check_clock(whose: str, ahead_ms: float, trip_ms: float = 0.0) -> Iterator[Finding]:
    """Yields a finding on how far a server's clock is from ours; the uncertainty is half of the round trip."""
    apart = max(abs(ahead_ms) - trip_ms / 2, 0)
    said = f"The clock of the {whose} is {abs(ahead_ms):.0f} ms {'ahead of' if ahead_ms > 0 else 'behind'} this one"
    if apart > APART_MS:
        yield unsafe(SUBJECT, f"{said}, so match clocks and the times of entries contradict each other. Use NTP.")
    elif apart > NOTED_MS:
        yield note(SUBJECT, f"{said}.")
    else:
        yield good(SUBJECT, f"The clock of the {whose} agrees with this one.")


def check_time_sync(state: int | None) -> Iterator[Finding]:
    """Yields a finding on whether this machine's clock is synchronised, if the system reports it."""
    if state == UNSYNCHRONISED:
        yield note(SUBJECT, "This machine's clock does not seem to be synchronised; set up NTP.")
    elif state is not None:
        yield good(SUBJECT, "This machine's clock is synchronised.")


def read_clock_state() -> int | None:
    """Returns the state of Linux's clock from `adjtimex`; None on other systems."""
    if sys.platform != "linux":
        return None
    state = int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(1024)))  # a zeroed argument changes nothing
    return state if state >= 0 else None
