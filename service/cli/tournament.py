"""`chronik tournament`: let bots play a whole tournament."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.table import Table

from chronik.domain.engine.match.match import rule_options
from chronik.service.bots.levels import check_level
from chronik.service.cli.client import fetch_bundle
from chronik.service.cli.command import Parser, Wrong, add_command, read_settings, save_all, say
from chronik.service.cli.demo_tournament import Demo, hold, rounds_for, running, seats_of
from chronik.service.cli.progress import progress_bar
from chronik.service.cli.rule_options import parse_rule_options
from chronik.service.cli.styled import say_styled
from chronik.service.cli.verify import CODES, verify_and_say
from chronik.service.matches.catalogue import Catalogue


def add_arguments(made: Parser) -> None:
    """Adds the duties of `chronik tournament`."""
    made.set_run(_run_demo, "So far, its only duty is `tournament demo`.")
    duties = made.add_commands("duties", "DUTY")
    made = add_command(
        duties,
        "demo",
        _run_demo,
        "let bots play a whole tournament",
        "Starts a temporary service, plays the rounds and a final table, saves everything in one file, and verifies "
        "it. Tables have as many seats as the game allows, up to four; with several games per table they have two.",
    )
    made.add_argument("--players", type=int, default=64, metavar="N", help="number of bots (64)")
    made.add_argument("--game", default="katharina", metavar="GAME", help="the game (katharina)")
    made.add_argument(
        "--rounds",
        type=int,
        metavar="N",
        help="rounds before the final table (5; at tables of two, enough for one undefeated bot)",
    )
    made.add_argument(
        "--best-of", type=int, choices=(1, 3, 5), default=1, metavar="B", help="games per table: 1, 3 or 5 (1)"
    )
    made.add_argument("--options", default="{}", metavar="JSON", help='rule options, for example {"preset":"standard"}')
    made.add_argument("--bots", default="greedy", metavar="LEVEL", help="level of the bots (greedy)")
    made.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file for the tournament")
    made.add_argument("--data", type=Path, metavar="DIR", help="data directory of the service (a temporary one)")


def _run_demo(asked: argparse.Namespace) -> int:
    demo = _plan_demo(asked)
    with ExitStack() as stack:
        data = asked.data or Path(stack.enter_context(TemporaryDirectory(prefix="chronik-")))
        with progress_bar() as bar, running(data) as url:
            task = bar.add_task("tables", total=None)
            held = hold(url, demo, lambda done, of: bar.update(task, completed=done, total=of))
            fetch_bundle(url, held.tournament, partial(save_all, asked.out))
    table = Table("place", "entrant", title=held.title)
    for place, entrant in held.final[:10]:
        table.add_row(str(place), f"bot {entrant}")
    say_styled(table)
    say(f"{held.tables} tables played, {asked.out}: {asked.out.stat().st_size} bytes")
    if asked.data is not None:
        say(f"`chronik serve --data {asked.data}` shows it at /tournaments/{held.tournament}")
    return CODES[verify_and_say(asked.out, Catalogue(read_settings().data_sets)).status]


def _plan_demo(asked: argparse.Namespace) -> Demo:
    """Returns the plan of the demo; raises `Wrong`."""
    check_level(asked.game, asked.bots)
    rules = Catalogue(read_settings().data_sets).current(asked.game)
    assert rules is not None
    seats = seats_of(rules.game, asked.best_of)
    if seats not in rules.game.seats:
        raise Wrong(f"--best-of needs tables of two, and {asked.game} cannot be played with two seats.")
    rounds = rounds_for(asked.players, seats) if asked.rounds is None else asked.rounds
    if not (seats <= asked.players <= 1024 and 1 <= rounds <= 30):
        raise Wrong(f"A demo has {seats} to 1024 players and 1 to 30 rounds; change --players or --rounds.")
    options = parse_rule_options(rules.game, asked.options)
    lists = rules.game.lists
    return Demo(
        game=asked.game,
        level=asked.bots,
        players=asked.players,
        seats=seats,
        rounds=rounds,
        best_of=asked.best_of,
        options=options,
        decks=lists is not None and lists.expects(rule_options(rules.game, options)),
    )
