"""Previews: what a building changes on the chosen site."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.catan_cards.commands import BuildCard, Side
from chronik.domain.engine.seats import Seat
from chronik.projections.catan_cards.preview import CatanCardsPreview, preview
from chronik.projections.catan_cards.view import view
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, BELOW, FACTS, card, position, principality


def preview_building(name: str, slot: int, side: Side) -> CatanCardsPreview:
    """Returns the preview of a building in an otherwise empty principality with a city."""
    builder = replace(principality(0, stored=3), settlements=(-1,), cities=(1,), hand=(card(name),))
    return preview(FACTS, view(FACTS, position(builder), Seat(0)), BuildCard(card(name), slot, side))


def test_a_preview_names_the_regions_that_a_building_helps() -> None:
    """B59: a Sawmill doubles only the forests beside it. A Garrison shelters both regions beside it (B18)."""
    helpful = preview_building("sawmill", -1, BELOW)
    assert (helpful.production, helpful.lacks) == ({"forest_4_a": 2}, "")
    assert len(preview_building("garrison", -1, BELOW).sheltered) == 2


LACKS = {"sawmill": "lumber", "smithy": "knight", "harbor": "fleet", "church": "unit", "bath_house": "", "abbey": ""}


@for_each(("name", "lacks"), LACKS.items())
def test_a_preview_says_what_a_useless_building_lacks(name: str, lacks: str) -> None:
    useless = preview_building(name, 1, ABOVE)
    assert (useless.production, useless.lacks) == ({}, lacks)
