"""The common part of all progress cards (R13)."""

from __future__ import annotations

from chronik.domain.cities_knights.rules.progress.playing import distinct_cards
from chronik.domain.cities_knights.rules.progress.spending import PLAYS
from tests.support.cities_knights.table import FACTS, card


def test_only_and_all_cards_of_the_action_phase_can_be_played_in_it() -> None:
    """R13.1, R13.4: Printer and Constitution are never played, and the Alchemist only before the roll."""
    names = list(PLAYS)
    assert sorted(names) == sorted(one.id for one in FACTS.progress.values() if one.timing == "action")


def test_equal_cards_in_hand_are_listed_by_their_lowest_id() -> None:
    hand = (card("spy", 3), card("crane", 2), card("spy", 2), card("crane"))
    assert distinct_cards(FACTS, hand) == (("spy", card("spy", 2)), ("crane", card("crane")))
