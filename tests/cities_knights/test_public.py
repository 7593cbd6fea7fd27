"""What all may know of an event."""

from __future__ import annotations

from domain.cities_knights.events import ProgressTaken
from projections.games import projection
from tests.support.cities_knights.table import card

LINE = projection("cities_knights").line


def test_from_which_deck_a_card_was_taken_is_public_and_which_card_is_not() -> None:
    """C-58: how many cards of each deck a seat holds is public."""
    taken = LINE(ProgressTaken(0, 1, card("spy")))
    assert (taken.seat, taken.params) == (0, {"victim": 1, "deck": "politics"})
    assert LINE(ProgressTaken(0, 1)).params == {"victim": 1}
