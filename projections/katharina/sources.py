"""The sources of points in a match of Katharina. The log records each point once (I, F, H2, V1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.log import Entry, live_entries
from chronik.domain.katharina.events import (
    BookResidence,
    CannonsScored,
    CardResolved,
    CardsDrawn,
    HandsScored,
    NetworksScored,
    OrdersScored,
    Positioned,
    ResidencesScored,
    TrackScored,
)
from chronik.projections.match.sources import Source, Sources

BEFORE, CARDS, OVERFLOW = "before", "cards", "overflow"
SCORINGS: dict[type, str] = {
    CannonsScored: "cannons",
    ResidencesScored: "residences",
    TrackScored: "track",
    HandsScored: "hands",
    OrdersScored: "orders",
    NetworksScored: "networks",
}
ORDER = (BEFORE, CARDS, *SCORINGS.values(), OVERFLOW)


def sources(game: Game, match: str, entries: Iterable[Entry]) -> Sources:
    """Returns the sources of the points in a log. Undone entries do not count."""
    log = tuple(entries)
    seats = next((entry.e.seats for entry in log if isinstance(entry.e, Opened)), 0)
    tally = {name: [0] * seats for name in ORDER}
    for entry in live_entries(log):
        for name, seat, points in _points_of(entry.e):
            tally[name][seat] += points
    return Sources(log[-1].n if log else 0, tuple(Source(name, tuple(points)) for name, points in tally.items()))


def _points_of(event: Any) -> Iterator[tuple[str, int, int]]:
    """Yields the source, seat and points of an event. Each card or step over the limit is a point (H2, V1)."""
    match event:
        case Positioned():
            yield from ((BEFORE, number, seat.points) for number, seat in enumerate(event.state.seats))
        case CardResolved():
            yield CARDS, event.seat, event.points + event.bonus_points
            yield OVERFLOW, event.seat, event.lost_cards + event.lost_steps
        case BookResidence():
            yield OVERFLOW, event.seat, event.lost_cards + event.lost_steps
        case CardsDrawn():
            yield from ((OVERFLOW, seat, lost) for seat, lost in enumerate(event.lost))
        case CannonsScored() | ResidencesScored() | TrackScored() | HandsScored() | OrdersScored() | NetworksScored():
            yield from ((SCORINGS[type(event)], seat, points) for seat, points in enumerate(event.points))
        case _:
            return
