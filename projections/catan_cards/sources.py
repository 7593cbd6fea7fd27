"""Where the points of a match of the Catan card game come from (B42)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.catan_cards.cards.ids import title
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.principality.totals import both, tokens
from domain.catan_cards.state import State
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
    """What the points of each seat are made of: centre cards, expansions, and the tokens, each worth one (B21, B22)."""
    seats = state.seats
    knight, mill = tokens(state, *both(facts, state))
    return (
        *by_source(
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
        *by_source(
            {
                "knight-token": ((int(knight == 0), int(knight == 1)), 1),
                "mill-token": ((int(mill == 0), int(mill == 1)), 1),
            }
        ),
    )
