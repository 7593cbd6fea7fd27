"""Playouts: how fast the rules are (P1), what being auditable costs (P2), whether a seed means one match (P12)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from random import Random

from catanatron import Color, RandomPlayer
from catanatron import Game as Catan

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import fold_events
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.proof.outline import outline
from chronik.domain.engine.proof.redecide import read_batches, replay
from chronik.domain.engine.sealing import find_owing_seat
from chronik.domain.games import game
from chronik.projections.games import projection
from chronik.projections.thinking.bot import Bot
from chronik.service.cli.simulation import Playout, play_out
from chronik.service.training.play import MAX_ROUNDS
from tests.bench.matches import NAMES, seats_of, titled
from tests.bench.measure import Compared, by_turns, rate
from tests.bench.table import Row, against, alone, at_least, at_most

SECRET = bytes(32)
PROCESSES = 64
WINDOWS = {"katharina": 300, "cities_knights": 42, "catan_cards": 6}
"""The number of matches of each game in a window, with the allowed numbers of seats in turn: always the same ones."""
CATANS = 20
SEARCHED = {"katharina": 2.5, "cities_knights": 1.7, "catan_cards": 1.3}
"""P1 for each game without entries, bytes and chain, as a search plays."""


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """Yields the rows of P1, P2 and P12, all measured in the same rounds."""
    for name in NAMES:
        said = partial(titled, name)
        if goals & {"P1", "P2", "P12"}:
            works = (again, full, bare)
            measured = [*(rate(partial(window, work, name)) for work in works), rate(catan)]
            again_, full_, bare_, catan_ = by_turns(measured, anchors=(1, 2, 3))
        if "P1" in goals:
            found = Compared(full_, catan_, catan_)
            what, peer = said("random playout, all in"), "catanatron, base Catan"
            yield against("P1", what, peer, "commands/s", found, at_least(1.2))
            found = Compared(bare_, catan_, catan_)
            what = said("random playout, decide and fold only, as in a search")
            yield against("P1", what, peer, "commands/s", found, at_least(SEARCHED[name]))
        if "P2" in goals:
            found = Compared(full_, bare_, bare_)
            yield against("P2", said("full playout"), "bare: decide and fold only", "commands/s", found, at_least(0.65))
        if "P12" in goals:
            found = Compared(again_, full_, full_)
            yield against("P12", said("re-deciding stored matches"), "full playout", "commands/s", found, at_least(0.9))
            what = said(f"outcomes of one seed, {PROCESSES} hash seeds")
            yield alone("P12", what, "", [float(len(outcomes(name)))], at_most(1))


def window(work: Callable[[str, int, int], int], name: str) -> int:
    """Plays numbered matches with the allowed numbers of seats in turn, and returns the number of their commands."""
    return sum(work(name, seats_of(name, number), number) for number in range(WINDOWS[name]))


def picking(number: int) -> Bot:
    """Returns a random bot that picks like the peer's random player: the bot of the service draws more slowly."""
    choice = Random(number).choice
    return Bot("random", lambda view, options, luck: choice(options), needs_view=False)


def full(name: str, seats: int, number: int) -> int:
    """Plays a match as the service would log it."""
    return len(played(name, seats, number).batches)


def played(name: str, seats: int, number: int) -> Playout:
    return play_out(game(name), projection(name), number.to_bytes(16).hex(), SECRET, [picking(number)] * seats)


def bare(name: str, seats: int, number: int) -> int:
    """Plays the same match and keeps nothing of it: no entries, no bytes, no chain, no undo."""
    rules = game(name)
    match = number.to_bytes(16).hex()
    keys = Keys.of(match, SECRET).with_seed([b""] * seats)
    state = rules.opening(rules.options_type(), seats)
    chance = Chance(keys.seed, 0)
    for event in rules.deal(state, chance):
        state = rules.evolve(state, event)
    commands, choice = 1, Random(number).choice
    while rules.outcome(state) is None and rules.round(state) <= MAX_ROUNDS:
        seat = find_owing_seat(state)
        state = fold_events(rules, state, rules.decide(state, seat, choice(rules.options(state, seat)), chance))
        commands += 1
    return commands


stored = lru_cache(maxsize=None)(played)


def again(name: str, seats: int, number: int) -> int:
    """Reads a stored match from its bytes and decides it again, command by command."""
    kept, rules = stored(name, seats, number), game(name)
    replayed = replay(rules, read_batches(rules, outline(kept.batches)), Keys.of(kept.match.id, SECRET))
    assert replayed.wrong is None
    return len(kept.batches)


def catan() -> int:
    """Plays random games of the peer with four seats, always the same, and returns the number of actions."""
    actions = 0
    for seed in range(CATANS):
        game = Catan([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    return actions


def outcomes(name: str) -> set[bytes]:
    """Returns the results of one seed of a game in processes with different hash seeds."""

    seats = str(seats_of(name, 1))

    def one(seed: int) -> bytes:
        command = [sys.executable, "-m", "tests.every_game.playout", name, seats, "bench"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        return subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60).stdout

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return set(threads.map(one, range(1, PROCESSES + 1)))
