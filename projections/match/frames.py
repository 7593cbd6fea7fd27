"""Frames: what one viewer sees of a log, entry by entry, as the first view and then differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct

from domain.engine.game import Game
from domain.engine.match.events import ENGINE_EVENTS
from domain.engine.match.fold import walk
from domain.engine.match.log import Entry
from domain.engine.match.match import Match
from domain.engine.seats import Viewer
from projections.match.lines import Line, engine_line
from projections.match.projection import Projection

EMPTY: dict[str, Any] = {}


class Base(Struct, frozen=True):
    """Where frames begin: a version and the view at it, null as long as the match has not started."""

    version: int
    view: Any


class Frame(Struct, frozen=True):
    """One entry for one viewer: its public line, and a merge patch (RFC 7396) between the views before and after."""

    version: int
    line: Line
    patch: Any


def line(projection: Projection, entry: Entry) -> Line:
    """The public line of an entry."""
    return engine_line(entry.e) if type(entry.e) in ENGINE_EVENTS else projection.line(entry.e)


def view(projection: Projection, match: Match, viewer: Viewer) -> Any:
    """The view of a match, as its game builds it; None before the start."""
    return None if match.state is None else projection.view(match.state, viewer)


def frames(
    game: Game,
    projection: Projection,
    match: Match,
    entries: Iterable[Entry],
    viewer: Viewer,
    beyond: int = 0,
) -> Iterator[Frame]:
    """One frame per entry that follows a match, undone ones too; raises `NeedsWholeLog` where the log begins too late.

    Entries up to the version `beyond` are folded, but not shown.
    """
    sight: ViewerFrames | None = None
    for entry, after in walk(game, match, entries):
        if entry.n > beyond:
            sight = sight or ViewerFrames(projection, match, viewer)
            yield sight.frame(entry, after)
        match = after


class ViewerFrames:
    """What one viewer sees of a match as it grows."""

    __slots__ = ("_projection", "_seen", "_state", "viewer")

    def __init__(self, projection: Projection, match: Match, viewer: Viewer) -> None:
        self.viewer = viewer
        self._projection = projection
        self._state: Any = match.state
        self._seen = plain(view(projection, match, viewer))

    def base(self, version: int) -> Base:
        """What is seen now, at a version."""
        return Base(version, self._seen)

    def frame(self, entry: Entry, after: Match) -> Frame:
        """The next entry and the match after it, as a difference from what was seen before."""
        patch: Any = EMPTY
        if after.state is not self._state:
            now = plain(view(self._projection, after, self.viewer))
            patch = difference(self._seen, now)
            self._state, self._seen = after.state, now
        return Frame(entry.n, line(self._projection, entry), patch)


def plain(view: Any) -> Any:
    """A view as plain objects, arrays and scalars: exactly what its JSON says."""
    return msgspec.to_builtins(view, str_keys=True)


def difference(before: Any, after: Any) -> Any:
    """The merge patch (RFC 7396) that turns one plain value into another.

    A null in a patch removes a field, so no view has a field that is null: what there is not, is absent.
    """
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    return _merge_patch(cast("dict[str, Any]", before), cast("dict[str, Any]", after))


def _merge_patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    patch: dict[str, Any] = {}
    for key, value in after.items():
        if key not in before:
            patch[key] = value
        elif before[key] != value:
            patch[key] = difference(before[key], value)
    for key in before:
        if key not in after:
            patch[key] = None
    return patch


def encoded(frame: Frame | Base) -> Raw:
    """A frame as JSON."""
    return Raw(msgspec.json.encode(frame))
