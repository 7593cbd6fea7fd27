"""Let bots play a whole match at a running service."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from service.commands.command import Parser, add_data_set, add_url, check_level, data_sets_of, progress_bar, url_of
from service.commands.demo_match import Shown, play_demo


def understand(made: Parser) -> None:
    """What `chronik demo` understands."""
    made.runs(
        _demo,
        "They read views and options and post commands over HTTP, as any client would. "
        "Prints the final table, the link to watch it again, and whether it verifies.",
    )
    made.add_argument("game", metavar="GAME", help="the game, for example katharina")
    made.add_argument("--seats", type=int, default=4, metavar="N", help="how many play (4)")
    made.add_argument("--bots", default="greedy", metavar="LEVEL", help="how well they play (greedy)")
    add_url(made)
    add_data_set(made)


def _demo(asked: argparse.Namespace) -> int:
    check_level(asked.game, asked.bots)
    with progress_bar() as bar:
        task = bar.add_task("entries", total=None)
        shown = play_demo(
            url_of(asked),
            asked.game,
            asked.seats,
            asked.bots,
            data_sets=data_sets_of(asked),
            progress=lambda card: bar.update(task, completed=card.version),
        )
    _print_table(shown)
    return 0 if shown.verification.ok else 1


def _print_table(shown: Shown) -> None:
    table = Table("place", "seat", "name", "points")
    for place, line in sorted(zip(shown.result.places, shown.seats, strict=True), key=lambda row: row[0]):
        table.add_row(str(place), str(line.seat), line.name or "", str(shown.result.points[line.seat]))
    Console().print(table)
    print(f"{shown.commands} commands, {shown.entries} entries")
    print(f"replay: {shown.replay}")
    verdict = "verified" if shown.verification.ok else "not verified"
    print(f"{verdict}: {shown.verification.sentence}")
