"""What projections need of each game: its view, its lines, its scores, its previews."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from domain.engine.seats import Viewer
from domain.katharina import facts as katharina_facts
from projections import katharina
from projections.lines import Line


class Projection(Struct, frozen=True, kw_only=True):
    """The read side of one game: `view(state, viewer)` is the only way out for what a match holds."""

    view_type: type
    view: Callable[[Any, Viewer], Any]
    line: Callable[[Any], Line]
    points: Callable[[Any], tuple[int, ...]]


def _katharina(directory: Path | None) -> Projection:
    facts = katharina_facts.load(directory or katharina_facts.PRINTED)
    return Projection(
        view_type=katharina.KatharinaView,
        view=partial(katharina.view, facts),
        line=katharina.line,
        points=katharina.points,
    )


PROJECTIONS: Mapping[str, Callable[[Path | None], Projection]] = {
    "katharina": _katharina,
}


@lru_cache(maxsize=64)
def projection(name: str, data_set: Path | None = None) -> Projection:
    """The read side of a game over its printed facts or those of another directory; raises KeyError, or `BadFacts`."""
    return PROJECTIONS[name](data_set)
