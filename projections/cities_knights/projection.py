"""The read side of Cities & Knights: views, previews, components and reports."""

from __future__ import annotations

from functools import partial

from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import Prompt
from chronik.domain.cities_knights.public import PUBLIC
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.engine.names import Names
from chronik.projections.cities_knights.components import components
from chronik.projections.cities_knights.luck import CitiesKnightsLuck, luck
from chronik.projections.cities_knights.picture import draw
from chronik.projections.cities_knights.preview import CitiesKnightsPreview, preview
from chronik.projections.cities_knights.sources import sources
from chronik.projections.cities_knights.view import CitiesKnightsView, view
from chronik.projections.match.frames import game_line
from chronik.projections.match.projection import Projection, Report
from chronik.projections.match.sources import SOURCES, Sources

LUCK = "The cards that the dice gave each seat, compared with the average. All of it is public."


def projection(facts: Facts, names: Names) -> Projection:
    """Returns the read side for a data set."""
    return Projection(
        view_type=CitiesKnightsView,
        view=partial(view, facts),
        picture=draw,
        prompt_type=Prompt,
        preview_type=CitiesKnightsPreview,
        preview=partial(preview, facts),
        line=partial(game_line, PUBLIC, facts),
        points=partial(points, facts),
        components=components(facts, names),
        reports={
            "luck": Report(CitiesKnightsLuck, LUCK, partial(luck, facts)),
            "sources": Report(Sources, SOURCES, partial(sources, facts)),
        },
    )
