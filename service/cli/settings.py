"""List every setting of the service."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from chronik.service.cli.command import Parser
from chronik.service.running.settings import Explained, explain_settings

INTRODUCTION = (
    "# Settings\n\n"
    "Every setting is an environment variable of the service process. An empty variable counts as absent. "
    "`chronik settings` prints this list. If a value is invalid, the service says why and does not start.\n"
)


def add_arguments(made: Parser) -> None:
    """Describes the options of `chronik settings`."""
    made.set_run(_settings, "Each is an environment variable; an empty one counts as absent.")
    made.add_argument("--markdown", action="store_true", help="print it as a page of the manual")


def _settings(asked: argparse.Namespace) -> int:
    rows = explain_settings()
    if asked.markdown:
        print("\n".join(_markdown_lines(rows)))
        return 0
    table = Table(box=None, show_edge=False, pad_edge=False)
    table.add_column("variable", no_wrap=True)
    table.add_column("default")
    table.add_column("meaning")
    for row in rows:
        table.add_row(row.variable, row.default.replace("`", ""), row.meaning.replace("`", ""))
    Console().print(table)
    return 0


def _markdown_lines(rows: tuple[Explained, ...]) -> Iterator[str]:
    yield INTRODUCTION
    yield "| variable | default | meaning |"
    yield "|---|---|---|"
    for row in rows:
        yield f"| `{row.variable}` | {row.default} | {row.meaning} |"
