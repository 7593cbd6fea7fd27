"""Interrupts: what Ctrl-C does to a command that is at work."""

from __future__ import annotations

import asyncio
import signal
import sys
import warnings
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def interrupt(*_: object) -> None:
    """Breaks off what is being done, and what is left half-done by that says no word of its own."""
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore")
    raise KeyboardInterrupt


def awaited(work: Coroutine[Any, Any, T], loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    """What a coroutine brings. Ctrl-C cancels it: asyncio sees to that where nobody else has taken the signal."""
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.get_loop()
        ours = signal.getsignal(signal.SIGINT) is interrupt
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return runner.run(work)
        finally:
            if ours:
                signal.signal(signal.SIGINT, interrupt)
