"""The stock and the discard pile: drawing in seat order, and reusing the pile when the stock runs out (G6, Q2–Q4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from chronik.domain.engine.chance import Chance
from chronik.domain.katharina.batch import Batch
from chronik.domain.katharina.events import (
    BookResidence,
    CardResolved,
    CardsDrawn,
    DiscardShuffled,
    Draw,
    Event,
    StockShuffled,
)
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.rules.favour import count_drawable
from chronik.domain.katharina.state import State


def shuffle_stock(batch: Batch) -> None:
    """Shuffles all project cards into the stock (S5)."""
    order = batch.chance.stream("deck", 0).shuffle(batch.facts.deck)
    batch.add(StockShuffled(order))


def draw_all(batch: Batch, why: Draw, each: int, lost: tuple[int, ...] = ()) -> None:
    """Draws `each` cards for every seat, in seat order, minus those that the seat loses to its hand limit."""
    seats = len(batch.state.seats)
    _draw(batch, why, [each - more for more in lost] if lost else [each] * seats, lost)


def draw_under_limit(batch: Batch, why: Draw, each: int) -> None:
    """Draws for every seat within its hand limit. Each card that it may not draw is worth a point (H2)."""
    lost = tuple(max(0, each - count_drawable(batch.facts, seat)) for seat in batch.state.seats)
    draw_all(batch, why, each, lost if any(lost) else ())


def add_with_draw(batch: Batch, event: CardResolved | BookResidence, count: int) -> None:
    """Adds an event in which a seat draws cards. If the stock runs out, the rest are drawn after a shuffle."""
    if not count:
        batch.add(event)
        return
    drawn = batch.state.stock[:count]
    batch.add(replace(event, drawn=drawn) if drawn else event)
    if rest := count - len(drawn):
        _draw(batch, Draw.CARD, [rest if seat == event.seat else 0 for seat in range(len(batch.state.seats))], ())


def reshuffle(
    facts: Facts, now: State, then: State, undone: Sequence[Event], chance: Chance
) -> tuple[StockShuffled, ...]:
    """Reshuffles the unseen part of the stock after an undo. Cards that were drawn since keep their places.

    If the stock was shuffled in between, all of it is reshuffled, because no player knows its order.
    """
    hidden = len(now.stock) if now.shuffles == then.shuffles else len(then.stock)
    known, unknown = then.stock[: len(then.stock) - hidden], then.stock[len(then.stock) - hidden :]
    if not unknown:
        return ()
    return (StockShuffled(known + chance.stream("deck", then.shuffles).shuffle(sorted(unknown))),)


def _draw(batch: Batch, why: Draw, counts: Sequence[int], lost: tuple[int, ...]) -> None:
    due = list(counts)
    if batch.state.stock or lost:
        due = _draw_available(batch, why, due, lost)
    while any(due) and batch.state.discard:
        _shuffle_discard(batch)
        due = _draw_available(batch, why, due, ())


def _draw_available(batch: Batch, why: Draw, due: list[int], lost: tuple[int, ...]) -> list[int]:
    stock, at = batch.state.stock, 0
    cards: list[tuple[str, ...]] = []
    for count in due:
        cards.append(stock[at : at + count])
        at += len(cards[-1])
    batch.add(CardsDrawn(why, tuple(cards), lost))
    return [count - len(drawn) for count, drawn in zip(due, cards, strict=True)]


def _shuffle_discard(batch: Batch) -> None:
    # Q3: the cards are sorted first, so that the order in which they were discarded does not matter.
    stream = batch.chance.stream("deck", batch.state.shuffles)
    batch.add(DiscardShuffled(stream.shuffle(sorted(batch.state.discard))))
