"""Where the points of a match of Katharina come from: each is scored once, and the log tells it (I, F, H2, V1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.engine.game import Game
from domain.engine.match.events import Opened
from domain.engine.match.log import Entry, live
from domain.katharina.events import (
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
from projections.match.sources import Source, Sources

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
    """The sources of the points that a log has scored; what was undone does not count."""
    log = tuple(entries)
    seats = next((entry.e.seats for entry in log if isinstance(entry.e, Opened)), 0)
    tally = {name: [0] * seats for name in ORDER}
    for entry in live(log):
        for name, seat, points in _scored(entry.e):
            tally[name][seat] += points
    return Sources(log[-1].n if log else 0, tuple(Source(name, tuple(points)) for name, points in tally.items()))


def _scored(event: Any) -> Iterator[tuple[str, int, int]]:
    """What an event has scored: the source, the seat, the points. A card or step too many is a point (H2, V1)."""
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
