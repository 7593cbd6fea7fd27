"""The final scoring and the ranking (F)."""

from __future__ import annotations

from domain.engine.game import places_of
from domain.katharina.events import Finished, HandsScored, NetworksScored, OrdersScored
from domain.katharina.facts.load import Facts
from domain.katharina.making import Batch
from domain.katharina.rules.residences import largest_group
from domain.katharina.state import SeatState


def score_final(batch: Batch) -> None:
    """Hands, orders, networks; then the places (F1–F4)."""
    facts, seats = batch.facts, batch.state.seats
    batch.happen(HandsScored(tuple(len(seat.hand) for seat in seats)))
    counts = tuple(matched(facts, seat) for seat in seats)
    batch.happen(OrdersScored(counts, tuple(facts.payouts.get(count, 0) for count in counts)))
    sizes = tuple(largest_group(facts, seat) for seat in seats)
    multipliers = (facts.track[seat.favour].multiplier for seat in seats)
    batch.happen(NetworksScored(sizes, tuple(size * by for size, by in zip(sizes, multipliers, strict=True))))
    points = tuple(seat.points for seat in batch.state.seats)
    batch.happen(Finished(points, places_of(points)))


def matched(facts: Facts, seat: SeatState) -> int:
    """How many goods of its order a seat delivers: tiles, and one joker tile for each that lacks (F2, Q18)."""
    shown = facts.orders[seat.order].goods
    return min(sum(shown), sum(map(min, seat.tiles, shown)) + seat.jokers)
