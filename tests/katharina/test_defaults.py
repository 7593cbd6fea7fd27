"""The default answer for a seat that does not answer (rule book, Q37, Q38)."""

from __future__ import annotations

import pytest

from chronik.domain.katharina.commands import DECLINE, PASS, ChooseDisplay, PlayCards
from tests.katharina.table import GAME, activates, dealt, ending, given, owns, playing, resolving, seat
from tests.support.cases import for_each


def test_by_default_the_three_lowest_cards_are_displayed() -> None:
    """Q37: S6 takes the three lowest card ids."""
    hand = dealt().state.seats[1].hand
    assert GAME.default(dealt().state, 1) == ChooseDisplay(tuple(sorted(hand)[:3]))


@for_each(
    ("activation", "slot"),
    [((None, None, None), 0), (("P003", None, None), 1), (("P003", None, "P010"), 1), (("P003", "P010", "P011"), 3)],
)
def test_the_default_play_uses_the_lowest_cards_and_the_leftmost_free_slot(
    activation: tuple[str | None, ...], slot: int
) -> None:
    """Q37: the lowest id goes to the action row, the second lowest to the leftmost empty slot."""
    ann = seat("P037 P009 P007 P005", "P001 P035 P069", activation=activation)
    state = playing(ann, seat("P006 P008", "P002 P036 P070", order="O2"))
    assert GAME.default(state, 0) == PlayCards("P005", "P007", slot)


def test_the_default_answer_in_phase_d_is_to_decline() -> None:
    """Q37: even if performing would be better."""
    assert GAME.default(resolving(activates("P019")), 0) == DECLINE


def test_by_default_no_residence_is_built() -> None:
    """Q37: I2 builds none."""
    assert GAME.default(given(ending(owns(books=1), owns())).when(0, DECLINE).state, 0) == PASS


def test_only_a_seat_that_is_asked_has_a_default() -> None:
    """Q37, E6: a seat that owes no answer cannot be late."""
    with pytest.raises(LookupError):
        GAME.default(resolving(activates("P019")), 1)


@for_each("seats", [2, 3, 4])
@for_each("gone", [{0}, {0, 1}])
def test_a_match_can_be_finished_with_default_answers(seats: int, gone: set[int]) -> None:
    """Q38: an abandoned seat continues to the end with default answers, and all seats are ranked."""
    moment = dealt(seats)
    while prompts := moment.state.prompts:
        number = next(one.seat for one in prompts if moment.state.sealed[one.seat] is None)
        listed = GAME.options(moment.state, number)
        assert GAME.default(moment.state, number) in listed
        moment = moment.when(number, GAME.default(moment.state, number) if number in gone else listed[-1])
        moment.then(...)
    assert moment.state.outcome is not None
    assert len(moment.state.outcome.places) == seats
