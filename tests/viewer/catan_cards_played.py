"""A line of each form and a moment of each question from matches of the card game, for the tests of the pages."""

from __future__ import annotations

from chronik.projections.games import projection
from tests.viewer.catan_cards_questions import NAME, played, questions
from tests.viewer.cities_knights_played import plain, written
from tests.viewer.questions import ME


def recorded() -> dict[str, str]:
    """Returns lines and questions from these matches, with the components of the game."""
    lines = played().lines
    asked = {
        kind: {
            "prompt": one.prompt,
            "options": one.options,
            "forms": one.forms,
            "own": {"regions": one.view["seats"][str(ME)].get("regions", {})},
        }
        for kind, one in questions().items()
    }
    return {
        "catan_cards_lines.json": written([lines[form] for form in sorted(lines)]),
        "catan_cards_asked.json": written({"components": plain(projection(NAME).components), "asked": asked}),
    }
