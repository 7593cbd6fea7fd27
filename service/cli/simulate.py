"""`chronik simulate`: bots play many matches without a service."""

from __future__ import annotations

import argparse

import msgspec

from chronik.service.bots.levels import check_level
from chronik.service.cli.command import Parser, Wrong, add_data_set, add_out, data_sets_of, make_out
from chronik.service.cli.progress import progress_bar
from chronik.service.cli.rule_options import parse_rule_options
from chronik.service.cli.simulation import Simulation, simulate
from chronik.service.matches.catalogue import Catalogue


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik simulate`."""
    made.set_run(_simulate, "The same arguments give the same digest on any machine.")
    made.add_argument("game", metavar="GAME", help="the game, for example katharina")
    made.add_argument("--matches", type=int, default=100, metavar="N", help="number of matches (100)")
    made.add_argument("--seats", type=int, default=4, metavar="K", help="seats of each match (4)")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="seed of all random numbers (1)")
    made.add_argument(
        "--bots",
        default="random",
        metavar="LEVEL",
        help="one level for all seats, or one per seat, separated by commas (random)",
    )
    made.add_argument("--options", default="{}", metavar="JSON", help='rule options, for example {"preset":"standard"}')
    add_out(made)
    made.add_argument("--json", action="store_true", help="print one JSON object")
    add_data_set(made)


def _simulate(asked: argparse.Namespace) -> int:
    for level in asked.bots.split(","):
        check_level(asked.game, level)
    data_set = data_sets_of(asked).get(asked.game)
    rules = Catalogue({asked.game: data_set} if data_set else {}).current(asked.game)
    assert rules is not None
    if asked.seats not in rules.game.seats:
        raise Wrong(f"{asked.game} has {' or '.join(map(str, rules.game.seats))} seats; choose that with --seats.")
    if asked.matches < 1 or not 0 <= asked.seed < 1 << 63:
        raise Wrong("--matches must be at least 1, and --seed must not be negative.")
    if "," in asked.bots and asked.bots.count(",") + 1 != asked.seats:
        raise Wrong("--bots must name one level for all seats, or one per seat.")
    with progress_bar() as bar:
        task = bar.add_task("matches", total=asked.matches)
        simulation = simulate(
            asked.game,
            asked.matches,
            asked.seats,
            asked.seed,
            asked.bots,
            options=parse_rule_options(rules.game, asked.options),
            data_set=data_set,
            out=make_out(asked),
            progress=lambda done: bar.update(task, completed=done),
        )
    _print_simulation(simulation, asked.json)
    return 0


def _print_simulation(simulation: Simulation, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(simulation).decode())
        return
    scores = ", ".join(f"{score:.1f}" for score in simulation.mean_scores)
    print(f"{simulation.matches} matches of {simulation.game}, {simulation.seats} seats, {simulation.bots} bots")
    print(f"{simulation.commands} commands, {simulation.events} events, {simulation.seconds:.1f} s")
    print(f"mean scores by seat: {scores}; capped: {simulation.capped}")
    print(f"digest: {simulation.digest}")
