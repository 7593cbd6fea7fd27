"""Processes: several that serve at one door, each started again when it has died."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, NamedTuple, TypeVar

import structlog
from prometheus_client.multiprocess import mark_process_dead  # pyright: ignore[reportUnknownVariableType]
from structlog.typing import FilteringBoundLogger

from service.observing.metrics import SHARED

DEATHS, WITHIN = 3, 10.0
"""So many deaths for each process within so many seconds, and none is started any more."""
LOOK = 0.2
PATIENCE = 10.0
"""Seconds that the processes have to end when they are told to."""
PARTING = 3.0
"""Seconds that one of them has to end when it was let go."""
CONTEXT = multiprocessing.get_context("forkserver")
"""Each begins as a copy of a process that has read everything in and done nothing yet."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.processes")

Task = TypeVar("Task")


class Running(NamedTuple):
    """A process, and the end of the pipe by which it says that it serves; it has said so where there is none."""

    process: BaseProcess
    says: Connection


class Processes(Generic[Task]):
    """So many processes that run the same `work`, each under a number, until they are told to stop.

    The work is told its task and its number, and calls what it is given when it serves. It is of a module that does
    nothing when it is imported, and all that it is told can be pickled.
    """

    def __init__(self, work: Callable[[Task, int, Callable[[], None]], None], task: Task, number: int) -> None:
        self._work = work
        self._task = task
        self._number = number
        self._running: dict[int, Running] = {}
        self._serving: set[int] = set()
        self._deaths: deque[float] = deque(maxlen=DEATHS * number)

    def run(self, serving: Callable[[], None], over: Callable[[], bool]) -> bool:
        """Runs them until it is `over`; false where they do not stay alive. `serving` is called once all of them are.

        Whatever ends this, an interrupt too, ends them first.
        """
        with ExitStack() as stack:
            if SHARED not in os.environ:
                os.environ[SHARED] = stack.enter_context(tempfile.TemporaryDirectory(prefix="chronik-metrics-"))
                stack.callback(os.environ.pop, SHARED)
            stack.callback(self._stop)
            CONTEXT.set_forkserver_preload([self._work.__module__])
            for number in range(self._number):
                self._start(number)
            told = False
            while not over():
                if not self._look():
                    print(f"The processes died {self._deaths.maxlen} times in {WITHIN:.0f} seconds.", file=sys.stderr)
                    return False
                if not told and len(self._serving) == self._number:
                    told = True
                    serving()
        return True

    def _look(self) -> bool:
        """Hears who serves and who has died, and starts those again; false where that is no use."""
        waited_for: list[Connection | int] = [running.process.sentinel for running in self._running.values()]
        waited_for += [running.says for number, running in self._running.items() if number not in self._serving]
        heard = wait(waited_for, LOOK)
        for number, running in list(self._running.items()):
            if running.process.sentinel in heard:
                code = self._buried(number)
                self._deaths.append(time.monotonic())
                if len(self._deaths) == self._deaths.maxlen and self._deaths[-1] - self._deaths[0] < WITHIN:
                    return False
                LOG.warning("a process has died and is started again", number=number, code=code)
                self._start(number)
            elif running.says in heard:
                self._serving.add(number)
        return True

    def _start(self, number: int) -> None:
        ours, theirs = CONTEXT.Pipe(duplex=False)
        process = CONTEXT.Process(target=_run, args=(self._work, self._task, number, theirs), name=f"chronik-{number}")
        for left in reversed(range(DEATHS)):
            try:
                process.start()
                break
            except (EOFError, OSError):  # the one to be copied from is dying, and is not yet known to be dead
                if not left:
                    raise
                time.sleep(LOOK)
        theirs.close()
        self._running[number] = Running(process, ours)

    def _buried(self, number: int) -> int | None:
        """Lets go of a process that has ended; its exit code.

        255 is said of all of them when the one that they were copied from has died: they live, and end when let go.
        """
        process, says = self._running.pop(number)
        process.join()
        code, pid = process.exitcode, process.pid
        process.close()
        says.close()
        _forget_gauges(pid)
        _outlive(pid)
        return code

    def _stop(self) -> None:
        """Ends them all: first with a word, and those that do not hear it without one."""
        for running in self._running.values():
            running.process.terminate()
        until = time.monotonic() + PATIENCE
        for number, running in list(self._running.items()):
            running.process.join(max(0.0, until - time.monotonic()))
            if running.process.is_alive():
                running.process.kill()
            self._buried(number)


def _run(work: Callable[[Task, int, Callable[[], None]], None], task: Task, number: int, says: Connection) -> None:
    """The life of one of the processes. Ctrl-C reaches all of them, and the first one tells the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work(task, number, lambda: says.send_bytes(b"serving"))


def _outlive(pid: int | None) -> None:
    """Waits a little for a process that was let go: its heir has its name."""
    until = time.monotonic() + PARTING
    while pid is not None and time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


def _forget_gauges(pid: int | None) -> None:
    """What a process that is gone has shown of itself counts no more; what it has counted does."""
    mark_process_dead(pid, os.environ[SHARED])
