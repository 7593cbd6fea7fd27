"""The read side of Cities & Knights."""

from __future__ import annotations

from functools import partial

from domain.cities_knights.facts.load import Facts
from domain.cities_knights.prompts import Prompt
from domain.cities_knights.public import PUBLIC
from domain.cities_knights.rules.points import points
from domain.engine.names import Names
from projections.cities_knights.components import components
from projections.cities_knights.luck import CitiesKnightsLuck, luck
from projections.cities_knights.preview import CitiesKnightsPreview, preview
from projections.cities_knights.sources import sources
from projections.cities_knights.view import CitiesKnightsView, view
from projections.match.lines import game_line
from projections.match.projection import Projection, Report
from projections.match.sources import SOURCES, Sources

LUCK = "What chance has brought each seat, beside what it brings on average: all of it is public."


def projection(facts: Facts, names: Names) -> Projection:
    """The read side over a data set."""
    return Projection(
        view_type=CitiesKnightsView,
        view=partial(view, facts),
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
