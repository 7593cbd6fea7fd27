"""Let bots play each other, and say how strong they are."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from random import Random

import msgspec
from msgspec import Struct

from domain.tournament.ratings.strengths import Finish, Strength, strengths
from service.commands.command import Parser, Wrong, add_data_set, check_level, data_sets_of, progress_bar
from service.commands.own_bot import load_mind
from service.commands.rule_options import rule_options_said
from service.commands.simulation import Result, results
from service.matches.catalogue import Catalogue

BOTS = 8


class Line(Struct, frozen=True):
    """A bot: its strength with its interval, on the scale of Elo; its seats, those that won alone, the mean place.

    `helped` counts the questions that it had no answer to, and the first option was played.
    """

    bot: str
    strength: float
    low: float
    high: float
    played: int
    won: int
    mean_place: float
    helped: int = 0


class Arena(Struct, frozen=True):
    """Bots who have played each other: the strongest first; `capped` matches went on for too long and count nothing."""

    game: str
    seats: int
    matches: int
    seed: int
    capped: int
    bots: tuple[Line, ...]


def understand(made: Parser) -> None:
    """What `chronik arena` understands."""
    made.runs(
        _arena,
        "Everybody sits everywhere equally often. Strengths are on the scale of Elo, their mean is 1500, and each lies "
        "within its interval with 95 % confidence. The same arguments give the same table on any machine, if your own "
        "classes answer the same again: of each an object is made for every match and seat, and asked as `chronik bot "
        "run` asks it.",
    )
    made.add_argument("game", metavar="GAME", help="the game, for example katharina")
    made.add_argument(
        "--bots",
        required=True,
        metavar="A,B,…",
        help="the bots that play, joined by commas: levels, or MODULE:CLASS for your own",
    )
    made.add_argument("--matches", type=int, default=200, metavar="N", help="how many (200)")
    made.add_argument("--seats", type=int, default=2, metavar="K", help="how many play each (2)")
    made.add_argument("--seed", type=int, default=1, metavar="S", help="what everything random comes from (1)")
    made.add_argument("--options", default="{}", metavar="JSON", help='rule options, for example {"preset":"standard"}')
    made.add_argument("--json", action="store_true", help="print one JSON object")
    add_data_set(made)


def _arena(asked: argparse.Namespace) -> int:
    bots: list[str] = asked.bots.split(",")
    for name in bots:
        if ":" in name:
            load_mind(name)
        else:
            check_level(asked.game, name)
    if not 2 <= len(set(bots)) == len(bots) <= BOTS:
        raise Wrong(f"Name two to {BOTS} different bots.")
    data_set = data_sets_of(asked).get(asked.game)
    rules = Catalogue({asked.game: data_set} if data_set else {}).current(asked.game)
    assert rules is not None
    if asked.seats not in rules.game.seats:
        raise Wrong(f"{asked.game} is played by {' or '.join(map(str, rules.game.seats))} seats.")
    if asked.matches < 1 or not 0 <= asked.seed < 1 << 63:
        raise Wrong("Play at least one match, with a seed that is not negative.")
    options = rule_options_said(rules.game, asked.options)
    order = seatings(bots, asked.seats, asked.matches, asked.seed)
    said = [",".join(seated) for seated in order]
    played: list[Result] = []
    with progress_bar() as bar:
        task = bar.add_task("matches", total=asked.matches)
        for result in results(
            asked.game, asked.matches, asked.seats, asked.seed, said, options=options, data_set=data_set
        ):
            played.append(result)
            bar.update(task, completed=len(played))
    _print_arena(counted(asked.game, asked.seats, asked.seed, order, played), asked.json)
    return 0


def seatings(bots: Sequence[str], seats: int, matches: int, seed: int) -> list[tuple[str, ...]]:
    """Who sits where in each match: every way to seat different bots comes once before one comes twice."""
    whole = list(permutations(bots, seats) if seats <= len(bots) else product(bots, repeat=seats))
    ways = [seated for seated in whole if len(set(seated)) > 1]
    luck = Random(seed)
    order: list[tuple[str, ...]] = []
    while len(order) < matches:
        order += luck.sample(ways, len(ways))
    return order[:matches]


def counted(game: str, seats: int, seed: int, order: Sequence[tuple[str, ...]], played: Sequence[Result]) -> Arena:
    """The table of matches that were played in this order."""
    finishes = [
        Finish(seated, result.places) for seated, result in zip(order, played, strict=True) if not result.capped
    ]
    helped: Counter[str] = Counter()
    for seated, result in zip(order, played, strict=True):
        for bot, times in zip(seated, result.helped, strict=True):
            helped[bot] += times
    lines = tuple(_line(found, finishes, helped[found.player]) for found in strengths(finishes))
    return Arena(game, seats, len(order), seed, sum(result.capped for result in played), lines)


def _line(found: Strength, finishes: Sequence[Finish], helped: int) -> Line:
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
            f"won {line.won} of {line.played}, mean place {line.mean_place:.2f}"
            + (f", without an answer {line.helped} times" if line.helped else "")
        )
