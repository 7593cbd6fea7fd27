"""What all progress cards have in common (R13)."""

from __future__ import annotations

from domain.cities_knights.rules.progress.playing import different
from domain.cities_knights.rules.progress.spending import PLAYS
from tests.support.cities_knights.table import FACTS, card


def test_every_card_of_the_action_phase_can_be_played_and_no_other() -> None:
    """R13.1, R13.4: Printer and Constitution never, the Alchemist before the roll."""
    names = list(PLAYS)
    assert sorted(names) == sorted(one.id for one in FACTS.progress.values() if one.timing == "action")


def test_the_different_cards_of_a_hand_go_by_their_lowest_copies() -> None:
    hand = (card("spy", 3), card("crane", 2), card("spy", 2), card("crane"))
    assert different(FACTS, hand) == (("spy", card("spy", 2)), ("crane", card("crane")))
