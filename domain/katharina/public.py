"""The public part of each event of Katharina, and the events that are barriers (Q22, Q32).

The barriers are draws and events that reveal sealed choices.
"""

from __future__ import annotations

from typing import Any, get_args

from chronik.domain.engine.public_rows import collect_rows, public_row
from chronik.domain.katharina.events import (
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


def _prompt_tag(facts: Any, event: PromptsOpened) -> Any:
    return type(event.prompts[0]).__struct_config__.tag


def _count_drawn(facts: Any, event: CardResolved | BookResidence) -> int | None:
    return len(event.drawn) or None


PUBLIC = collect_rows(
    get_args(Event),
    public_row(OrdersDealt, "orders", barrier=True),
    public_row(Positioned, dealt=lambda _, event: sum(map(len, event.anew)), barrier=True),
    public_row(StockShuffled, barrier=False),
    public_row(DiscardShuffled, barrier=False),
    public_row(RoundBegan, "decade", "round", barrier=False),
    public_row(CardsDrawn, "why", "lost", counts=lambda _, event: tuple(map(len, event.cards)), barrier=True),
    public_row(
        PromptsOpened,
        seats=lambda _, event: tuple(prompt.seat for prompt in event.prompts),
        prompt=_prompt_tag,
        barrier=False,
    ),
    public_row(Committed, barrier=False),
    public_row(DisplaysShown, "displays", barrier=True),
    public_row(CardsRevealed, "plays", barrier=True),
    public_row(
        CardResolved,
        *("how", "bonus", "paid", "bonus_paid", "city", "tile", "favour"),
        *("points", "bonus_points", "lost_cards", "lost_steps"),
        drawn=_count_drawn,
        barrier=True,
    ),
    public_row(CannonsScored, "cannons", "points", barrier=False),
    public_row(BooksCompared, "books", "builders", "jokers", barrier=False),
    public_row(BookResidence, "city", "tile", "favour", "lost_cards", "lost_steps", drawn=_count_drawn, barrier=True),
    public_row(ResidencesScored, "points", barrier=False),
    public_row(TrackScored, "points", barrier=False),
    public_row(DisplaysCleared, barrier=False),
    public_row(HandsScored, "points", barrier=False),
    public_row(OrdersScored, "matched", "points", barrier=False),
    public_row(NetworksScored, "sizes", "points", barrier=False),
    public_row(Finished, "points", "places", barrier=False),
)
"""The public row of each event."""
