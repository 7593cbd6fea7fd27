"""The parts that each game supplies to the tests of every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Raw, Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.seats import Viewer
from tests.every_game.exits import Exits, History
from tests.every_game.playout import NO_OPTIONS, RESTLESS, Habits, Table, play_on

STEADY_AND_RESTLESS = (RESTLESS, Habits(replaces=0.05, undoes=0.12, inspects=0.02), Habits())


def steadily(table: Table) -> None:
    """Plays random options only, without replacing sealed choices or undoing."""
    play_on(table, Random(table.match.id))


class Skilled(Struct, frozen=True):
    """Players who reach positions that random ones rarely reach: their rule options, and how they play a match."""

    options: Callable[[Random], Raw] = lambda rng: NO_OPTIONS
    play: Callable[[Table], None] = steadily


class Supplies(Struct, frozen=True, kw_only=True):
    """One game's part in the contract.

    `lengths` are numbers of commands after which there is something to see, early and late. `options(rng)` are rule
    options for a random match. `tables` are those of three matches that are played to the end with these `habits`.
    In `variants`, each option has each other value once.
    `conserved(event, state)` asserts that an event has lost and created nothing, `settled(state)` what must also hold
    after each command. `is_chance` recognises events whose hidden content comes from the seed; the twin need not
    repeat it. `hidden_order` is the part whose order no seat may know. `shuffled_anew(then, before, now)` asserts
    what an undo from `before` back to `then` did to it, and returns whether anything was shuffled.

    `resample_hidden(game, history, viewer, rng)` returns a twin: another history that differs only in what the viewer
    may not know. `hidden(state, viewer)` names those parts, to check that twins do differ in them. `alike(options,
    command, rng)` picks, for another seat in the twin, an option that looks like the command. `probes(view, rng)` are
    commands that are mostly refused. `labelled(rng)` is the game with random labels in place of ids, with all labels.
    `shown(event, state, viewer)` are the ids that a viewer may see in an event and the state after it. `tiny()` is a
    game so small, with its rule options, that the feeds of different seeds coincide after `begun(table, rng)`.
    `mutants` are the leaks to plant, by name. `scenes` decide, for leaks that random matches reach too rarely, at which
    moments of matches they can show, from the last event and the state; `skilled` players play half of these matches.
    `undone(seen)` is the part of a plain view that an undo restores: all of it, unless seats remember what they saw.
    """

    lengths: tuple[int, ...]
    options: Callable[[Random], Raw]
    tables: tuple[Raw, Raw, Raw]
    variants: tuple[Raw, ...]
    conserved: Callable[[Any, Any], None]
    settled: Callable[[Any], None]
    is_chance: Callable[[Any], bool]
    hidden_order: Callable[[Any], tuple[Any, ...]]
    shuffled_anew: Callable[[Any, Any, Any], bool]
    resample_hidden: Callable[[Game, History, Viewer, Random], History]
    hidden: Callable[[Any, Viewer], Mapping[str, Any]]
    alike: Callable[[Sequence[Any], Any, Random], Any]
    probes: Callable[[Any, Random], Sequence[Any]]
    labelled: Callable[[Random], tuple[Exits, frozenset[str]]]
    shown: Callable[[Any, Any, Viewer], frozenset[str]]
    tiny: Callable[[], tuple[Exits, Raw]]
    begun: Callable[[Table, Random], None]
    mutants: Mapping[str, Callable[[Exits], Exits]]
    scenes: Mapping[str, Callable[[Any, Any], bool]] = {}
    skilled: Skilled = Skilled()
    undone: Callable[[Any], Any] = lambda seen: seen
    habits: tuple[Habits, Habits, Habits] = STEADY_AND_RESTLESS
