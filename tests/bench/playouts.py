"""Playouts: how fast the rules are (P1), what being auditable costs (P2), whether a seed means one match (P12)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import count

from catanatron import Color, RandomPlayer
from catanatron import Game as Catan

from domain.engine.chance import Chance
from domain.engine.game import Decision
from domain.engine.match.chain import Keys
from domain.engine.proof.outline import outline
from domain.engine.proof.redecide import read, replay
from domain.engine.sealing import sealed_by
from domain.games import game
from projections.games import projection
from service.bots.bot import RANDOM
from service.bots.bot_random import Luck
from service.commands.simulation import MAX_ROUNDS, Playout, play_out
from tests.bench.matches import NAMES, SEATS, titled
from tests.bench.measure import Spread, compared, rate
from tests.bench.table import Row, against, alone, at_least, at_most

MATCH, SECRET = "00" * 16, bytes(32)
PROCESSES = 64
TARGETS = {"katharina": 3.0, "cities_knights": 1.5}
"""P1 by game: a random playout is so many times as fast as the peer's."""


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """P1, P2 and P12."""
    for name in NAMES:
        said, played = partial(titled, name), rate(seats_by_turns(partial(full, name)))
        if "P1" in goals:
            found, target = compared(played, rate(catan())), at_least(TARGETS[name])
            yield against("P1", said("random playout, all in"), "catanatron, base Catan", "commands/s", found, target)
        if "P2" in goals:
            found = compared(played, rate(seats_by_turns(partial(bare, name))))
            yield against("P2", said("full playout"), "bare: decide and fold only", "commands/s", found, at_least(0.6))
        if "P12" in goals:
            found = compared(rate(seats_by_turns(partial(again, name))), played)
            yield against("P12", said("re-deciding stored matches"), "full playout", "commands/s", found, at_least(0.8))
            different = float(len(outcomes(name)))
            yield alone(
                *("P12", said(f"outcomes of one seed, {PROCESSES} hash seeds"), "outcomes"),
                *(Spread(different, different, different), PROCESSES, at_most(1)),
            )


def seats_by_turns(play: Callable[[int, int], int]) -> Callable[[], int]:
    """Matches of two, three and four seats, each numbered."""
    numbers = count()

    def one() -> int:
        number = next(numbers)
        return play(SEATS[number % len(SEATS)], number)

    return one


def full(name: str, seats: int, number: int) -> int:
    """A match as the service would log it."""
    return len(_played(name, seats, number).batches)


def _played(name: str, seats: int, number: int) -> Playout:
    return play_out(game(name), projection(name), number.to_bytes(16).hex(), SECRET, [RANDOM] * seats)


def bare(name: str, seats: int, number: int) -> int:
    """As long a match, of which nothing is kept: no entries, no bytes, no chain, no undo."""
    rules = game(name)
    match = number.to_bytes(16).hex()
    keys = Keys.of(match, SECRET).seeded([b""] * seats)
    state = rules.opening(rules.options_type(), seats)
    chance = Chance(keys.seed, 0)
    for event in rules.deal(state, chance):
        state = rules.evolve(state, event)
    commands = 1
    while rules.outcome(state) is None and rules.round(state) <= MAX_ROUNDS:
        seat = next(prompt.seat for prompt in state.prompts if sealed_by(state, prompt.seat) is None)
        command = RANDOM.answer(None, rules.options(state, seat), Luck(match, seat, commands))
        events = rules.decide(state, seat, command, chance)
        if isinstance(events, Decision):
            state = events.states[-1]
        else:
            for event in events:
                state = rules.evolve(state, event)
        commands += 1
    return commands


@lru_cache
def _stored(name: str, seats: int, number: int) -> Playout:
    return _played(name, seats, number)


def again(name: str, seats: int, number: int) -> int:
    """A stored match, read from its bytes and decided again, command by command."""
    stored, rules = _stored(name, seats, number % 4), game(name)
    batches = read(rules, outline(stored.batches))
    replayed = replay(rules, batches, Keys.of(stored.match.id, SECRET))
    assert replayed.wrong is None
    return len(stored.batches)


def catan() -> Callable[[], int]:
    """A random game of the peer, four seats, numbered."""
    seeds = count()

    def one() -> int:
        game = Catan([RandomPlayer(color) for color in Color], seed=next(seeds))
        game.play()
        return len(game.state.actions)

    return one


def outcomes(name: str) -> set[bytes]:
    """What processes that hash differently make of one seed of a game."""

    def one(seed: int) -> bytes:
        command = [sys.executable, "-m", "tests.support.every_game.playout", name, "3", "bench"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return set(threads.map(one, range(1, PROCESSES + 1)))
