"""The leak test: a viewer cannot distinguish two worlds that differ only in what it may not know.

`python -m tests.every_game.leaks --trials 100000` is the long run, of all games or of those that are given. It shares
the work among processes, prints its commit, its seed and its counts, and fails at the first leak.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import count, islice, zip_longest
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import CallOff
from chronik.domain.engine.match.decide import Decided
from chronik.domain.engine.match.events import ENGINE_EVENTS, Closed, Undone
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Seat, Viewer
from chronik.domain.games import CURRENT, game
from chronik.domain.log.entries import batches
from chronik.projections.games import projection
from tests.every_game.exits import Exits, Foretold, History, World, history, learned, observed, up_to_barrier
from tests.every_game.games import SUPPLIES
from tests.every_game.playout import Habits, opened, play_on, venture
from tests.every_game.supplies import Supplies
from tests.every_game.viewers import viewers

HABITS = Habits(replaces=0.15, undoes=0.05, inspects=0.02)
TRIALS_PER_MATCH = 10
LONGEST_TAIL = 12
WHOLE = 30
"""The mean number of frames in a trial that compares all frames; the longer the log, the rarer such trials are."""
STEPS_ON = 4
MATCHES_FOR_A_SCENE = 40
LONG = bool(os.environ.get("CHRONIK_LONG"))
LABELLED, LOOKED_AT = 500, 120 if LONG else 40


class Leak(AssertionError):
    """A viewer could distinguish two worlds that differ only in what it may not know."""


class Counts(Struct):
    """The number of trials, of twins that differed from the original, and of the hidden fields that differed."""

    trials: int = 0
    differing: int = 0
    fields: Counter[str] = msgspec.field(default_factory=Counter)
    viewers: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        self.trials += other.trials
        self.differing += other.differing
        self.fields += other.fields
        self.viewers += other.viewers

    @property
    def is_vacuous(self) -> bool:
        """Whether fewer than 95 % of the twins differ, or a hidden field differs in fewer than 1 % of the trials."""
        return self.differing < 0.95 * self.trials or any(n < 0.01 * self.trials for n in self.fields.values())


def true_exits(name: str) -> Exits:
    return Exits(game=game(name), projection=projection(name), honest=projection(name))


class Case(Struct, frozen=True):
    """A world, a viewer of it, and the twin that this viewer must not be able to distinguish from it."""

    world: World
    twin: World
    viewer: Viewer
    base: int
    seed: str

    def differs(self, supplies: Supplies) -> Mapping[str, bool]:
        """Returns, for each hidden field, whether it differs in the twin."""
        here, there = (supplies.hidden(one.match.state, self.viewer) for one in (self.world, self.twin))
        return {field: here[field] != there[field] for field in here}


def trials(exits: Exits, supplies: Supplies, seed: object, most: int) -> Counts:
    """Runs at most `most` trials on random matches; raises `Leak`."""
    counts = Counts()
    for case in islice(cases(exits, supplies, seed), most):
        trial(exits, supplies, case)
        fields = case.differs(supplies)
        counts.trials += 1
        counts.differing += any(fields.values())
        counts.fields += Counter({field: int(differs) for field, differs in fields.items()})
        counts.viewers += Counter((type(case.viewer).__name__,))
    return counts


def cases(exits: Exits, supplies: Supplies, seed: object) -> Iterator[Case]:
    """Yields an endless sequence of cases, several from each random match."""
    for number in count():
        rng = Random(f"{seed}/{number}")
        table = opened(exits.game, rng.choice(exits.game.seats), rng, supplies.options(rng))
        play_on(table, rng, HABITS, rng.choice(supplies.lengths))
        told = history(exits.game, table.log)
        ends = [batch[-1].n for batch in batches(table.log) if batch[-1].n >= first_deal(told)]
        for _ in range(TRIALS_PER_MATCH):
            case = case_of(exits, supplies, World(told[: rng.choice(ends)], table.keys), rng)
            if any(map(_is_something, supplies.hidden(case.world.match.state, case.viewer).values())):
                yield case


def _is_something(value: Any) -> bool:
    """Returns whether anything is hidden; before the first sealed choice there may be nothing."""
    return any(map(_is_something, value)) if isinstance(value, list | tuple) else bool(value)


def scenes(name: str, supplies: Supplies, seed: object, worth: Callable[[Any, Any], bool]) -> Iterator[Case]:
    """Yields cases at moments that pass `worth`, alternating between matches of skilled and of random players."""
    for number in range(MATCHES_FOR_A_SCENE):
        told, keys = _played(name, number)
        rng = Random(f"{seed}/{number}")
        for batch in batches(entry for entry, _ in told):
            last, match = told[batch[-1].n - 1]
            if last.n >= first_deal(told) and worth(last.e, match.state):
                yield case_of(true_exits(name), supplies, World(told[: last.n], keys), rng)


@cache
def _played(name: str, number: int) -> tuple[History, Keys]:
    rules, supplies, rng = game(name), SUPPLIES[name], Random(f"scenes/{number}")
    skilled = number % 2 == 0
    table = opened(rules, min(rules.seats), rng, (supplies.skilled.options if skilled else supplies.options)(rng))
    if skilled:
        supplies.skilled.play(table)
    else:
        play_on(table, rng, steps=max(supplies.lengths))
    return history(rules, table.log), table.keys


def closed_cases(name: str, supplies: Supplies, seed: object) -> Iterator[Case]:
    """Yields endless cases of matches that are closed and withheld, in which the twin has another secret."""
    rules = game(name)
    for number in count():
        rng = Random(f"{seed}/{number}")
        table = opened(rules, rng.choice(rules.seats), rng, supplies.options(rng), held=True)
        play_on(table, rng, steps=rng.choice(supplies.lengths[:2]))
        if table.match.closed is None:
            table.do(CallOff("organiser"), by=Author.ENGINE)
        case = case_of(true_exits(name), supplies, World(history(rules, table.log), table.keys), rng)
        *twin, (last, match) = case.twin.history
        assert type(last.e) is Closed
        other = replace(last, e=replace(last.e, secret=case.twin.keys.secret.hex()))
        yield replace(case, twin=World([*twin, (other, replace(match, closed=other.e))], case.twin.keys))


def first_deal(told: list[tuple[Any, Match]]) -> int:
    """Returns the first version at which the game has a state to see."""
    return told[-1][1].began


def case_of(exits: Exits, supplies: Supplies, world: World, rng: Random) -> Case:
    """Picks a viewer and makes a twin of a world; the case compares the last frames, or now and then all of them."""
    viewer: Viewer = rng.choice(viewers(len(world.match.chairs)))
    # The twin's draws come from another seed, and the commitment to it, like all heads, counts as a constant.
    keys = Keys.of(world.keys.match.hex(), rng.randbytes(32))
    twin = World(supplies.resample_hidden(exits.game, world.history, viewer, rng), keys)
    whole = rng.random() < min(0.15, WHOLE / world.match.version)
    base = 0 if whole else begin_of_tail(world, rng.randrange(1, LONGEST_TAIL))
    return Case(world, twin, viewer, base, rng.randbytes(8).hex())


def trial(exits: Exits, supplies: Supplies, case: Case) -> None:
    """Checks that feeds and observations are equal, and stay equal as play continues; raises `Leak`."""
    rng, worlds = Random(case.seed), (case.world, case.twin)
    decide_alike(exits, supplies, World(case.twin.history, case.world.keys), case.base)
    probes = supplies.probes(exits.honest.view(case.world.match.state, case.viewer), rng)
    compare(exits, worlds, case.base, case.viewer, probes)
    go_on(exits, supplies, worlds, case.viewer, rng)


def begin_of_tail(world: World, length: int) -> int:
    """Returns a version from which frames can be built: `length` entries back, or more if an undo goes back further."""
    base = max(0, world.match.version - length)
    for entry, _ in reversed(world.history):
        if entry.n > base and isinstance(entry.e, Undone):
            base = min(base, entry.e.to)
    return base


def compare(exits: Exits, worlds: tuple[World, World], base: int, viewer: Viewer, probes: Sequence[Any]) -> None:
    """Checks that everything the viewer received or may request is the same in both worlds, byte for byte."""
    foretold = Foretold()
    here, there = (observed(exits, world, base, viewer, probes, foretold) for world in worlds)
    for way in here:
        if here[way] != there[way]:
            raise Leak(f"{way} of {viewer} at version {worlds[0].match.version}: {difference(here[way], there[way])}")


def decide_alike(exits: Exits, supplies: Supplies, twin: World, base: int) -> None:
    """Checks that the commands of the twin, decided again, would have produced the twin's events.

    Events by chance come from the seed and are not compared, nor are later events of the same batch.
    """
    matches = {entry.n: match for entry, match in twin.history}
    for batch in batches(entry for entry, _ in twin.history[base:]):
        first = batch[0]
        if not first.begins or first.seat is None or type(first.e) in ENGINE_EVENTS or first.cause not in matches:
            continue
        before = World(twin.history[: first.cause], twin.keys)
        command = exits_command(exits, first.cmd)
        try:
            again = before.decide(exits.game, command, first.seat).entries
        except Rejected as refusal:
            raise Leak(f"decide refuses in the twin: {refusal.code}") from None
        for told, decided in zip_longest(batch, again):
            if told is None or decided is None:
                raise Leak(f"decide brings more events in one of the worlds: {told or decided}")
            if type(told.e) is type(decided.e) and (type(told.e) in ENGINE_EVENTS or supplies.is_chance(told.e)):
                break
            if told.e != decided.e:
                raise Leak(f"decide brings something else in the twin: {told.e} and {decided.e}")


def exits_command(exits: Exits, raw: Any) -> Any:
    return msgspec.json.decode(raw, type=exits.game.command_type)


def go_on(exits: Exits, supplies: Supplies, worlds: tuple[World, World], viewer: Viewer, rng: Random) -> None:
    """Plays on: the viewer does the same in both worlds, others what looks the same, until something is revealed."""
    here, there = worlds
    base = here.match.version
    for _ in range(rng.randrange(STEPS_ON)):
        if here.match.closed is not None:
            return
        seat = rng.choice(here.match.waiting)
        command = venture(exits.game, here.match.state, seat, rng) or listed(exits, here, seat, rng)
        own = viewer == Seat(seat)
        other = command if own else supplies.alike(exits.game.options(there.match.state, seat), command, rng)
        after_here, after_there = decided(exits, here, command, seat), decided(exits, there, other, seat)
        if after_here is None or after_there is None:
            if own and after_here is not after_there:
                raise Leak(f"decide says no in one of the worlds only: {command}")
            return
        lines = [up_to_barrier(exits, after.entries) for after in (after_here, after_there)]
        if lines[0] != lines[1]:
            raise Leak(f"lines before anything is revealed: {lines}")
        if any(learned(exits, entry) for after in (after_here, after_there) for entry in after.entries):
            return
        here, there = here.after(exits.game, after_here), there.after(exits.game, after_there)
        probes = supplies.probes(exits.honest.view(here.match.state, viewer), rng)
        compare(exits, (here, there), base, viewer, rng.sample(probes, 8))


def listed(exits: Exits, world: World, seat: int, rng: Random) -> Any:
    """Returns a random option of a seat."""
    options = exits.game.options(world.match.state, seat)
    return options[rng.randrange(len(options))]


def decided(exits: Exits, world: World, command: Any, seat: int) -> Decided | None:
    """Returns the events of a command in a world, or None if the rules refuse it."""
    try:
        return world.decide(exits.game, command, seat)
    except Rejected:
        return None


def difference(here: bytes, there: bytes) -> str:
    """Returns the surroundings of the first byte that differs."""
    at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    return (
        f"…{here[max(0, at - 60) : at + 60].decode(errors='replace')}… {there[at : at + 60].decode(errors='replace')}…"
    )


def possible_worlds(supplies: Supplies, seed: object, count: int) -> int:
    """Compares worlds of different seeds in a tiny set-up: equal feeds must mean equal views; returns how many met.

    It knows nothing of the game's rules, so it also checks the twins.
    """
    exits, options = supplies.tiny()
    buckets: dict[tuple[Viewer, bytes], tuple[World, dict[str, bytes]]] = {}
    met = 0
    for number in range(count):
        rng = Random(f"{seed}/{number}")
        table = opened(exits.game, min(exits.game.seats), rng, options)
        supplies.begun(table, rng)
        world = World(history(exits.game, table.log), table.keys)
        for viewer in viewers(min(exits.game.seats)):
            probes = supplies.probes(exits.honest.view(world.match.state, viewer), Random("probes"))
            seen = dict(observed(exits, world, 0, viewer, probes))
            _, first = buckets.setdefault((viewer, seen["frames"]), (world, seen))
            if first is not seen:
                met += 1
                for way in seen:
                    if seen[way] != first[way]:
                        raise Leak(f"{way} of {viewer}: {difference(first[way], seen[way])}")
    return met


def canaries(supplies: Supplies, seed: object) -> int:
    """Plays a match with labelled cards: no viewer may get a label that it was not shown; returns how many were shown.

    It checks a sample of the versions, and the last one.
    """
    rng = Random(f"{seed}")
    exits, labels = supplies.labelled(rng)
    table = opened(exits.game, rng.choice(exits.game.seats), rng, supplies.options(rng))
    play_on(table, rng, HABITS, LABELLED)
    told = history(exits.game, table.log)
    looked_at = {*rng.sample(sorted(table.heads), min(LOOKED_AT, len(table.heads))), table.match.version}
    found = 0
    for viewer in viewers(len(table.match.chairs)):
        may: set[str] = set()
        for entry, match in told:
            if match.state is not None:
                may |= supplies.shown(entry.e, match.state, viewer)
            if entry.n in looked_at and match.state is not None:
                world = World(told[: entry.n], table.keys)
                seen = observed(exits, world, begin_of_tail(world, 10), viewer, ())
                leaving = b"".join(seen.values()).decode()
                present = {label for label in labels - may if label in leaving}
                if present:
                    raise Leak(f"{viewer} at version {entry.n} is shown {sorted(present)}")
        found += len(may)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="The long leak test.")
    parser.add_argument("games", nargs="*", choices=[[], *CURRENT], help="all of them, if none is named")
    parser.add_argument("--trials", type=int, default=100_000, help="per game")
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    return max(long_run(name, asked.trials, asked.seed, asked.processes) for name in asked.games or CURRENT)


def long_run(name: str, count: int, seed: str, processes: int) -> int:
    """Runs all trials of a game and prints the findings; returns 0 if there is no leak."""
    began, total, each = perf_counter(), Counts(), 500
    print(f"{name}: {count} trials, seed {seed}, {processes} processes, commit {commit()}", flush=True)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            for part in pool.map(_part, *zip(*_parts(name, count, seed, each), strict=True)):
                total.add(part)
                print(f"{name}: {total.trials} after {perf_counter() - began:.0f} s …", flush=True)
        except Leak as leak:
            pool.shutdown(cancel_futures=True)
            print(f"{name}: LEAK, seed {seed}: {leak}")
            return 1
    rates = ", ".join(f"{field} {n / total.trials:.1%}" for field, n in sorted(total.fields.items()))
    print(f"{name}: {total.trials} trials without a leak in {perf_counter() - began:.0f} s")
    print(f"{name}: {total.differing / total.trials:.1%} of the twins differ: {rates}; viewers {dict(total.viewers)}")
    if total.is_vacuous:
        print(f"{name}: too few twins differ: the test says nothing")
    return int(total.is_vacuous)


def commit() -> str:
    """Returns the commit under test, marked if files differ from it."""
    described = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    return subprocess.run(described, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def _parts(name: str, count: int, seed: str, each: int) -> Iterator[tuple[str, str, int]]:
    for first in range(0, count, each):
        yield name, f"{seed}/{first}", min(each, count - first)


def _part(name: str, seed: str, count: int) -> Counts:
    return trials(true_exits(name), SUPPLIES[name], seed, count)


if __name__ == "__main__":
    sys.exit(main())
