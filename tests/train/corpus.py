"""The corpus: positions of matches between bots, with what each model sees of them and who won."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import msgspec

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Game, fold_events
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.sealing import find_owing_seat
from chronik.domain.engine.seats import Seat
from chronik.domain.engine.valuing import Position
from chronik.domain.games import game as game_named
from chronik.projections.games import projection as projection_of
from chronik.projections.thinking.bot_random import Luck
from chronik.service.bots.levels import bot as bot_of
from tests.train.subjects import SUBJECTS, Subject

PER_MATCH = 16
"""The number of positions that are kept of a match, all equally likely, within turns too."""
MAX_ROUNDS = 200
"""Matches of the card game that bots play at random may not end by themselves; longer ones are left out."""
LAPSES = (0.0, 0.05, 0.15, 0.3), (0.0, 0.3, 1.0)
"""How often a seat plays at random, in the third and in the last part of the matches."""
PARTS = (0.5, 0.85)
"""Half of the matches are greedy; in 35 % seats play at random now and then, in the rest some play at random only."""


class Sample(NamedTuple):
    """The positions of a match, and the share of each seat in the first place."""

    positions: tuple[Position, ...]
    shares: tuple[float, ...]


class Table(NamedTuple):
    """A kind of match: its game, its setting and its number of seats."""

    game: str
    setting: str
    seats: int


class QuickLuck(Luck):
    """Random numbers for bots, from a generator instead of hashes."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def below(self, n: int) -> int:
        """Returns a number from 0 to n−1."""
        return self._rng.randrange(n)


def play_corpus(table: Table, matches: int, seed: int, processes: int) -> Iterator[Sample]:
    """Yields the samples of this many matches, in order; the same seed gives the same samples."""
    play = partial(play_sample, table, seed)
    if processes == 1:
        yield from filter(None, map(play, range(matches)))
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from filter(None, pool.map(play, range(matches), chunksize=8))


def play_sample(table: Table, seed: int, number: int) -> Sample | None:
    """Plays a match and returns a sample of it, or None if it does not end."""
    rng = Random(f"{seed}/{table.game}/{table.setting}/{table.seats}/{number}")
    subject, rules = SUBJECTS[table.game], game_named(table.game)
    lapses = draw_lapses(table.seats, rng)
    kept: list[Any] = []
    seen, last = 0, None
    for state in play(rules, subject, table, lapses, rng):
        last = state
        if subject.setting(state) is None:
            continue
        seen += 1
        if len(kept) < PER_MATCH:
            kept.append(state)
        elif (at := rng.randrange(seen)) < PER_MATCH:
            kept[at] = state
    outcome = rules.outcome(last)
    if outcome is None:
        return None
    wins = [place == 1 for place in outcome.places]
    return Sample(tuple(map(subject.position, kept)), tuple(won / sum(wins) for won in wins))


def draw_lapses(seats: int, rng: Random) -> list[float]:
    """Returns how often each seat plays at random instead of greedily."""
    kind = rng.random()
    if kind < PARTS[0]:
        return [0.0] * seats
    return [rng.choice(LAPSES[kind >= PARTS[1]]) for _ in range(seats)]


def play(game: Game, subject: Subject, table: Table, lapses: list[float], rng: Random) -> Iterator[Any]:
    """Plays a match between greedy bots without its log, and yields the state after each command."""
    greedy, projection, luck = bot_of(game.name, "greedy"), projection_of(game.name), QuickLuck(rng)
    chance = Chance(rng.randbytes(32))
    wanted = options_of(game, subject.settings[table.setting](rng))
    options: Any = msgspec.json.decode(wanted, type=game.options_type)
    state = game.opening(options, table.seats)
    state = fold_events(game, state, game.deal(state, chance))
    if game.lists is not None and game.lists.expects(options):
        for seat in range(table.seats):
            command = bring_list(game, state, seat, subject, rng)
            state = fold_events(game, state, game.decide(state, seat, command, chance))
    while game.outcome(state) is None and game.round(state) <= MAX_ROUNDS:
        seat = find_owing_seat(state)
        listed = game.options(state, seat)
        if len(listed) == 1:
            command = listed[0]
        elif lapses[seat] and rng.random() < lapses[seat]:
            command = listed[rng.randrange(len(listed))]
        else:
            command = greedy.answer(projection.view(state, Seat(seat)), listed, luck)
        state = fold_events(game, state, game.decide(state, seat, command, chance))
        yield state


def bring_list(game: Game, state: Any, seat: int, subject: Subject, rng: Random) -> Any:
    """Returns the command with which a seat brings a built-in list or, half of the time, a random one."""
    assert subject.bring is not None
    listed = game.options(state, seat)
    return subject.bring(rng) if rng.random() < 0.5 else listed[rng.randrange(len(listed))]
