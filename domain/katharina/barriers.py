"""Which events of Katharina taught somebody something that was hidden."""

from __future__ import annotations

from domain.katharina.events import (
    BookResidence,
    CardResolved,
    CardsDrawn,
    CardsRevealed,
    DisplaysShown,
    Event,
    OrdersDealt,
)

LEARNT = (OrdersDealt, CardsDrawn, DisplaysShown, CardsRevealed, CardResolved, BookResidence)


def barrier(event: Event) -> bool:
    """Whether somebody learned something: cards drawn, or a sealed choice shown by being revealed or resolved."""
    return isinstance(event, LEARNT)
