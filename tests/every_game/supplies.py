"""What a game supplies to the tests that every game must pass."""

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
    """Random players, who neither seal anew nor go back."""
    play_on(table, Random(table.match.id))


class Skilled(Struct, frozen=True):
    """Players who reach what random ones reach too seldom: rule options for them, and a match played by them."""

    options: Callable[[Random], Raw] = lambda rng: NO_OPTIONS
    play: Callable[[Table], None] = steadily


class Supplies(Struct, frozen=True, kw_only=True):
    """One game's part in the contract.

    `lengths` are numbers of commands after which there is something to be seen, early and late. `options(rng)` are rule
    options for a random match, `tables` those of three that are played to the end with these `habits`, `variants` such
    in which each option has every other value once.
    `conserved(event, state)` asserts that an event has lost and made nothing, `settled(state)` what must hold besides
    whenever a command is done. `is_chance` names the events that bring something hidden from the seed, which the twin
    need not bring. `hidden_order` is what nobody may know the order of; `shuffled_anew(then, before, now)` asserts
    what an undo from `before` back to `then` has made of it, and says whether anything was shuffled.

    `resample_hidden(game, history, viewer, rng)` is a twin: another history, which differs only in what the viewer may
    not know. `hidden(state, viewer)` names what that is, to see that twins do differ in it. `alike(options, command,
    rng)` is what somebody else does in the twin, of these options, that looks like a command. `probes(view, rng)` are
    commands that will mostly be refused. `labelled(rng)` is the game with random labels in place of ids, with all
    labels; `shown(event, state, viewer)` are the ids a viewer may see by an event and the state after it. `tiny()` is a
    game so small, with its rule options, that the feeds of different seeds coincide after `begun(table, rng)`.
    `mutants` are leaks to be planted, by name; `scenes` tell, for leaks that random matches come to too seldom, by the
    last event and the state at which moments of matches of `skilled` players they show. `undone(seen)` is what an undo
    brings back of a plain view: all of it, unless seats keep in mind what they have learned.
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
