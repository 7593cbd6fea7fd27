"""Opening a game at a table: the command that opens its match, with the lists of its entrants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Raw

from chronik.domain.engine.game import Lists
from chronik.domain.engine.match.clock import Takebacks
from chronik.domain.engine.match.commands import First, OpenMatch
from chronik.domain.engine.match.entropy import RECORDED_SINCE
from chronik.domain.log.canonical import encode
from chronik.domain.tournament.record.state import Tournament, seat_holders_of
from chronik.domain.tournament.record.table import Game


def build_opening(
    tournament: Tournament, game: Game, lists: Lists[Any] | None, sealed: Mapping[int, str], rules: int
) -> OpenMatch:
    """Builds the command that opens a game. All chairs are taken, so its match starts at once.

    Seats add the registered entropy. Each seat submits the list that its entrant sealed, if `sealed` has it under the
    entrant's number; otherwise the game asks for one. In a tournament no undo crosses a barrier, even if all seats
    agree. Under newer `rules` of the game, the command records that the secret was bound before the entrants
    registered.
    """
    plan = tournament.planned
    return OpenMatch(
        chairs=seat_holders_of(tournament, game),
        options=Raw(plan.options),
        disclosure=plan.disclosure,
        opener=tournament.staff[0].player,
        clock=plan.clock,
        takebacks=Takebacks.OWN,
        held=tournament.withholds_matches,
        first=tuple(
            build_first_command(lists, seat, sealed[number])
            for seat, number in enumerate(game.entrants)
            if number in sealed
        ),
        bound=rules >= RECORDED_SINCE,
    )


def build_first_command(lists: Lists[Any] | None, seat: int, deck: str) -> First:
    """Builds the command with which a seat submits a list. The list must be valid in its game."""
    assert lists is not None, "a game whose seats bring lists"
    return First(seat, Raw(encode(lists.command(deck))))
