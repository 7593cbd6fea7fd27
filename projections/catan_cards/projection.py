"""The read side of the Catan card game."""

from __future__ import annotations

from functools import partial

from domain.catan_cards.facts.load import Facts
from domain.catan_cards.principality.totals import points
from domain.catan_cards.prompts import Prompt
from domain.catan_cards.public import PUBLIC
from domain.engine.names import Names
from projections.catan_cards.components import components
from projections.catan_cards.luck import CatanCardsLuck, luck
from projections.catan_cards.preview import CatanCardsPreview, preview
from projections.catan_cards.sources import sources
from projections.catan_cards.view import CatanCardsView, view
from projections.match.lines import game_line
from projections.match.projection import Projection, Report
from projections.match.sources import SOURCES, Sources

LUCK = "What chance has brought each seat, beside what it brings on average: all of it is public."


def projection(facts: Facts, names: Names) -> Projection:
    """The read side over a data set."""
    return Projection(
        view_type=CatanCardsView,
        view=partial(view, facts),
        prompt_type=Prompt,
        preview_type=CatanCardsPreview,
        preview=partial(preview, facts),
        line=partial(game_line, PUBLIC, facts),
        points=partial(points, facts),
        components=components(facts, names),
        reports={
            "luck": Report(CatanCardsLuck, LUCK, partial(luck, facts)),
            "sources": Report(Sources, SOURCES, partial(sources, facts)),
        },
    )
