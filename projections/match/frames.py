"""The content of a match for one viewer: the view, the open prompts, and the log as a view with changes to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import ENGINE_EVENTS
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.public_rows import PublicRows, public_fields
from chronik.domain.engine.sealing import find_sealed_choice
from chronik.domain.engine.seats import Viewer
from chronik.projections.match.lines import Line, engine_line
from chronik.projections.match.projection import Projection

EMPTY: dict[str, Any] = {}


class Base(Struct, frozen=True):
    """The start of a sequence of frames: a version, and the view at it (null before the match has started)."""

    version: int
    view: Any


class Frame(Struct, frozen=True):
    """One entry for one viewer: its public line, and the merge patch (RFC 7396) from the previous view to the next."""

    version: int
    line: Line
    patch: Any


def line(projection: Projection, entry: Entry) -> Line:
    """Returns the public line of an entry."""
    return engine_line(entry.e) if type(entry.e) in ENGINE_EVENTS else projection.line(entry.e)


def game_line(rows: PublicRows, facts: Any, event: Any) -> Line:
    """Returns the public line of a game event: its tag, its seat, and the fields that its public row lists."""
    row = rows[type(event)]
    return Line(row.tag, getattr(event, "seat", None), public_fields(row, facts, event))


def view(projection: Projection, match: Match, viewer: Viewer) -> Any:
    """Returns the view that the game builds, or None before the start."""
    return None if match.state is None else projection.view(match.state, viewer)


class OpenPrompt(Struct, frozen=True):
    """An open prompt of the caller: its id, whether an answer has been sealed, and the prompt itself."""

    id: int
    sealed: bool
    prompt: Any


def open_prompts(match: Match, seat: int) -> tuple[OpenPrompt, ...]:
    """Returns the open prompts of a seat."""
    sealed = match.state is not None and find_sealed_choice(match.state, seat) is not None
    return tuple(OpenPrompt(one.id, sealed, one.prompt) for one in match.prompts(seat))


def frames(
    game: Game,
    projection: Projection,
    match: Match,
    entries: Iterable[Entry],
    viewer: Viewer,
    beyond: int = 0,
) -> Iterator[Frame]:
    """Yields one frame for each log entry after the present state of a match, including undone entries.

    Entries up to the version `beyond` are folded but not yielded. Raises `NeedsWholeLog` if an undo goes back further
    than these entries.
    """
    builder: ViewerFrames | None = None
    for entry, after in walk(game, match, entries):
        if entry.n > beyond:
            builder = builder or ViewerFrames(projection, match, viewer)
            yield builder.frame(entry, after)
        match = after


class ViewerFrames:
    """A builder of frames for one viewer, entry by entry."""

    __slots__ = ("_projection", "_seen", "_state", "viewer")

    def __init__(self, projection: Projection, match: Match, viewer: Viewer) -> None:
        self.viewer = viewer
        self._projection = projection
        self._state: Any = match.state
        self._seen = to_plain(view(projection, match, viewer))

    def base(self, version: int) -> Base:
        """Returns the present view as a base at this version."""
        return Base(version, self._seen)

    def frame(self, entry: Entry, after: Match) -> Frame:
        """Returns the frame of the next entry: its line, and the change to the view of the match after it."""
        patch: Any = EMPTY
        if after.state is not self._state:
            now = to_plain(view(self._projection, after, self.viewer))
            patch = difference(self._seen, now)
            self._state, self._seen = after.state, now
        return Frame(entry.n, line(self._projection, entry), patch)


def to_plain(view: Any) -> Any:
    """Returns a view as plain objects, arrays and scalars, like those of its JSON."""
    return msgspec.to_builtins(view, str_keys=True)


def difference(before: Any, after: Any) -> Any:
    """Returns the merge patch (RFC 7396) that turns one plain value into another.

    A null in a patch removes a field, so views must omit fields instead of setting them to null.
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


def encode_frame(frame: Frame | Base) -> Raw:
    """Returns a frame as JSON."""
    return Raw(msgspec.json.encode(frame))
