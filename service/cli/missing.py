"""Missing packages: what to install if a command cannot run."""

from __future__ import annotations

import sys


def missing(error: ModuleNotFoundError) -> str:
    """Returns a sentence on what to install; re-raises the error if one of our own modules is missing."""
    name = (error.name or "").partition(".")[0]
    if not name or name == "chronik":
        raise error
    if name in sys.stdlib_module_names:
        return f"This command needs Linux or macOS: Python has no module {name} on this system."
    return f"This command needs {name}, which is not installed; install chronik[server]."
