"""A position of another match: of what others had in mind there, nothing is left in it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.catan_cards.sight import unseen
from domain.catan_cards.state import HandSight, SeatState
from domain.engine.match.forking import fork_of
from domain.games import game
from tests.support.every_game.forked import moments

NAME = "catan_cards"


@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_what_others_had_in_mind_does_not_matter(eyes: int | None) -> None:
    for origin, head in moments(NAME)[:10]:
        assert origin.state is not None
        seats = tuple(
            [
                forgetful(seat, origin.state.stacks) if number != eyes else replace(seat, unseen=seat.unseen + 1)
                for number, seat in enumerate(origin.state.seats)
            ]
        )
        other = replace(origin, state=replace(origin.state, seats=seats))
        assert fork_of(game(NAME), origin, head, eyes) == fork_of(game(NAME), other, head, eyes)


def forgetful(seat: SeatState, stacks: tuple[tuple[str, ...], ...]) -> SeatState:
    """A seat that has looked at nothing, and to whose hand one more card came unseen."""
    return replace(
        seat,
        sights=tuple([unseen(len(stack)) for stack in stacks]),
        hand_sight=HandSight(),
        unseen=seat.unseen + 1,
    )
