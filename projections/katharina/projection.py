"""The projection of Katharina."""

from __future__ import annotations

from functools import partial

from chronik.domain.engine.names import Names
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.prompts import Prompt
from chronik.domain.katharina.public import PUBLIC
from chronik.projections.katharina.components import components
from chronik.projections.katharina.picture import draw
from chronik.projections.katharina.preview import KatharinaPreview, preview
from chronik.projections.katharina.sources import sources
from chronik.projections.katharina.view import KatharinaView, points, view
from chronik.projections.match.frames import game_line
from chronik.projections.match.projection import Projection, Report
from chronik.projections.match.sources import SOURCES, Sources


def projection(facts: Facts, names: Names) -> Projection:
    """Returns the projection for a data set."""
    return Projection(
        view_type=KatharinaView,
        view=partial(view, facts),
        picture=partial(draw, facts),
        prompt_type=Prompt,
        preview_type=KatharinaPreview,
        preview=partial(preview, facts),
        line=partial(game_line, PUBLIC, facts),
        points=points,
        components=components(facts, names),
        reports={"sources": Report(Sources, SOURCES, sources)},
    )
