"""Let bots play a whole tournament."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from domain.engine.match.match import rule_options
from service.commands.client import fetch_bundle
from service.commands.command import Parser, Wrong, add_command, check_level, configured, progress_bar, save_all
from service.commands.demo_tournament import Demo, hold, rounds_for, running, seats_of
from service.commands.rule_options import rule_options_said
from service.commands.verify import verify_tournament
from service.matches.catalogue import Catalogue


def understand(made: Parser) -> None:
    """What `chronik tournament` understands."""
    made.runs(_tournament_demo, "So far of bots: `tournament demo`.")
    duties = made.add_commands("duties", "DUTY")
    made = add_command(
        duties,
        "demo",
        _tournament_demo,
        "let bots play a whole tournament",
        "Starts a service of its own, holds rounds and a final table, saves everything in one file, and verifies that. "
        "Tables are as large as the game allows, up to four; several games are played at tables of two.",
    )
    made.add_argument("--players", type=int, default=64, metavar="N", help="how many bots take part (64)")
    made.add_argument("--game", default="katharina", metavar="GAME", help="what they play (katharina)")
    made.add_argument(
        "--rounds", type=int, metavar="N", help="rounds before the final table (5, at tables of two what it takes)"
    )
    made.add_argument(
        "--best-of", type=int, choices=(1, 3, 5), default=1, metavar="B", help="games a table: 1, 3 or 5 (1)"
    )
    made.add_argument("--options", default="{}", metavar="JSON", help='rule options, for example {"preset":"standard"}')
    made.add_argument("--bots", default="greedy", metavar="LEVEL", help="how well they play (greedy)")
    made.add_argument("--out", type=Path, required=True, metavar="FILE", help="where to save the tournament")
    made.add_argument("--data", type=Path, metavar="DIR", help="where the service keeps it (nowhere, afterwards)")


def _tournament_demo(asked: argparse.Namespace) -> int:
    demo = _demo(asked)
    with ExitStack() as stack:
        data = asked.data or Path(stack.enter_context(TemporaryDirectory(prefix="chronik-")))
        with progress_bar() as bar, running(data) as url:
            task = bar.add_task("tables", total=None)
            held = hold(url, demo, lambda done, of: bar.update(task, completed=done, total=of))
            fetch_bundle(url, held.tournament, partial(save_all, asked.out))
    table = Table("place", "entrant", title=held.title)
    for place, entrant in held.final[:10]:
        table.add_row(str(place), f"bot {entrant}")
    Console().print(table)
    print(f"{held.tables} tables played, {asked.out}: {asked.out.stat().st_size} bytes")
    if asked.data is not None:
        print(f"`chronik serve --data {asked.data}` shows it at /tournaments/{held.tournament}")
    return 0 if verify_tournament(asked.out, Catalogue(configured().data_sets)) else 1


def _demo(asked: argparse.Namespace) -> Demo:
    """What is to be held; raises `Wrong`."""
    check_level(asked.game, asked.bots)
    rules = Catalogue(configured().data_sets).current(asked.game)
    assert rules is not None
    seats = seats_of(rules.game, asked.best_of)
    if seats not in rules.game.seats:
        raise Wrong(f"Several games a table are for two, and {asked.game} is not played by two.")
    rounds = rounds_for(asked.players, seats) if asked.rounds is None else asked.rounds
    if not (seats <= asked.players <= 1024 and 1 <= rounds <= 30):
        raise Wrong(f"A demo has {seats} to 1024 players and 1 to 30 rounds.")
    options = rule_options_said(rules.game, asked.options)
    lists = rules.game.lists
    return Demo(
        game=asked.game,
        level=asked.bots,
        players=asked.players,
        seats=seats,
        rounds=rounds,
        best_of=asked.best_of,
        options=options,
        decks=lists is not None and lists.wanted(rule_options(rules.game, options)),
    )
