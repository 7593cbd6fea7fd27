"""The entry point of `chronik` and `python -m chronik.service`, which handles Ctrl-C during imports and at the exit.

Ctrl-C ends the process at any moment without output. During the imports, nothing is running yet that needs an orderly
shutdown, and a `KeyboardInterrupt` would print a traceback from whichever module was being imported.
"""

import gc
import os
import re
import signal
import sys
from collections.abc import Sequence
from typing import Any

INTERRUPTED = 130


def main() -> int:
    """Runs the command and returns its exit code."""
    if sys.flags.optimize:
        return _run_unoptimised()
    heeded = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    _at_ctrl_c(_leave, heeded)
    try:
        gc.disable()  # imported objects stay alive, and scanning them repeatedly takes half a second
        from chronik.service.cli.cli import main as run
        from chronik.service.cli.cli import parser
        from chronik.service.running.interrupt import interrupt

        words = sys.argv[1:]
        understood = parser(words)
        gc.freeze()
        gc.enable()
        _at_ctrl_c(interrupt, heeded)
        return run(words, understood)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.freeze()  # the process ends now: scanning the remaining objects would take longer than the rest of the exit
        _at_ctrl_c(_leave, heeded)


def _run_unoptimised() -> int:
    """Runs the command again without `-O`, because Chronik needs its docstrings and its assertions."""
    words, environment = remove_optimisation(sys.orig_argv), {**os.environ, "PYTHONOPTIMIZE": ""}
    if os.name == "posix":
        os.execve(sys.executable, words, environment)
    import subprocess  # this takes 10 ms, so only a process that needs it does it

    return subprocess.call(words, env=environment)


def remove_optimisation(words: Sequence[str]) -> list[str]:
    """Returns a Python command line without `-O` and `-OO`, even if they are combined with other letters (`-OB`)."""
    kept, rest = [sys.executable], list(words[1:])
    while rest and re.match(r"-[A-Za-z]", rest[0]) and rest[0][1] not in "mc":
        word = rest.pop(0)
        if word[1] in "WX":
            kept += [word] if len(word) > 2 else [word, *rest[:1]]
            del rest[: len(word) == 2]
        elif shorter := word[1:].replace("O", ""):
            kept.append(f"-{shorter}")
    return kept + rest


def _at_ctrl_c(handler: Any, heeded: bool) -> None:
    """Sets the handler for Ctrl-C, unless the parent process made this process ignore SIGINT."""
    if heeded:
        signal.signal(signal.SIGINT, handler)


def _leave(*_: object) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
