"""The projection of a game: its view, lines, scores, previews and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.seats import Viewer
from chronik.projections.match.lines import Line


class Report(Struct, frozen=True):
    """A public report that a game can make of a log: its type, a sentence about it, and the function that builds it."""

    type: type
    description: str
    build: Callable[[Game, str, Iterable[Entry]], Any]


class Projection(Struct, frozen=True, kw_only=True):
    """The projection of one game: `view(state, viewer)` builds everything that a viewer may see of the state.

    `picture(view)` draws the board of a spectator's view. `preview(view, command)` returns the certain results of a
    command for the seat whose view it is. `reports` are the game's additional reports, by the name in their URL.
    """

    view_type: type
    view: Callable[[Any, Viewer], Any]
    picture: Callable[[Any], str]
    prompt_type: Any
    preview_type: type
    preview: Callable[[Any, Any], Any]
    line: Callable[[Any], Line]
    points: Callable[[Any], tuple[int, ...]]
    components: Any
    reports: Mapping[str, Report] = {}
