"""Playouts: how fast the rules are (P1), what being auditable costs (P2), whether a seed means one match (P12)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from catanatron import Color, RandomPlayer
from catanatron import Game as Catan

from domain.engine.chain import Keys
from domain.engine.chance import Chance
from domain.engine.game import Brought
from domain.engine.outline import outline
from domain.engine.replay import read, replay
from service.bots.bot import RANDOM
from service.bots.luck import Luck
from service.simulation import Playout, play_out
from tests.bench.matches import GAME, PROJECTION, SEATS
from tests.bench.measure import Spread, compared, rate
from tests.bench.table import Row, against, alone, at_least, at_most

MATCH, SECRET = "00" * 16, bytes(32)
PROCESSES = 64


def rows(goals: frozenset[str]) -> Iterator[Row]:
    """P1, P2 and P12."""
    if "P1" in goals:
        found = compared(rate(seats_by_turns(full)), rate(catan()))
        yield against("P1", "random playout, all in", "catanatron, base Catan", "commands/s", found, at_least(3))
    if "P2" in goals:
        found = compared(rate(seats_by_turns(full)), rate(seats_by_turns(bare)))
        yield against("P2", "full playout", "bare: decide and fold only", "commands/s", found, at_least(0.6))
    if "P12" in goals:
        found = compared(rate(seats_by_turns(again)), rate(seats_by_turns(full)))
        yield against("P12", "re-deciding stored matches", "full playout", "commands/s", found, at_least(0.8))
        different = float(len(outcomes()))
        yield alone(
            *("P12", f"outcomes of one seed, {PROCESSES} hash seeds", "outcomes"),
            *(Spread(different, different, different), PROCESSES, at_most(1)),
        )


def seats_by_turns(play: Callable[[int, int], int]) -> Callable[[], int]:
    """Matches of two, three and four seats, each numbered."""
    numbers = count()

    def one() -> int:
        number = next(numbers)
        return play(SEATS[number % len(SEATS)], number)

    return one


def full(seats: int, number: int) -> int:
    """A match as the service would log it."""
    return _played(seats, number).commands


def _played(seats: int, number: int) -> Playout:
    return play_out(GAME, PROJECTION, number.to_bytes(16).hex(), SECRET, [RANDOM] * seats)


def bare(seats: int, number: int) -> int:
    """The same match, with the same choices, of which nothing is kept: no entries, no bytes, no chain, no undo."""
    match = number.to_bytes(16).hex()
    keys = Keys.of(match, SECRET).seeded([b""] * seats)
    state = GAME.opening(GAME.options_type(), seats)
    chance = Chance(keys.seed, 0)
    for event in GAME.deal(state, chance):
        state = GAME.evolve(state, event)
    commands = 1
    while GAME.outcome(state) is None:
        seat = next(prompt.seat for prompt in state.prompts if state.sealed[prompt.seat] is None)
        command = RANDOM.answer(None, GAME.options(state, seat), Luck(match, seat, commands))
        events = GAME.decide(state, seat, command, chance)
        if isinstance(events, Brought):
            state = events.states[-1]
        else:
            for event in events:
                state = GAME.evolve(state, event)
        commands += 1
    return commands


_STORED = {(seats, number): _played(seats, number) for seats in SEATS for number in range(4)}


def again(seats: int, number: int) -> int:
    """A stored match, read from its bytes and decided again, command by command."""
    stored = _STORED[seats, number % 4]
    batches = read(GAME, outline(stored.entries))
    replayed = replay(GAME, batches, Keys.of(stored.match.id, SECRET))
    assert replayed.wrong is None
    return stored.commands


def catan() -> Callable[[], int]:
    """A random game of the peer, four seats, numbered."""
    seeds = count()

    def one() -> int:
        game = Catan([RandomPlayer(color) for color in Color], seed=next(seeds))
        game.play()
        return len(game.state.actions)

    return one


def outcomes() -> set[bytes]:
    """What processes that hash differently make of one seed."""

    def one(seed: int) -> bytes:
        command = [sys.executable, "-m", "tests.every_game.playout", "katharina", "3", "bench"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return set(threads.map(one, range(1, PROCESSES + 1)))
