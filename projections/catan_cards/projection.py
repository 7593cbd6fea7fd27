"""The read side of the Catan card game: views, previews, components and reports."""

from __future__ import annotations

from functools import partial

from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.totals import points
from chronik.domain.catan_cards.prompts import Prompt
from chronik.domain.catan_cards.public import PUBLIC
from chronik.domain.engine.names import Names
from chronik.projections.catan_cards.components import components
from chronik.projections.catan_cards.luck import CatanCardsLuck, luck
from chronik.projections.catan_cards.picture import draw
from chronik.projections.catan_cards.preview import CatanCardsPreview, preview
from chronik.projections.catan_cards.sources import sources
from chronik.projections.catan_cards.view import CatanCardsView, view
from chronik.projections.match.frames import game_line
from chronik.projections.match.projection import Projection, Report
from chronik.projections.match.sources import SOURCES, Sources

LUCK = "The luck of each seat: what chance gave it, compared with the average. All of it is public."


def projection(facts: Facts, names: Names) -> Projection:
    """Returns the read side for a data set."""
    return Projection(
        view_type=CatanCardsView,
        view=partial(view, facts),
        picture=partial(draw, facts),
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
