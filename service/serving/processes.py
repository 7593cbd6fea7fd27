"""Several processes that serve on one socket; each is restarted when it dies."""

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

from chronik.service.operating.metrics import SHARED
from chronik.service.running.user_error import NoTemporaryFiles

DEATHS, WITHIN = 3, 10.0
"""After this many deaths per process within this many seconds, no process is restarted."""
LOOK = 0.2
"""Seconds between two checks of the processes."""
PATIENCE = 10.0
"""Seconds that the processes have to end when asked to."""
RELEASE_SECONDS = 3.0
"""Seconds that a process has to end after its fork server has died."""
CONTEXT = multiprocessing.get_context("forkserver")
"""Each process is a copy of a process that has imported everything and done nothing yet."""
LOG: FilteringBoundLogger = structlog.get_logger("chronik.processes")

Task = TypeVar("Task")


class Running(NamedTuple):
    """A process, and the pipe on which it reports that it serves."""

    process: BaseProcess
    pipe: Connection


class Processes(Generic[Task]):
    """A number of processes that run the same `work` until they are stopped.

    The work gets the task, its number, and a function to call once it serves. Its module must do nothing when imported,
    and the task must be picklable.
    """

    def __init__(self, work: Callable[[Task, int, Callable[[], None]], None], task: Task, number: int) -> None:
        self._work = work
        self._task = task
        self._number = number
        self._running: dict[int, Running] = {}
        self._serving: set[int] = set()
        self._deaths: deque[float] = deque(maxlen=DEATHS * number)

    def run(self, serving: Callable[[], None], over: Callable[[], bool]) -> bool:
        """Runs the processes until `over` returns true; returns False if they keep dying.
        Calls `serving` once all of them serve. However this ends, even by an interrupt, the processes are stopped.
        """
        with ExitStack() as stack:
            if SHARED not in os.environ:
                os.environ[SHARED] = stack.enter_context(_directory_for_metrics())
                stack.callback(os.environ.pop, SHARED)
            stack.callback(self._stop)
            CONTEXT.set_forkserver_preload([self._work.__module__])
            for number in range(self._number):
                self.start(number)
            is_announced = False
            while not over():
                if not self._check_processes():
                    print(
                        f"The processes died {self._deaths.maxlen} times in {WITHIN:.0f} seconds; read the log.",
                        file=sys.stderr,
                    )
                    return False
                if not is_announced and len(self._serving) == self._number:
                    is_announced = True
                    serving()
        return True

    def _check_processes(self) -> bool:
        """Notes which processes serve, and restarts those that died; returns False if they died too often."""
        awaited: list[Connection | int] = [running.process.sentinel for running in self._running.values()]
        awaited += [running.pipe for number, running in self._running.items() if number not in self._serving]
        ready = wait(awaited, LOOK)
        for number, running in list(self._running.items()):
            if running.process.sentinel in ready:
                code = self._remove(number)
                self._deaths.append(time.monotonic())
                if len(self._deaths) == self._deaths.maxlen and self._deaths[-1] - self._deaths[0] < WITHIN:
                    return False
                LOG.warning("a process has died and is started again", number=number, code=code)
                self.start(number)
            elif running.pipe in ready:
                self._serving.add(number)
        return True

    def start(self, number: int) -> None:
        """Starts the process with this number; raises `EOFError` or `OSError` if the fork server stays dead."""
        ours, theirs = CONTEXT.Pipe(duplex=False)
        process = CONTEXT.Process(target=_run, args=(self._work, self._task, number, theirs), name=f"chronik-{number}")
        for left in reversed(range(DEATHS)):
            try:
                process.start()
                break
            except (EOFError, OSError):  # the fork server is dying, and multiprocessing has not noticed yet
                if not left:
                    raise
                time.sleep(LOOK)
        theirs.close()
        self._running[number] = Running(process, ours)

    def _remove(self, number: int) -> int | None:
        """Removes a process that has ended, and returns its exit code.

        When the fork server has died, the code of every process is 255 although they still run; they end soon after.
        """
        process, pipe = self._running.pop(number)
        process.join()
        code, pid = process.exitcode, process.pid
        process.close()
        pipe.close()
        _drop_gauges(pid)
        _wait_for_end(pid)
        return code

    def _stop(self) -> None:
        """Stops all processes: by SIGTERM, then by SIGKILL after 10 seconds."""
        for running in self._running.values():
            running.process.terminate()
        until = time.monotonic() + PATIENCE
        for number, running in list(self._running.items()):
            running.process.join(max(0.0, until - time.monotonic()))
            if running.process.is_alive():
                running.process.kill()
            self._remove(number)


def _directory_for_metrics() -> tempfile.TemporaryDirectory[str]:
    """Creates the directory where the processes add up their metrics. Raises `NoTemporaryFiles`."""
    try:
        return tempfile.TemporaryDirectory(prefix="chronik-metrics-")
    except OSError as error:
        raise NoTemporaryFiles from error


def _run(work: Callable[[Task, int, Callable[[], None]], None], task: Task, number: int, pipe: Connection) -> None:
    """Runs the work in a process.

    Ctrl-C and SIGHUP reach every process, so they are ignored here: the parent process stops the rest.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    work(task, number, lambda: pipe.send_bytes(b"serving"))


def _wait_for_end(pid: int | None) -> None:
    """Waits up to 3 seconds for a process to end, because its successor uses the same name."""
    until = time.monotonic() + RELEASE_SECONDS
    while pid is not None and time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


def _drop_gauges(pid: int | None) -> None:
    """Removes the gauges of a process that has ended; its counters stay."""
    mark_process_dead(pid, os.environ[SHARED])
