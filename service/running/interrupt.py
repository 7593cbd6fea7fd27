"""Interrupts: the effect of Ctrl-C on a running command."""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


def interrupt(*_: object) -> None:
    """Raises `KeyboardInterrupt`, and silences the warnings of work that it leaves unfinished."""
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore")
    raise KeyboardInterrupt


def run_async(work: Coroutine[Any, Any, T], loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    """Runs a coroutine and returns its result.

    Ctrl-C cancels the coroutine, which asyncio does if no other handler is set.
    """
    import asyncio  # this takes 30 ms, so only a command that needs it does it

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
