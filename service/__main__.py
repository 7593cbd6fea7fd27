"""`chronik`, and `python -m service`: what the command is before it is read in, and after it has ended.

Ctrl-C ends it at any moment without a word. While modules are read in nothing has begun that would have to be ended
in order, and an exception in the midst of it would be told by whoever was interrupted.
"""

import gc
import os
import signal
import sys
from typing import Any

INTERRUPTED = 130


def main() -> int:
    """Runs the command; its exit code."""
    heeded = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    _at_ctrl_c(_leave, heeded)
    try:
        gc.disable()  # what is imported stays, and looking through it again and again takes half a second
        from service.commands.cli import main as run
        from service.commands.cli import parser
        from service.interrupt import interrupt

        words = sys.argv[1:]
        understood = parser(words)
        gc.freeze()
        gc.enable()
        _at_ctrl_c(interrupt, heeded)
        return run(words, understood)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        gc.freeze()  # what is left goes with the process: looking through it once more takes longer than all else
        _at_ctrl_c(_leave, heeded)


def _at_ctrl_c(handler: Any, heeded: bool) -> None:
    """What Ctrl-C does from here on; nothing, where whoever started us wants it so."""
    if heeded:
        signal.signal(signal.SIGINT, handler)


def _leave(*_: object) -> None:
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
