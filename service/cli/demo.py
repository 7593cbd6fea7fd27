"""`chronik demo`: let bots play a whole match on a running service."""

from __future__ import annotations

import argparse

from rich.table import Table

from chronik.service.bots.levels import check_level
from chronik.service.cli.command import Parser, add_data_set, add_url, data_sets_of, say, url_of
from chronik.service.cli.demo_match import Shown, play_demo
from chronik.service.cli.progress import progress_bar
from chronik.service.cli.styled import say_styled


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik demo`."""
    made.set_run(
        _demo,
        "The bots read views and options and send commands over HTTP, as any client does. "
        "Prints the final table, the link to the replay, and whether the match verifies.",
    )
    made.add_argument("game", metavar="GAME", help="the game, for example katharina")
    made.add_argument("--seats", type=int, default=4, metavar="N", help="number of seats (4)")
    made.add_argument("--bots", default="greedy", metavar="LEVEL", help="level of the bots (greedy)")
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
    say_styled(table)
    say(f"{shown.commands} commands, {shown.entries} entries")
    say(f"replay: {shown.replay}")
    verdict = "verified" if shown.verification.ok else "not verified"
    say(f"{verdict}: {shown.verification.sentence}")
