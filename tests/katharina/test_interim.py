"""The interim scoring that ends a decade (rule book, I), step by step."""

from __future__ import annotations

import pytest

from chronik.domain.katharina.commands import DECLINE, PASS, BuildOrPass
from chronik.domain.katharina.events import (
    BookResidence,
    BooksCompared,
    CannonsScored,
    CardsDrawn,
    Committed,
    DisplaysCleared,
    Draw,
    Finished,
    HandsScored,
    PromptsOpened,
    ResidencesScored,
    RoundBegan,
    TrackScored,
)
from chronik.domain.katharina.prompts import BuildPrompt
from chronik.domain.katharina.rules.interim import neighbour_pairs
from chronik.domain.katharina.rules.residences import free_cities
from tests.katharina.table import FACTS, MISMATCH, TWELVE, Moment, cities_of, ending, given, owns, playing, seat
from tests.support.cases import for_each


def compared(*books: int) -> Moment:
    """Returns the interim scoring of seats that own these numbers of books."""
    return given(ending(*(owns(books=count) for count in books))).when(0, DECLINE)


# I1


@for_each(
    ("cannons", "points"),
    [
        ((3, 1), (4, 0)),
        ((1, 3), (0, 4)),
        ((2, 2), (2, 2)),
        ((0, 0), (2, 2)),  # Q26
        ((3, 2, 1), (8, 4, 0)),
        ((2, 2, 1), (6, 6, 0)),
        ((0, 0, 0), (4, 4, 4)),
        ((1, 2, 3, 4), (0, 4, 4, 8)),  # 0 and 2, 1 and 3 are never compared
        ((4, 0, 4, 0), (8, 0, 8, 0)),
        ((2, 0, 0, 2), (6, 2, 2, 6)),
        ((0, 0, 0, 0), (4, 4, 4, 4)),
    ],
)
def test_each_seat_compares_its_cannons_with_those_of_each_neighbour(
    cannons: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """I1, Q6, Q26: more scores 4, equal scores 2 each, also with none; two players are one pair, three players three
    pairs, and four compare only left and right."""
    moment = given(ending(*(owns(cannons=count) for count in cannons))).when(0, DECLINE)
    moment.then(..., CannonsScored(cannons, points), ...)
    assert sum(points) == 4 * len(neighbour_pairs(len(cannons)))


def test_seats_beside_each_other_are_neighbours_and_each_pair_counts_once() -> None:
    """Q6, I1: the last seat and the first are neighbours too."""
    assert {seats: neighbour_pairs(seats) for seats in (2, 3, 4)} == {
        2: ((0, 1),),
        3: ((0, 1), (1, 2), (2, 0)),
        4: ((0, 1), (1, 2), (2, 3), (3, 0)),
    }


def test_cannons_are_scored_after_the_last_card_of_the_round() -> None:
    """R-E, I1: the last card is resolved before anything is compared."""
    moment = given(ending(owns(cannons=2), owns())).when(0, DECLINE)
    moment.then_resolved(1, MISMATCH, drawn=moment.the_card(1).drawn)
    kinds = [type(event).__name__ for event in moment.events]
    assert kinds == ["Committed", "CardResolved", "CardResolved", "CannonsScored", "BooksCompared", "PromptsOpened"]


# I2


@for_each(
    ("books", "builders", "jokers"),
    [
        ((4, 2, 2, 1), (0,), (1, 2)),  # Moni, Christina, Peter, Markus
        ((4, 2, 2, 2), (0,), ()),  # had Markus owned 2
        ((0, 0), (0, 1), ()),
        ((2, 2, 2), (0, 1, 2), ()),
        ((1, 1, 1, 1), (0, 1, 2, 3), ()),
        ((3, 1), (0,), ()),  # Q17
        ((1, 3), (1,), ()),
        ((3, 2, 1), (0,), (1,)),
        ((3, 3, 1), (0, 1), ()),  # Q27
        ((3, 1, 1), (0,), ()),
        ((3, 3, 2, 1), (0, 1), (2,)),
        ((1, 2, 3, 4), (3,), (1, 2)),
        ((2, 0, 2, 1), (0, 2), (3,)),
    ],
)
def test_seats_with_the_most_books_may_build_and_those_in_the_middle_take_jokers(
    books: tuple[int, ...], builders: tuple[int, ...], jokers: tuple[int, ...]
) -> None:
    """I2, Q17, Q27: the most may build, the fewest get nothing, if all are equal all may build, all others take a joker
    tile; "most" is checked first."""
    moment = compared(*books)
    moment.then(..., BooksCompared(books, builders, jokers), PromptsOpened(tuple(map(BuildPrompt, builders))))
    assert [one.jokers for one in moment.state.seats] == [int(number in jokers) for number in range(len(books))]
    assert moment.state.jokers == (6 if len(books) > 2 else 0) - len(jokers)


def test_joker_tiles_never_run_out() -> None:
    """P2, Q1, C1: each of three scorings hands out at most two of the six."""
    first = compared(4, 2, 2, 1).state.jokers
    last = ending(owns(books=4), owns(books=2, jokers=2), owns(books=2, jokers=2), owns(books=1), decade=3)
    assert (first, last.jokers, given(last).when(0, DECLINE).state.jokers) == (4, 2, 0)


def test_taking_a_joker_tile_when_none_is_left_raises_an_error() -> None:
    """Q1, E7: it cannot happen with six tiles; if it did, no seat would silently go without."""
    poor = ending(owns(books=4), owns(books=2, jokers=3), owns(books=2, jokers=3), owns(books=1))
    with pytest.raises(AssertionError, match="P2"):
        given(poor).when(0, DECLINE)


def test_several_seats_that_may_build_choose_in_secret_and_build_in_seat_order() -> None:
    """I2, Q15, Q32: each commits a city or none, hidden until the last choice is made."""
    moment = compared(2, 2, 1).when(1, BuildOrPass("riga")).then(Committed(1, BuildOrPass("riga")))
    moment.when(0, BuildOrPass("riga")).then(
        Committed(0, BuildOrPass("riga")),
        BookResidence(0, "riga", "food"),
        BookResidence(1, "riga", "food"),
        ResidencesScored((1, 1, 0)),
        ...,
    )


def test_a_seat_that_may_build_can_decline_and_gets_nothing() -> None:
    """Q15, Q35: the residence is optional and has no replacement."""
    compared(2, 1).when(0, PASS).then(Committed(0, PASS), BookResidence(0), ResidencesScored((0, 0)), ...).then_seat(
        0, residences=()
    )


def test_a_residence_for_books_needs_a_city_where_the_seat_has_none() -> None:
    """I2, B1: a city with a residence of the seat is refused, and so is an unknown city."""
    moment = given(ending(owns(books=1, residences="riga kiev"), owns())).when(0, DECLINE)
    for city in ("riga", "kiev", "nowhere"):
        refused = moment.when(0, BuildOrPass(city)).then_rejected("city", "B2")
        assert refused.facts == {"allowed": free_cities(FACTS, seat(residences="riga kiev"))}
    moment.when(1, BuildOrPass("riga")).then_rejected("not-asked", "E6")


# I3, I4


def test_each_residence_scores_one_point_and_two_in_a_one_city() -> None:
    """I3, C8: a point per residence, and one more for each in a "1" city."""
    ones = cities_of("point")
    state = ending(owns(books=1, residences=f"riga kiev {ones[0]} {ones[1]}"), owns(residences=TWELVE), owns())
    given(state).when(0, DECLINE).when(0, PASS).then(..., ResidencesScored((4 + 2, 12 + 3, 0)), ...)


def test_the_residence_built_for_books_scores_at_once() -> None:
    """I3: a residence from I2 counts in the same interim scoring."""
    compared(1, 0).when(0, BuildOrPass("tomsk")).then(..., ResidencesScored((2, 0)), ...)


def test_a_crown_built_for_books_raises_the_income_at_once() -> None:
    """I4: the step of a crown built in I2 already counts."""
    moment = given(ending(owns(books=1, favour=6), owns(favour=3))).when(0, DECLINE)
    moment.when(0, BuildOrPass("moscow")).then(..., TrackScored((5, 2)), ...)
    moment.when(0, PASS).then(..., TrackScored((4, 2)), ...)


# I5, I6


def test_covered_cards_are_discarded_at_the_end_of_a_decade() -> None:
    """I5: the four covered cards and those below them are discarded; three stay in their order with empty slots."""
    state = ending(owns(books=1), owns())
    before = state.seats
    moment = given(state).when(0, DECLINE).when(0, PASS).then(..., DisplaysCleared(), ...)
    for number, one in enumerate(before):
        moment.then_seat(number, action_row=one.action_row[:3], activation=(None, None, None))
        assert {*one.action_row[3:], *filter(None, one.activation[3:])} <= set(moment.state.discard)
    assert len(moment.state.discard) == 16


def test_the_cards_that_stay_in_the_row_keep_their_order() -> None:
    """I5: whichever slots are covered."""
    covered = (None, "P008", "P009", None, None, "P010", "P011")
    ann = seat(row="P001 P002 P003 P004 P005 P006 P007", activation=covered)
    given(playing(ann, seat()), DisplaysCleared()).then_seat(
        0, action_row=("P001", "P004", "P005"), activation=(None, None, None)
    )


@pytest.mark.parametrize("decade", [1, 2])
def test_the_next_decade_begins_with_two_cards_for_each_seat(decade: int) -> None:
    """I6, Q2: they are drawn in seat order; then the first round draws two more."""
    moment = given(ending(owns(books=1), owns(), decade=decade)).when(0, DECLINE)
    stock = moment.state.stock
    moment.when(0, PASS).then(
        ...,
        DisplaysCleared(),
        CardsDrawn(Draw.DECADE, (stock[:2], stock[2:4])),
        RoundBegan(decade + 1, 1),
        CardsDrawn(Draw.ROUND, (stock[4:6], stock[6:8])),
        ...,
    )


def test_no_cards_are_drawn_after_the_third_decade() -> None:
    """I6, Q21: the displays are cleared, nothing is drawn, and the final scoring follows."""
    moment = given(ending(owns(books=1, hand="P101"), owns(), decade=3)).when(0, DECLINE).when(0, PASS)
    moment.then(..., DisplaysCleared(), HandsScored((2, 1)), ..., moment.the(Finished))
    assert moment.all(CardsDrawn) == []


def test_the_interim_scoring_goes_through_its_steps_in_order() -> None:
    """I1, I2, I3, I4, I5, I6: cannons, books, residences, favour, clean-up, cards."""
    moment = compared(1, 0)
    after = moment.when(0, PASS)
    assert [type(event) for event in (*moment.events[-3:-1], *after.events[1:6])] == [
        CannonsScored,
        BooksCompared,
        BookResidence,
        ResidencesScored,
        TrackScored,
        DisplaysCleared,
        CardsDrawn,
    ]
