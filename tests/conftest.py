"""Slow tests start first, and each failure is printed at once, so that an interrupted run has still reported it."""

import gc
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Generator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from chronik.service.running.garbage_collection import COLLECT
from tests.support.parsing import uncollected

# The tests start hundreds of processes, and compiling all modules takes seconds.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(tempfile.gettempdir(), f"chronik-bytecode-{os.getuid()}")

# A disk that other programs keep busy may stall for seconds: a service then answers 503, and a test fails.
MEMORY, ROOM = "/dev/shm", 2 << 30


def lies_in_memory() -> bool:
    """Returns whether the files of the tests fit into memory, and programs stored there may run."""
    return (
        os.access(MEMORY, os.W_OK)
        and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        and shutil.disk_usage(MEMORY).free >= ROOM
    )


if "TMPDIR" not in os.environ and lies_in_memory():
    os.environ["TMPDIR"] = MEMORY
    tempfile.tempdir = None

# Processes that a shell starts in the background ignore Ctrl-C, and so would every command that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Imported and collected objects live to the end: searching all of them for garbage takes a fifth of that time.
gc.disable()

LONG_ONES = ("tests", "bench", "viewer", "crash")
ROOT = Path(__file__).parents[1]


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Lets each worker import a share of the files first, so that the others need not compile them again."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    asked = [ROOT / arg.partition("::")[0] for arg in session.config.args]
    files = sorted({file for one in asked for file in (one.rglob("test_*.py") if one.is_dir() else [one])})
    number, workers = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for file in files[len(files) * number // workers : len(files) * (number + 1) // workers]:
        with suppress(Exception, pytest.skip.Exception):  # collecting it reports what is wrong
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts slow tests first, so that at the end of a shared run no worker waits for another one's last test."""
    items.sort(key=lambda item: [*LONG_ONES, item.path.parent.name].index(item.path.parent.name))


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(*COLLECT)
    gc.enable()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """Collects the garbage of each file after it, and exempts what is left from further collections.

    Otherwise a service that a test has started may stall for seconds while a million objects are searched. A test
    that is running gets the warnings about unclosed resources; here the first test of the next file would get them.
    """
    yield
    if nextitem is None or nextitem.path != item.path:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
        gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Reports a failure without collecting garbage: a collection while its lines are parsed may end the worker."""
    with uncollected():
        return (yield)


class Teller:
    """Prints a line for each failure among the dots."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            said = (crash.message if crash else str(report.longrepr)).partition("\n")[0]
            self.terminal.write_line(f"\n{report.nodeid}, {report.when}, after {report.duration:.0f} s: {said}")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("dist", "no") != "no":
        gc.enable()  # the workers collect; this process only listens to them
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        config.pluginmanager.register(Teller(terminal))
