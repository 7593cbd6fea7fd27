"""Commands that Ctrl-C ends at many moments: `python -m tests.support.service.interrupted DIRECTORY [--all]`.

One process reads the modules in and becomes each command, again and again. A moment is a number of things that Python
has reported to its audit hooks, as that a file or a connection is opened; then a real SIGINT reaches the command and
all its children, as it does from a terminal. What each said and how it ended is printed as lines of JSON. Without
`--all` each command is interrupted at its last moment only.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from pathlib import Path

from domain.games import game
from service.__main__ import main
from service.commands.cli import parser
from service.log.bundled import BundledValkey
from tests.support.engine.timed import Timed, each
from tests.support.every_game.playout import NO_OPTIONS

NOWHERE = "http://127.0.0.1:1"
PATIENCE = 60


def commands(directory: Path) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Each command with enough to do, and its moments."""
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


def become(words: list[str], moment: int) -> None:
    """Runs a command in this process, to its end or to a moment."""
    left = moment

    def heard(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.killpg(0, signal.SIGINT)

    sys.argv = ["chronik", *words]
    sys.addaudithook(heard)
    sys.exit(main())


def ended(words: list[str], moment: int, said: Path) -> int | None:
    """The exit code of a command that was interrupted; None where it did not end."""
    child = os.fork()
    if not child:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(1, 2)
        become(words, moment)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def run(directory: Path, every: bool) -> None:
    """Every command at each of its moments, or at the last one."""
    parser()  # reads every command in, once for all
    gc.freeze()  # what was read in stays: no child looks through it when it ends
    os.environ["CHRONIK_DATA"] = str(directory / "data")
    said = directory / "said"
    for command, moments in commands(directory):
        for moment in moments if every else moments[-1:]:
            code = ended(command.split(), moment, said)
            told = {"command": command, "moment": moment, "code": code, "said": said.read_text("utf-8")}
            print(json.dumps(told), flush=True)


if __name__ == "__main__":
    run(Path(sys.argv[1]), "--all" in sys.argv)
