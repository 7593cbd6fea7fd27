"""What takes long is begun first, and what goes wrong is told at once: a run that is cut off has still said it."""

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

from tests.support.parsing import uncollected

# The tests start hundreds of processes, and compiling everything takes seconds.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(tempfile.gettempdir(), f"chronik-bytecode-{os.getuid()}")

# A disk that others keep busy may stand still for seconds: a service answers 503 then, and a test fails.
MEMORY, ROOM = "/dev/shm", 2 << 30


def lies_in_memory() -> bool:
    """Whether what the tests write fits into memory, and programs that are written there may run."""
    return (
        os.access(MEMORY, os.W_OK)
        and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        and shutil.disk_usage(MEMORY).free >= ROOM
    )


if "TMPDIR" not in os.environ and lies_in_memory():
    os.environ["TMPDIR"] = MEMORY
    tempfile.tempdir = None

# What a shell starts in the background ignores Ctrl-C, and so would every command that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What is imported and collected stays to the end: looking through all of it for garbage takes a fifth of that time.
gc.disable()

LONG_ONES = ("bench", "viewer", "crash")
ROOT = Path(__file__).parents[1]


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each worker begins with a share of the files: what one has compiled the others need not compile again."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    asked = [ROOT / arg.partition("::")[0] for arg in session.config.args]
    files = sorted({file for one in asked for file in (one.rglob("test_*.py") if one.is_dir() else [one])})
    number, workers = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for file in files[len(files) * number // workers : len(files) * (number + 1) // workers]:
        with suppress(Exception, pytest.skip.Exception):  # collecting it says what is wrong
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first: at the end of a shared run nobody waits for somebody else's last test."""
    items.sort(key=lambda item: [*LONG_ONES, item.path.parent.name].index(item.path.parent.name))


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """After each file its garbage is collected, and what is left stays to the end.

    Else a service that a test has begun may stand still for seconds, while a million objects are looked through. What
    nobody closed is told by a test that runs when it is found; here it would be told of the first one of the next file.
    """
    yield
    if nextitem is None or nextitem.path != item.path:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
        gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tells of a failure while no garbage is collected: its lines are parsed, and else the worker may end instead."""
    with uncollected():
        return (yield)


class Teller:
    """Writes a line for each failure among the dots."""

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
        gc.enable()  # the workers collect, this process only listens to them
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        config.pluginmanager.register(Teller(terminal))
