"""Opening a game at a table: the command that opens its match, with what its entrants bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Raw

from domain.engine.game import Lists
from domain.engine.match.clock import Takebacks
from domain.engine.match.commands import First, OpenMatch
from domain.engine.match.log import encode
from domain.tournament.record.state import Tournament, chairs_of
from domain.tournament.record.table import Game


def opening(tournament: Tournament, game: Game, lists: Lists[Any] | None, sealed: Mapping[int, str]) -> OpenMatch:
    """The command that opens a game: all chairs are taken, so its match starts at once, with what was registered.

    Each seat brings the list that its entrant has sealed, as far as that is known by number; who brings none is asked.
    What crosses a barrier is not taken back in a tournament, whoever consents.
    """
    plan = tournament.planned
    return OpenMatch(
        chairs=chairs_of(tournament, game),
        options=Raw(plan.options),
        disclosure=plan.disclosure,
        opener=tournament.staff[0].player,
        clock=plan.clock,
        takebacks=Takebacks.OWN,
        held=tournament.holds,
        first=tuple(
            first_command(lists, seat, sealed[number]) for seat, number in enumerate(game.entrants) if number in sealed
        ),
    )


def first_command(lists: Lists[Any] | None, seat: int, deck: str) -> First:
    """The command by which a seat brings a list, which must be a good one of its game."""
    assert lists is not None, "a game whose seats bring lists"
    return First(seat, Raw(encode(lists.bring(deck))))
