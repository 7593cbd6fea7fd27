"""The hand limit (rule book, H): what it blocks, and what a lost card is worth."""

from __future__ import annotations

import pytest

from chronik.domain.katharina.commands import DECLINE, PASS
from chronik.domain.katharina.events import BookResidence, CardsDrawn, Draw
from tests.katharina.table import (
    DECLINED,
    FACTS,
    GAME,
    MISMATCH,
    PERFORMED,
    activates,
    ending,
    given,
    owns,
    perform,
    resolving,
)

HAND = "P101 P102 P068 P067 P034 P033 P066 P100 P032"


def held(count: int) -> str:
    """A hand of so many cards."""
    return " ".join(HAND.split()[:count])


def test_the_example() -> None:
    """H2: limit 6, four cards in hand, an action draws three: two are drawn, and one point for the third."""
    state = resolving(activates("P010", hand=held(4), row="P022", favour=6))  # three books
    assert FACTS.track[6].hand_limit == 6
    given(state).when(0, perform()).then_resolved(0, PERFORMED, drawn=state.stock[:2], lost_cards=1).then_seat(
        0, points=1
    )


@pytest.mark.parametrize("count", range(9))
@pytest.mark.parametrize("favour", [0, 4, 10])
def test_drawing_under_the_limit(count: int, favour: int) -> None:
    """H1, H2: drawn = min(n, max(0, limit − hand)), a point for each other card; never fewer than none."""
    limit = FACTS.track[favour].hand_limit
    drawn = min(2, max(0, limit - count))
    state = resolving(activates("P012", hand=held(count), favour=favour))
    given(state).when(0, perform()).then_resolved(0, PERFORMED, drawn=state.stock[:drawn], lost_cards=2 - drawn)


def test_the_limit_holds_for_every_draw_but_phase_a() -> None:
    """Q7, H2: declining and differing colours draw under the limit too."""
    state = resolving(activates("P012", hand=held(3)), activates("P046", hand="P098 P099 P097", matches=False))
    moment = given(state).when(0, DECLINE)
    moment.then_resolved(0, DECLINED, lost_cards=1).then_resolved(1, MISMATCH, lost_cards=1)
    assert [len(cards) for cards in moment.the(CardsDrawn).cards] == [2, 2]


def test_what_is_lost_in_the_interim_brings_points_too() -> None:
    """H2, V2, I2: a card and two steps that a residence could not bring."""
    state = resolving(activates("P012", hand=held(3)))
    after = GAME.evolve(state, BookResidence(0, lost_cards=1, lost_steps=2))
    assert after.seats[0].points == state.seats[0].points + 3


def test_nobody_discards_down_to_the_limit() -> None:
    """H3: five cards at a limit of three stay five, and the next draw brings a point."""
    moment = given(resolving(activates("P012", hand=held(5)))).when(0, perform())
    moment.then_resolved(0, PERFORMED, lost_cards=2)
    assert len(moment.state.seats[0].hand) == 7  # with the two of phase A
    assert set(held(5).split()) <= set(moment.state.seats[0].hand)


@pytest.mark.parametrize(("count", "drawn", "lost"), [(0, 2, 0), (1, 1, 1), (2, 0, 2), (6, 0, 2)])
def test_two_cards_after_a_decade(count: int, drawn: int, lost: int) -> None:
    """I6, C3, H2: two cards under the limit, one point for each card not drawn."""
    # Before I6, declining draws one card where there is room.
    moment = given(ending(owns(books=1, hand=held(count)), owns())).when(0, DECLINE).when(0, PASS)
    after_decade = next(event for event in moment.all(CardsDrawn) if event.why is Draw.DECADE)
    assert (len(after_decade.cards[0]), sum(after_decade.lost[:1])) == (drawn, lost)
