"""What is missing where a command cannot run: an extra of the package, or a system of another kind."""

from __future__ import annotations

import sys

OURS = frozenset({"domain", "projections", "service"})


def missing(error: ModuleNotFoundError) -> str:
    """What to install, in a sentence; raises the error again where a module of our own is not there."""
    name = (error.name or "").partition(".")[0]
    if not name or name in OURS:
        raise error
    if name in sys.stdlib_module_names:
        return f"This needs a system such as Linux or macOS: Python has no module {name} here."
    return f"This needs {name}, which is not installed here: install chronik[server]."
