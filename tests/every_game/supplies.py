"""What a game supplies to the tests that every game must pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from domain.engine.seats import Viewer
from domain.games import AnyGame
from tests.every_game.exits import Exits, History


class Supplies(Struct, frozen=True, kw_only=True):
    """One game's part in the contract.

    `conserved` asserts that a state has lost and made nothing. `is_shuffle` names the events that bring a new hidden
    order from the seed. `hidden_order` is what nobody may know the order of; `shuffled_anew(then, before, now)` asserts
    what an undo from `before` back to `then` has made of it, and says whether anything was shuffled.

    `resample_hidden(game, history, viewer, rng)` is a twin: another history, which differs only in what the viewer may
    not know. `hidden(state, viewer)` names what that is, to see that twins do differ in it. `probes(view, rng)` are
    commands that will mostly be refused. `labelled(rng)` is the game with random labels in place of ids, with all
    labels; `shown(state, viewer)` are the ids a viewer may see at a state. `tiny()` is a game so small that the feeds
    of different seeds coincide while its first prompts are open. `mutants` are leaks to be planted, by name.
    """

    conserved: Callable[[Any], None]
    is_shuffle: Callable[[Any], bool]
    hidden_order: Callable[[Any], tuple[Any, ...]]
    shuffled_anew: Callable[[Any, Any, Any], bool]
    resample_hidden: Callable[[AnyGame, History, Viewer, Random], History]
    hidden: Callable[[Any, Viewer], Mapping[str, Any]]
    probes: Callable[[Any, Random], Sequence[Any]]
    labelled: Callable[[Random], tuple[Exits, frozenset[str]]]
    shown: Callable[[Any, Viewer], frozenset[str]]
    tiny: Callable[[], Exits]
    mutants: Mapping[str, Callable[[Exits], Exits]]
