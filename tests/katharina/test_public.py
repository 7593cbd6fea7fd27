"""The events of Katharina that reveal something hidden."""

from __future__ import annotations

from chronik.domain.katharina.public import PUBLIC


def test_dealt_drawn_and_revealed_cards_are_barriers() -> None:
    """Q22, Q32: these events reveal something hidden."""
    assert {row.event.__name__ for row in PUBLIC.values() if row.barrier} == {
        *("OrdersDealt", "CardsDrawn", "DisplaysShown", "CardsRevealed", "CardResolved", "BookResidence"),
        "Positioned",
    }
