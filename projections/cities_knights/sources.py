"""Where the points of a match of Cities & Knights come from (R17.1)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.cities_knights.facts.load import Facts
from domain.cities_knights.state import State
from domain.engine.game import Game
from domain.engine.match.fold import fold
from domain.engine.match.log import Entry
from domain.engine.match.match import Match
from projections.match.sources import Source, Sources, by_source


def sources(facts: Facts, game: Game, match: str, entries: Iterable[Entry]) -> Sources:
    """The sources at the end of a log."""
    after = fold(game, Match(id=match), entries)
    return Sources(after.version, () if after.state is None else sources_of(facts, after.state))


def sources_of(facts: Facts, state: State) -> tuple[Source, ...]:
    """What the points of each seat are made of: all of it lies on the board (R17.1)."""
    seats, worth = state.seats, facts.points
    holders = [metropolis.seat for metropolis in state.metropolises if metropolis is not None]
    merchant = state.merchant.seat if state.merchant is not None else None
    return by_source(
        {
            "settlement": (
                tuple([seat.settlements.bit_count() + seat.sideways.bit_count() for seat in seats]),
                worth.settlement,
            ),
            "city": (tuple([seat.cities.bit_count() for seat in seats]), worth.city),
            "metropolis": (tuple([holders.count(number) for number in range(len(seats))]), worth.metropolis_bonus),
            "longest-road": (_held(state.longest, len(seats)), worth.longest_road),
            "defender": (tuple([seat.defender for seat in seats]), worth.defender_of_catan),
            "merchant": (_held(merchant, len(seats)), worth.merchant),
            "progress": (tuple([len(seat.shown) for seat in seats]), 1),
        }
    )


def _held(holder: int | None, seats: int) -> tuple[int, ...]:
    return tuple([int(number == holder) for number in range(seats)])
