"""The final scoring and the ranking (F)."""

from __future__ import annotations

from chronik.domain.engine.game import places_of
from chronik.domain.katharina.batch import Batch
from chronik.domain.katharina.events import Finished, HandsScored, NetworksScored, OrdersScored
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.rules.residences import largest_group
from chronik.domain.katharina.state import SeatState


def score_final(batch: Batch) -> None:
    """Scores hands, orders and networks, then ranks the seats (F1–F4)."""
    facts, seats = batch.facts, batch.state.seats
    batch.add(HandsScored(tuple(len(seat.hand) for seat in seats)))
    counts = tuple(count_matched(facts, seat) for seat in seats)
    batch.add(OrdersScored(counts, tuple(facts.payouts.get(count, 0) for count in counts)))
    sizes = tuple(largest_group(facts, seat) for seat in seats)
    multipliers = (facts.track[seat.favour].multiplier for seat in seats)
    batch.add(NetworksScored(sizes, tuple(size * by for size, by in zip(sizes, multipliers, strict=True))))
    points = tuple(seat.points for seat in batch.state.seats)
    batch.add(Finished(points, places_of(points)))


def count_matched(facts: Facts, seat: SeatState) -> int:
    """Returns how many goods of its order a seat delivers; joker tiles replace missing ones (F2, Q18)."""
    shown = facts.orders[seat.order].goods
    return min(sum(shown), sum(map(min, seat.tiles, shown)) + seat.jokers)
