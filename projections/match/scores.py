"""The score of a match after every entry."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.fold import walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.projections.match.projection import Projection


class Score(Struct, frozen=True):
    """The points by seat after an entry."""

    version: int
    points: tuple[int, ...]


def scores(game: Game, projection: Projection, match: str, entries: Iterable[Entry]) -> tuple[Score, ...]:
    """Returns one score for each entry since the start of a match."""
    return tuple(
        Score(entry.n, projection.points(after.state))
        for entry, after in walk(game, Match(id=match), entries)
        if after.state is not None
    )
