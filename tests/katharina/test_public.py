"""From which events of Katharina somebody learns what was hidden."""

from __future__ import annotations

from chronik.domain.katharina.public import PUBLIC


def test_cards_that_are_drawn_and_choices_that_are_shown_are_barriers() -> None:
    """Q22, Q32."""
    assert {row.event.__name__ for row in PUBLIC.values() if row.barrier} == {
        *("OrdersDealt", "CardsDrawn", "DisplaysShown", "CardsRevealed", "CardResolved", "BookResidence"),
        "Positioned",
    }
