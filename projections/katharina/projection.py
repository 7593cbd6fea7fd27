"""The read side of Katharina."""

from __future__ import annotations

from functools import partial

from domain.engine.names import Names
from domain.katharina.facts.load import Facts
from domain.katharina.prompts import Prompt
from domain.katharina.public import PUBLIC
from projections.katharina.components import components
from projections.katharina.preview import KatharinaPreview, preview
from projections.katharina.sources import sources
from projections.katharina.view import KatharinaView, points, view
from projections.match.lines import game_line
from projections.match.projection import Projection, Report
from projections.match.sources import SOURCES, Sources


def projection(facts: Facts, names: Names) -> Projection:
    """The read side over a data set."""
    return Projection(
        view_type=KatharinaView,
        view=partial(view, facts),
        prompt_type=Prompt,
        preview_type=KatharinaPreview,
        preview=partial(preview, facts),
        line=partial(game_line, PUBLIC, facts),
        points=points,
        components=components(facts, names),
        reports={"sources": Report(Sources, SOURCES, sources)},
    )
