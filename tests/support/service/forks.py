"""Processes that start with the service imported, as the import takes longer than most of what they are tested for."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import current_process, get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from chronik.service.web.docs import documents
from tests.support.crash.wall_clock import VARIABLE, follow

ROOT = Path(__file__).parents[3]
PATIENCE = 60
CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(
    ["tests.support.service.keepers", "chronik.service.cli.serve", "tests.support.service.warm"]
)


class Forked:
    """The `chronik` command in a separate process, which appends its output to a file.

    Its errors are appended to the same file, or to another one. With another `program` the process can do something
    else as well.
    """

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        said: Path,
        complaints: Path | None = None,
        program: str = "chronik.service.__main__",
    ) -> None:
        told = (program, words, dict(environment), said, complaints or said)
        self._process = CONTEXT.Process(target=_run, args=told, daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Returns the exit code, or the negative number of the signal that ended the process; None while it runs."""
        return self._process.exitcode

    def kill(self) -> None:
        """Kills the process as `kill -9` does."""
        self._process.kill()

    def send_signal(self, sent: signal.Signals) -> None:
        os.kill(self.pid, sent)

    def wait(self, patience: float) -> int:
        """Waits until the process has ended, and returns its exit code."""
        self._process.join(patience)
        code = self._process.exitcode
        assert code is not None, f"it has not ended after {patience:.0f} s"
        return code


def run_forked(
    words: Sequence[str], environment: Mapping[str, str], program: str = "chronik.service.__main__"
) -> subprocess.CompletedProcess[str]:
    """Runs the `chronik` command to its end, and returns its output."""
    with TemporaryDirectory() as folder:
        said, complaints = Path(folder, "stdout"), Path(folder, "stderr")
        code = Forked(words, environment, said, complaints, program).wait(PATIENCE)
        return subprocess.CompletedProcess(words, code, said.read_text("utf-8"), complaints.read_text("utf-8"))


def _run(program: str, words: Sequence[str], environment: Mapping[str, str], said: Path, complaints: Path) -> None:
    """Does in the new process what `python -m chronik.service` would do."""
    current_process().daemon = False  # a daemon may not start workers
    for standard, path in ((1, said), (2, complaints)):
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        os.dup2(file, standard)
        os.close(file)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which `nohup make test` ignores, and so would the fork server
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["chronik", *words]
    documents.BUILD_AFTER_SECONDS = 3_600.0  # this takes half a second of each service
    if VARIABLE in environment:
        follow(environment[VARIABLE])
    sys.exit(importlib.import_module(program).main())
