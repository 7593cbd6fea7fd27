"""`chronik arena`: bots play each other, and their strengths are estimated."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import permutations, product
from random import Random

import msgspec
from msgspec import Struct

from chronik.domain.tournament.ratings.strengths import Finish, Strength, estimate_strengths
from chronik.service.bots.levels import check_level
from chronik.service.cli.command import Parser, Wrong, add_data_set, add_out, data_sets_of, make_out
from chronik.service.cli.own_bot import load_mind
from chronik.service.cli.progress import progress_bar
from chronik.service.cli.rule_options import parse_rule_options
from chronik.service.cli.simulation import Result, results
from chronik.service.matches.catalogue import Catalogue

BOTS = 8


class Line(Struct, frozen=True):
    """The result of a bot: strength and interval on the Elo scale, matches played, matches won alone, mean place.

    `helped` counts the questions for which the first option was played, because the bot gave no valid answer. The
    times are milliseconds per decision: half of the decisions, and 95 % of them, took no longer.
    """

    bot: str
    strength: float
    low: float
    high: float
    played: int
    won: int
    mean_place: float
    helped: int = 0
    median_ms: float = 0.0
    p95_ms: float = 0.0


class Arena(Struct, frozen=True):
    """The results of all bots, the strongest first; `capped` counts the unfinished matches, which are not rated."""

    game: str
    seats: int
    matches: int
    seed: int
    capped: int
    bots: tuple[Line, ...]


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik arena`."""
    made.set_run(
        _arena,
        "Each bot plays each seat equally often. Strengths are on the Elo scale with mean 1500, and the interval has "
        "95 % confidence. The same arguments give the same table on any machine, if your classes give the same "
        "answers; only the times of decisions differ. An object of your class is created for every match and seat, and "
        "gets its questions as it would from `chronik bot run`.",
    )
    made.add_argument("game", metavar="GAME", help="the game, for example katharina")
    made.add_argument(
        "--bots",
        required=True,
        metavar="A,B,…",
        help="the bots, separated by commas: levels, or MODULE:CLASS for your classes; names may be repeated",
    )
    made.add_argument("--matches", type=int, default=200, metavar="N", help="number of matches (200)")
    made.add_argument("--seats", type=int, default=2, metavar="K", help="seats of each match (2)")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="seed of all random numbers (1)")
    made.add_argument("--options", default="{}", metavar="JSON", help='rule options, for example {"preset":"standard"}')
    add_out(made)
    made.add_argument("--json", action="store_true", help="print one JSON object")
    add_data_set(made)


def _arena(asked: argparse.Namespace) -> int:
    bots: list[str] = asked.bots.split(",")
    for name in bots:
        if ":" in name:
            load_mind(name)
        else:
            check_level(asked.game, name)
    if len(set(bots)) < 2 or len(bots) > BOTS:
        raise Wrong(f"--bots must name two to {BOTS} bots that are not all the same.")
    data_set = data_sets_of(asked).get(asked.game)
    rules = Catalogue({asked.game: data_set} if data_set else {}).current(asked.game)
    assert rules is not None
    if asked.seats not in rules.game.seats:
        raise Wrong(f"{asked.game} has {' or '.join(map(str, rules.game.seats))} seats; choose that with --seats.")
    if asked.matches < 1 or not 0 <= asked.seed < 1 << 63:
        raise Wrong("--matches must be at least 1, and --seed must not be negative.")
    options = parse_rule_options(rules.game, asked.options)
    order = seatings(bots, asked.seats, asked.matches, asked.seed)
    said = [",".join(seated) for seated in order]
    played: list[Result] = []
    with progress_bar() as bar:
        task = bar.add_task("matches", total=asked.matches)
        for result in results(
            asked.game,
            asked.matches,
            asked.seats,
            asked.seed,
            said,
            options=options,
            data_set=data_set,
            out=make_out(asked),
        ):
            played.append(result)
            bar.update(task, completed=len(played))
    _print_arena(summarise(asked.game, asked.seats, asked.seed, order, played), asked.json)
    return 0


def seatings(bots: Sequence[str], seats: int, matches: int, seed: int) -> list[tuple[str, ...]]:
    """Returns the bots by seat for each match: every seating of different bots is used once before any is repeated."""
    whole = list(permutations(bots, seats) if seats <= len(bots) else product(bots, repeat=seats))
    ways = [seated for seated in whole if len(set(seated)) > 1]
    luck = Random(seed)
    order: list[tuple[str, ...]] = []
    while len(order) < matches:
        order += luck.sample(ways, len(ways))
    return order[:matches]


def summarise(game: str, seats: int, seed: int, order: Sequence[tuple[str, ...]], played: Sequence[Result]) -> Arena:
    """Returns the table that results from matches played in this order."""
    finishes = [
        Finish(seated, result.places) for seated, result in zip(order, played, strict=True) if not result.capped
    ]
    helped: Counter[str] = Counter()
    times: defaultdict[str, list[int]] = defaultdict(list)
    for seated, result in zip(order, played, strict=True):
        for bot, count, spent in zip(seated, result.helped, result.times, strict=True):
            helped[bot] += count
            times[bot] += spent
    lines = tuple(
        _line(found, finishes, helped[found.player], sorted(times[found.player]))
        for found in estimate_strengths(finishes)
    )
    return Arena(game, seats, len(order), seed, sum(result.capped for result in played), lines)


def _line(found: Strength, finishes: Sequence[Finish], helped: int, times: Sequence[int]) -> Line:
    """Returns the line of a bot; `times` are the nanoseconds of its decisions, the shortest first."""
    places = [
        (place, finish.places.count(place))
        for finish in finishes
        for player, place in zip(finish.players, finish.places, strict=True)
        if player == found.player
    ]
    return Line(
        bot=found.player,
        strength=round(found.strength, 1),
        low=round(found.low, 1),
        high=round(found.high, 1),
        played=len(places),
        won=places.count((1, 1)),
        mean_place=round(sum(place for place, _ in places) / len(places), 3),
        helped=helped,
        median_ms=round(times[len(times) // 2] / 1e6, 3) if times else 0.0,
        p95_ms=round(times[len(times) * 95 // 100] / 1e6, 3) if times else 0.0,
    )


def _print_arena(arena: Arena, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(arena).decode())
        return
    print(f"{arena.matches} matches of {arena.game}, {arena.seats} seats, seed {arena.seed}; capped: {arena.capped}")
    wide = max((len(line.bot) for line in arena.bots), default=0)
    for place, line in enumerate(arena.bots, 1):
        print(
            f"{place}  {line.bot:<{wide}}  {line.strength:4.0f}  (95 %: {line.low:.0f} to {line.high:.0f})  "
            f"won {line.won} of {line.played}, mean place {line.mean_place:.2f}, "
            f"decides in {line.median_ms:.3g} ms (95 %: {line.p95_ms:.3g} ms)"
            + (f", no valid answer {line.helped} times" if line.helped else "")
        )
