"""Commands that Ctrl-C interrupts at many moments: `python -m tests.service.cli.interrupted DIRECTORY [--all]`.

One process imports the modules and becomes each command, again and again. A moment is a number of events that Python
reported to its audit hooks, such as the opening of a file or a connection. At that moment a real SIGINT reaches the
command and all its children, as it does from a terminal. The output and the exit code of each run are printed as lines
of JSON. Without `--all` each command is interrupted at its last moment only.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from pathlib import Path

from chronik.domain.games import game
from chronik.service.__main__ import main
from chronik.service.cli.cli import parser
from chronik.service.log.bundled import BundledValkey
from tests.every_game.playout import NO_OPTIONS
from tests.support.engine.timed import Timed, each

NOWHERE = "http://127.0.0.1:1"
PATIENCE = 60


def commands(directory: Path) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Returns each command with enough work to do, and its moments."""
    archive = directory / "match.chronik"
    table = Timed(each(10), 2, game("katharina"), NO_OPTIONS)
    while table.match.closed is None:
        table.after(10).called()
    archive.write_bytes(table.archive())
    BundledValkey.start(directory / "data").stop()  # else there is no log, and nothing to do
    return (
        ("admin create --name Ann", (3, 100)),
        (f"demo katharina --seats 2 --url {NOWHERE}", (100, 1_000)),
        (f"export {'0' * 32} {directory}/x --url {NOWHERE}", (30,)),
        (f"openapi {directory}/openapi.json", (3, 1_000)),
        ("rebuild", (3, 100, 1_000)),
        ("fsck", (100,)),
        ("serve --port 0", (3, 100, 1_000)),
        ("simulate katharina --matches 40", (100, 300)),
        (f"tournament demo --players 4 --rounds 1 --out {directory}/cup.bundle.ndjson", (100,)),
        (f"verify {archive} {archive}", (30, 300)),
    )


def run_until(words: list[str], moment: int) -> None:
    """Runs a command in this process, to its end or up to a moment."""
    left = moment

    def heard(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.killpg(0, signal.SIGINT)

    sys.argv = ["chronik", *words]
    sys.addaudithook(heard)
    sys.exit(main())


def exit_code_of(words: list[str], moment: int, said: Path) -> int | None:
    """Returns the exit code of an interrupted command, or None if it did not end."""
    child = os.fork()
    if not child:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(1, 2)
        run_until(words, moment)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def run_all(directory: Path, every: bool) -> None:
    """Runs every command up to each of its moments, or up to the last one."""
    parser()  # imports every command, once for all runs
    gc.freeze()  # imported objects stay: no child collects them when it ends
    os.environ["CHRONIK_DATA"] = str(directory / "data")
    said = directory / "said"
    for command, moments in commands(directory):
        for moment in moments if every else moments[-1:]:
            code = exit_code_of(command.split(), moment, said)
            told = {"command": command, "moment": moment, "code": code, "said": said.read_text("utf-8")}
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    run_all(Path(sys.argv[1]), "--all" in sys.argv)
