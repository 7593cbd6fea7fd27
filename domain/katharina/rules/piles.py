"""Stock and discard: drawing in seat order, and the discard that becomes the stock when a card is due (G6, Q2–Q4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.katharina.events import BookResidence, CardResolved, CardsDrawn, DiscardShuffled, Draw, Event, StockShuffled
from domain.katharina.facts.load import Facts
from domain.katharina.making import Batch
from domain.katharina.rules.favour import room
from domain.katharina.state import State


def shuffle_stock(batch: Batch) -> None:
    """All project cards become the stock (S5)."""
    order = batch.chance.stream("deck", 0).shuffled(batch.facts.deck)
    batch.happen(StockShuffled(order))


def draw_all(batch: Batch, why: Draw, each: int, lost: tuple[int, ...] = ()) -> None:
    """Every seat draws as many cards, in seat order, less what it loses to its hand limit."""
    seats = len(batch.state.seats)
    _draw(batch, why, [each - more for more in lost] if lost else [each] * seats, lost)


def draw_under_limit(batch: Batch, why: Draw, each: int) -> None:
    """Every seat draws under its hand limit; each card it may not draw is a point (H2)."""
    lost = tuple(max(0, each - room(batch.facts, seat)) for seat in batch.state.seats)
    draw_all(batch, why, each, lost if any(lost) else ())


def happen_drawing(batch: Batch, event: CardResolved | BookResidence, count: int) -> None:
    """An event of one seat that ends with drawing some cards; the rest of them comes after a shuffle in mid-draw."""
    if not count:
        batch.happen(event)
        return
    drawn = batch.state.stock[:count]
    batch.happen(replace(event, drawn=drawn) if drawn else event)
    if rest := count - len(drawn):
        _draw(batch, Draw.CARD, [rest if seat == event.seat else 0 for seat in range(len(batch.state.seats))], ())


def reshuffled(
    facts: Facts, now: State, then: State, undone: Sequence[Event], chance: Chance
) -> tuple[StockShuffled, ...]:
    """After going back: what nobody has seen of the stock is shuffled anew; what was drawn lies where it lay.

    When the stock was brought into a new order meanwhile, all of it is shuffled: nobody knows what lies where.
    """
    hidden = len(now.stock) if now.shuffles == then.shuffles else len(then.stock)
    known, unknown = then.stock[: len(then.stock) - hidden], then.stock[len(then.stock) - hidden :]
    if not unknown:
        return ()
    return (StockShuffled(known + chance.stream("deck", then.shuffles).shuffled(sorted(unknown))),)


def _draw(batch: Batch, why: Draw, counts: Sequence[int], lost: tuple[int, ...]) -> None:
    due = list(counts)
    if batch.state.stock or lost:
        due = _draw_there_is(batch, why, due, lost)
    while any(due) and batch.state.discard:
        _shuffle_discard(batch)
        due = _draw_there_is(batch, why, due, ())


def _draw_there_is(batch: Batch, why: Draw, due: list[int], lost: tuple[int, ...]) -> list[int]:
    stock, at = batch.state.stock, 0
    cards: list[tuple[str, ...]] = []
    for count in due:
        cards.append(stock[at : at + count])
        at += len(cards[-1])
    batch.happen(CardsDrawn(why, tuple(cards), lost))
    return [count - len(drawn) for count, drawn in zip(due, cards, strict=True)]


def _shuffle_discard(batch: Batch) -> None:
    # Q3: sorted first, so that the order of discarding does not matter.
    stream = batch.chance.stream("deck", batch.state.shuffles)
    batch.happen(DiscardShuffled(stream.shuffled(sorted(batch.state.discard))))
