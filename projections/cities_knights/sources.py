"""The sources of the points in a match of Cities & Knights (R17.1)."""

from __future__ import annotations

from collections.abc import Iterable

from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.projections.match.sources import Source, Sources, build_sources


def sources(facts: Facts, game: Game, match: str, entries: Iterable[Entry]) -> Sources:
    """Returns the sources of the points at the end of a log."""
    after = fold(game, Match(id=match), entries)
    return Sources(after.version, () if after.state is None else sources_of(facts, after.state))


def sources_of(facts: Facts, state: State) -> tuple[Source, ...]:
    """Returns the sources of each seat's points, all of which are public (R17.1)."""
    seats, worth = state.seats, facts.points
    holders = [metropolis.seat for metropolis in state.metropolises if metropolis is not None]
    merchant = state.merchant.seat if state.merchant is not None else None
    return build_sources(
        {
            "settlement": (
                tuple([seat.settlements.bit_count() + seat.sideways.bit_count() for seat in seats]),
                worth.settlement,
            ),
            "city": (tuple([seat.cities.bit_count() for seat in seats]), worth.city),
            "metropolis": (tuple([holders.count(number) for number in range(len(seats))]), worth.metropolis_bonus),
            "longest-road": (_awards_by_seat(state.longest, len(seats)), worth.longest_road),
            "defender": (tuple([seat.defender for seat in seats]), worth.defender_of_catan),
            "merchant": (_awards_by_seat(merchant, len(seats)), worth.merchant),
            "progress": (tuple([len(seat.shown) for seat in seats]), 1),
        }
    )


def _awards_by_seat(holder: int | None, seats: int) -> tuple[int, ...]:
    return tuple([int(number == holder) for number in range(seats)])
