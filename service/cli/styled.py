"""Tables and coloured text, as Rich draws them."""

from __future__ import annotations

from rich.console import Console, RenderableType

from chronik.service.cli.command import tolerate_closed_output


def say_styled(*shown: RenderableType, console: Console | None = None) -> None:
    """Prints a table or coloured text of a result."""
    console = console or Console()
    with console.capture() as written:  # a console that prints directly ends the process if a pipe is closed
        console.print(*shown)
    with tolerate_closed_output():
        print(written.get(), end="", flush=True)
