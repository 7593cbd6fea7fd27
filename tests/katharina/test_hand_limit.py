"""The hand limit (rule book, H): which draws it blocks, and the value of a lost card."""

from __future__ import annotations

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
from tests.support.cases import for_each

HAND = "P101 P102 P068 P067 P034 P033 P066 P100 P032"


def held(count: int) -> str:
    """Returns a hand of `count` cards."""
    return " ".join(HAND.split()[:count])


def test_the_hand_limit_blocks_a_draw_as_in_the_rule_books_example() -> None:
    """H2: limit 6, four cards in hand, an action draws three: two are drawn, and the third is one point."""
    state = resolving(activates("P010", hand=held(4), row="P022", favour=6))  # three books
    assert FACTS.track[6].hand_limit == 6
    given(state).when(0, perform()).then_resolved(0, PERFORMED, drawn=state.stock[:2], lost_cards=1).then_seat(
        0, points=1
    )


@for_each("count", range(9))
@for_each("favour", [0, 4, 10])
def test_each_card_that_the_hand_limit_blocks_is_worth_a_point(count: int, favour: int) -> None:
    """H1, H2: drawn = min(n, max(0, limit − hand)), a point for each other card; never fewer than zero are drawn."""
    limit = FACTS.track[favour].hand_limit
    drawn = min(2, max(0, limit - count))
    state = resolving(activates("P012", hand=held(count), favour=favour))
    given(state).when(0, perform()).then_resolved(0, PERFORMED, drawn=state.stock[:drawn], lost_cards=2 - drawn)


def test_the_hand_limit_applies_to_every_draw_except_in_phase_a() -> None:
    """Q7, H2: the limit also applies to the card drawn for declining or for differing colours."""
    state = resolving(activates("P012", hand=held(3)), activates("P046", hand="P098 P099 P097", matches=False))
    moment = given(state).when(0, DECLINE)
    moment.then_resolved(0, DECLINED, lost_cards=1).then_resolved(1, MISMATCH, lost_cards=1)
    assert [len(cards) for cards in moment.the(CardsDrawn).cards] == [2, 2]


def test_cards_and_steps_lost_at_a_residence_for_books_are_worth_points() -> None:
    """H2, V2, I2: one card and two steps are lost, so three points are scored."""
    state = resolving(activates("P012", hand=held(3)))
    after = GAME.evolve(state, BookResidence(0, lost_cards=1, lost_steps=2))
    assert after.seats[0].points == state.seats[0].points + 3


def test_cards_above_the_hand_limit_are_not_discarded() -> None:
    """H3: five cards at a limit of three stay five, and the next draw gives a point."""
    moment = given(resolving(activates("P012", hand=held(5)))).when(0, perform())
    moment.then_resolved(0, PERFORMED, lost_cards=2)
    assert len(moment.state.seats[0].hand) == 7  # with the two of phase A
    assert set(held(5).split()) <= set(moment.state.seats[0].hand)


@for_each(("count", "drawn", "lost"), [(0, 2, 0), (1, 1, 1), (2, 0, 2), (6, 0, 2)])
def test_after_a_decade_each_seat_draws_two_cards_but_not_above_the_hand_limit(
    count: int, drawn: int, lost: int
) -> None:
    """I6, C3, H2: each card not drawn is one point."""
    # Before I6, declining draws one card if the limit allows it.
    moment = given(ending(owns(books=1, hand=held(count)), owns())).when(0, DECLINE).when(0, PASS)
    after_decade = next(event for event in moment.all(CardsDrawn) if event.why is Draw.DECADE)
    assert (len(after_decade.cards[0]), sum(after_decade.lost[:1])) == (drawn, lost)
