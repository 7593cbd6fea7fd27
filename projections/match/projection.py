"""What projections need of each game: its view, its lines, its scores, its previews, its reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from domain.engine.game import Game
from domain.engine.match.log import Entry
from domain.engine.seats import Viewer
from projections.match.lines import Line


class Report(Struct, frozen=True):
    """An account that a game keeps of a log, for everybody: its type, what it tells in a sentence, how it is made."""

    type: type
    tells: str
    made: Callable[[Game, str, Iterable[Entry]], Any]


class Projection(Struct, frozen=True, kw_only=True):
    """The read side of one game: `view(state, viewer)` builds all that a viewer may see of the state.

    `preview(view, command)` says what a command would certainly bring to the seat whose view it is; `reports` are the
    further accounts that the game keeps, by the name in their address.
    """

    view_type: type
    view: Callable[[Any, Viewer], Any]
    prompt_type: Any
    preview_type: type
    preview: Callable[[Any, Any], Any]
    line: Callable[[Any], Line]
    points: Callable[[Any], tuple[int, ...]]
    components: Any
    reports: Mapping[str, Report] = {}
