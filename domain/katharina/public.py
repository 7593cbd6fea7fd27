"""What everybody may be told of each event of Katharina, and which events are barriers (Q22, Q32).

Barriers are cards drawn, and a sealed choice that is shown by being revealed or resolved.
"""

from __future__ import annotations

from typing import Any, get_args

from domain.engine.public import public, publicity
from domain.katharina.events import (
    BookResidence,
    BooksCompared,
    CannonsScored,
    CardResolved,
    CardsDrawn,
    CardsRevealed,
    Committed,
    DiscardShuffled,
    DisplaysCleared,
    DisplaysShown,
    Event,
    Finished,
    HandsScored,
    NetworksScored,
    OrdersDealt,
    OrdersScored,
    Positioned,
    PromptsOpened,
    ResidencesScored,
    RoundBegan,
    StockShuffled,
    TrackScored,
)


def _asked(facts: Any, event: PromptsOpened) -> Any:
    return type(event.prompts[0]).__struct_config__.tag


def _drawn(facts: Any, event: CardResolved | BookResidence) -> int | None:
    return len(event.drawn) or None


PUBLIC = publicity(
    get_args(Event),
    public(OrdersDealt, "orders", barrier=True),
    public(Positioned, dealt=lambda _, event: sum(map(len, event.anew)), barrier=True),
    public(StockShuffled, barrier=False),
    public(DiscardShuffled, barrier=False),
    public(RoundBegan, "decade", "round", barrier=False),
    public(CardsDrawn, "why", "lost", counts=lambda _, event: tuple(map(len, event.cards)), barrier=True),
    public(
        PromptsOpened,
        seats=lambda _, event: tuple(prompt.seat for prompt in event.prompts),
        prompt=_asked,
        barrier=False,
    ),
    public(Committed, barrier=False),
    public(DisplaysShown, "displays", barrier=True),
    public(CardsRevealed, "plays", barrier=True),
    public(
        CardResolved,
        *("how", "bonus", "paid", "bonus_paid", "city", "tile", "favour"),
        *("points", "bonus_points", "lost_cards", "lost_steps"),
        drawn=_drawn,
        barrier=True,
    ),
    public(CannonsScored, "cannons", "points", barrier=False),
    public(BooksCompared, "books", "builders", "jokers", barrier=False),
    public(BookResidence, "city", "tile", "favour", "lost_cards", "lost_steps", drawn=_drawn, barrier=True),
    public(ResidencesScored, "points", barrier=False),
    public(TrackScored, "points", barrier=False),
    public(DisplaysCleared, barrier=False),
    public(HandsScored, "points", barrier=False),
    public(OrdersScored, "matched", "points", barrier=False),
    public(NetworksScored, "sizes", "points", barrier=False),
    public(Finished, "points", "places", barrier=False),
)
"""What is public of each event, and which of them are barriers."""
