"""Progress bars of commands; Rich, which draws them, is imported only if there is a terminal to draw on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


def progress_bar() -> Progress:
    """Returns a progress bar on standard error if that is a terminal; it disappears at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def reporting_progress(what: str) -> Generator[Callable[[int, int], None]]:
    """Yields a function that shows how much is done of how much, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    with progress_bar() as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
