"""Cities & Knights to 29 points as if its seats brought lists along, for tests of sealing: any text is a list.

None is ever played.

`python -m tests.support.service.listed serve …` is the service with this game.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.game import Lists
from service.matches.catalogue import Catalogue, Rules

POINTS = 29
LISTED: Mapping[str, Any] = {"game": "cities_knights", "options": {"victory_points": POINTS}}
"""What a plan says of such a game."""
PROGRAM = (sys.executable, "-m", "tests.support.service.listed")
HOUSE = ("the first list of the house", "the second list of the house")
LISTS: Lists[Any] = Lists(
    wanted=lambda options: options.victory_points == POINTS,
    problems=lambda _options, _deck: (),
    bring=lambda deck: deck,
    house=lambda _options: HOUSE,
)


def listed(rules: Rules | None) -> Rules | None:
    """Rules by which lists are brought."""
    wanted = rules is not None and rules.game.name == LISTED["game"]
    return replace(rules, game=replace(rules.game, lists=LISTS)) if rules is not None and wanted else rules


def bring_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the game be played with lists until the patch ends."""
    current, edition = Catalogue.current, Catalogue.edition
    monkeypatch.setattr(Catalogue, "current", lambda self, name: listed(current(self, name)))
    monkeypatch.setattr(Catalogue, "edition", lambda self, *pinned: listed(edition(self, *pinned)))


if __name__ == "__main__":
    from service.__main__ import main

    bring_lists(pytest.MonkeyPatch())
    sys.exit(main())
