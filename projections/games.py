"""What projections need of each game: its view, its lines, its scores, its previews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from domain.cities_knights.facts import load as cities_knights_facts
from domain.cities_knights.prompts import Prompt as CitiesKnightsPrompt
from domain.cities_knights.rules.points import points as cities_knights_points
from domain.engine.game import Game
from domain.engine.match.log import Entry
from domain.engine.names import load_names
from domain.engine.seats import Viewer
from domain.katharina.facts import load as katharina_facts
from domain.katharina.prompts import Prompt
from projections.cities_knights import luck as cities_knights_luck
from projections.cities_knights import preview as cities_knights_preview
from projections.cities_knights import view as cities_knights
from projections.cities_knights.components import components as cities_knights_components
from projections.cities_knights.lines import line as cities_knights_line
from projections.katharina import preview as katharina_preview
from projections.katharina import view as katharina
from projections.katharina.components import components
from projections.match.lines import Line


class Projection(Struct, frozen=True, kw_only=True):
    """The read side of one game: `view(state, viewer)` is the only way out for what a match holds.

    `preview(view, command)` says what a command would certainly bring to the seat whose view it is; `luck` tells what
    chance has brought, where a game keeps such an account.
    """

    view_type: type
    view: Callable[[Any, Viewer], Any]
    prompt_type: Any
    preview_type: type
    preview: Callable[[Any, Any], Any]
    line: Callable[[Any], Line]
    points: Callable[[Any], tuple[int, ...]]
    components: Any
    luck_type: Any = None
    luck: Callable[[Game[Any, Any, Any], str, Iterable[Entry[Any]]], Any] | None = None


def _katharina(directory: Path | None) -> Projection:
    printed = katharina_facts.PRINTED
    facts = katharina_facts.load(directory or printed)
    return Projection(
        view_type=katharina.KatharinaView,
        view=partial(katharina.view, facts),
        prompt_type=Prompt,
        preview_type=katharina_preview.KatharinaPreview,
        preview=partial(katharina_preview.preview, facts),
        line=katharina.line,
        points=katharina.points,
        components=components(facts, load_names(directory or printed, printed)),
    )


def _cities_knights(directory: Path | None) -> Projection:
    printed = cities_knights_facts.PRINTED
    facts = cities_knights_facts.load(directory or printed)
    return Projection(
        view_type=cities_knights.CitiesKnightsView,
        view=partial(cities_knights.view, facts),
        prompt_type=CitiesKnightsPrompt,
        preview_type=cities_knights_preview.CitiesKnightsPreview,
        preview=partial(cities_knights_preview.preview, facts),
        line=partial(cities_knights_line, facts),
        points=partial(cities_knights_points, facts),
        components=cities_knights_components(facts, load_names(directory or printed, printed)),
        luck_type=cities_knights_luck.CitiesKnightsLuck,
        luck=partial(cities_knights_luck.luck, facts),
    )


PROJECTIONS: Mapping[str, Callable[[Path | None], Projection]] = {
    "cities_knights": _cities_knights,
    "katharina": _katharina,
}


@lru_cache(maxsize=64)
def projection(name: str, data_set: Path | None = None) -> Projection:
    """The read side of a game over its printed facts or those of another directory; raises KeyError, or `BadFacts`."""
    return PROJECTIONS[name](data_set)
