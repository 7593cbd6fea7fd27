"""The ways out of an open match: what a viewer can obtain, which leak tests compare and planted leaks extend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.chain import Keys, seed_keys
from chronik.domain.engine.match.decide import Decided, Intent, decide
from chronik.domain.engine.match.events import ENGINE_EVENTS, Closed, Opened
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.refusals import REFUSALS
from chronik.domain.engine.match.refused_commands import list_refused
from chronik.domain.engine.seats import Seat, Viewer
from chronik.domain.log.canonical import encode
from chronik.projections.match.audit import audit
from chronik.projections.match.frames import line, view
from chronik.projections.match.lines import Line
from chronik.projections.match.projection import Projection
from chronik.projections.match.scores import scores

Log = Sequence[Entry]
History = list[tuple[Entry, Match]]

LISTED = 120
PREVIEWED = 8
EXPLAINED = 4
"""At every version divisible by this a seat also asks why other commands are not offered."""


class World:
    """A match at one version: its log, with the match after each entry, and its keys."""

    def __init__(self, history: History, keys: Keys) -> None:
        self.history = history
        self.match = history[-1][1]
        self.keys = seed_keys(self.match.chairs, keys)
        self.log = [entry for entry, _ in history]

    @property
    def state(self) -> Any:
        """The game's own state; the match must have started."""
        assert self.match.state is not None
        return self.match.state

    def decide(self, game: Game, command: Any, seat: int) -> Decided:
        wanted = Intent(command=command, raw=Raw(encode(command)), at=0, seat=seat)
        return decide(game, self.match, wanted, self.keys, self.log)

    def after(self, game: Game, decided: Decided) -> World:
        """Returns the world after one more batch, which must not contain an undo."""
        return World([*self.history, *walk(game, self.match, decided.entries)], self.keys)


def history(game: Game, log: Iterable[Entry]) -> History:
    """Pairs each entry of a log with the match after it."""
    return list(walk(game, Match(id="00"), log))


def without_commitment(entry: Entry) -> Entry:
    """Blanks the commitment of an opening: it stands for the secret without revealing it, and would always differ."""
    return replace(entry, e=replace(entry.e, commitment="")) if type(entry.e) is Opened else entry


def _frames(exits: Exits, world: World, base: int, viewer: Viewer) -> Any:
    """Returns the lines, and the views from which the patches between them are computed."""
    before = world.history[base - 1][1] if base else Match(id="00")
    told = [view(exits.projection, before, viewer)]
    for entry, after in world.history[base:]:
        shown = None if after.state is before.state else view(exits.projection, after, viewer)
        told.append((entry.n, line(exits.projection, without_commitment(entry)), shown))
        before = after
    return told


def _audit(exits: Exits, world: World) -> Any:
    return audit(exits.projection, [without_commitment(entry) for entry, _ in world.history], opened=False, dated=str)


def _scores(exits: Exits, world: World) -> Any:
    return scores(exits.game, exits.projection, "00", world.log)


def _reports(exits: Exits, world: World) -> Any:
    reports = exits.projection.reports
    return {name: report.build(exits.game, "00", world.log) for name, report in reports.items()}


def _card(exits: Exits, world: World) -> Any:
    match = world.match
    return (match.version, match.status, match.waiting, match.chairs, match.undos, match.request)


def _prompts(exits: Exits, world: World, seat: int) -> Any:
    return world.match.prompts(seat)


def _refused(exits: Exits, world: World, seat: int, command: Any, refusal: Rejected) -> Any:
    meaning = exits.game.refusals.get(refusal.code) or REFUSALS[refusal.code]
    return (refusal.code, refusal.facts, meaning)


def _preview(exits: Exits, world: World, seen: Any, command: Any) -> Any:
    return exits.honest.preview(seen, command)


class Exits(Struct, frozen=True, kw_only=True):
    """The ways out of a match; previews and probes come from the `honest` projection, which has no leak."""

    game: Game
    projection: Projection
    honest: Projection
    frames: Callable[[Exits, World, int, Viewer], Any] = _frames
    audit: Callable[[Exits, World], Any] = _audit
    scores: Callable[[Exits, World], Any] = _scores
    reports: Callable[[Exits, World], Any] = _reports
    card: Callable[[Exits, World], Any] = _card
    prompts: Callable[[Exits, World, int], Any] = _prompts
    refused: Callable[[Exits, World, int, Any, Rejected], Any] = _refused
    preview: Callable[[Exits, World, Any, Any], Any] = _preview


class Foretold:
    """Previews for one seat: they follow from what it sees, so worlds that look the same to it share them."""

    def __init__(self) -> None:
        self._seen: Any = None
        self._commands: Sequence[Any] = ()
        self._told: Sequence[Any] = ()

    def of(self, exits: Exits, world: World, seen: Any, commands: Sequence[Any]) -> Sequence[Any]:
        """Returns the preview of each command, as the way out under test gives it."""
        if exits.preview is not _preview or seen != self._seen or commands != self._commands:
            self._seen, self._commands = seen, commands
            self._told = [exits.preview(exits, world, seen, command) for command in commands]
        return self._told


def observed(
    exits: Exits, world: World, base: int, viewer: Viewer, probes: Sequence[Any], foretold: Foretold | None = None
) -> Mapping[str, bytes]:
    """Returns every byte that a viewer can obtain, by its way out: frames after a base, and what can be requested now.

    With the frames of the whole log come its audit, its scores and its game's reports.
    """
    ways: dict[str, Any] = {
        "view": view(exits.projection, world.match, viewer),
        "frames": exits.frames(exits, world, base, viewer),
        "card": exits.card(exits, world),
    }
    if base == 0:
        ways["audit"] = exits.audit(exits, world)
        ways["scores"] = exits.scores(exits, world)
        ways["reports"] = exits.reports(exits, world)
    if isinstance(viewer, Seat):
        ways["prompts"] = exits.prompts(exits, world, viewer.number)
        options = exits.game.options(world.match.state, viewer.number) if world.match.closed is None else ()
        shown = [options[i] for i in range(0, len(options), 1 + len(options) // LISTED)]
        ways["options"] = (len(options), shown)
        ways["forms"] = exits.game.forms(world.match.state, viewer.number)
        seen = exits.honest.view(world.match.state, viewer)
        ways["previews"] = (foretold or Foretold()).of(exits, world, seen, shown[:: 1 + len(shown) // PREVIEWED])
        if world.match.version % EXPLAINED == 0:
            ways["refused"] = list_refused(exits.game, world.match, viewer.number, 0)
        ways["refusals"] = [_answer(exits, world, viewer.number, probe) for probe in probes]
    return {way: msgspec.json.encode(value, enc_hook=_plainly) for way, value in ways.items()}


def up_to_barrier(exits: Exits, entries: Iterable[Entry]) -> list[Line]:
    """Returns the lines of a batch up to the first barrier."""
    lines: list[Line] = []
    for entry in entries:
        if learned(exits, entry):
            break
        lines.append(line(exits.projection, entry))
    return lines


def learned(exits: Exits, entry: Entry) -> bool:
    """Returns whether a seat learned something from an entry: it is a barrier of the game, or it closes the match."""
    return type(entry.e) is Closed or (type(entry.e) not in ENGINE_EVENTS and exits.game.barrier(entry.e))


def _answer(exits: Exits, world: World, seat: int, command: Any) -> Any:
    try:
        decided = world.decide(exits.game, command, seat)
    except Rejected as refusal:
        return exits.refused(exits, world, seat, command, refusal)
    if type(command).__module__.startswith("chronik.domain.engine"):
        return "accepted"
    return ("accepted", up_to_barrier(exits, decided.entries))


def _plainly(value: Any) -> Any:
    """Converts what the encoder does not know."""
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(type(value))
