"""The sources of the points in a match of the Catan card game (B42)."""

from __future__ import annotations

from collections.abc import Iterable

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.totals import both_totals, tokens
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.game import Game
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.projections.match.sources import Source, Sources, build_sources


def sources(facts: Facts, game: Game, match: str, entries: Iterable[Entry]) -> Sources:
    """Returns the sources of points at the end of a log."""
    after = fold(game, Match(id=match), entries)
    return Sources(after.version, () if after.state is None else sources_of(facts, after.state))


def sources_of(facts: Facts, state: State) -> tuple[Source, ...]:
    """Returns each seat's points by source: centre cards, expansions, and tokens, each worth one point (B21, B22)."""
    seats = state.seats
    knight, mill = tokens(state, *both_totals(facts, state))
    return (
        *build_sources(
            {
                "settlement": (tuple([len(seat.settlements) for seat in seats]), facts.settlement.vp),
                "city": (tuple([len(seat.cities) for seat in seats]), facts.city.vp),
            }
        ),
        Source(
            "expansion",
            tuple([sum([facts.cards[title(one.card)].vp for one in seat.built]) for seat in seats]),
            tuple([sum([facts.cards[title(one.card)].vp > 0 for one in seat.built]) for seat in seats]),
        ),
        *build_sources(
            {
                "knight-token": ((int(knight == 0), int(knight == 1)), 1),
                "mill-token": ((int(mill == 0), int(mill == 1)), 1),
            }
        ),
    )
