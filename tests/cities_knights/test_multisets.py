"""Choices of cards from a hand, counted at once and built on access."""

from __future__ import annotations

from itertools import product

import pytest

from chronik.domain.cities_knights.cards.kinds import Cards, Counts, count_cards
from chronik.domain.cities_knights.cards.multisets import Choices, count_ways, is_choice, pick_most_plentiful
from tests.support.cases import for_each
from tests.support.cities_knights.table import cards

HANDS: tuple[tuple[Counts, int], ...] = (
    (cards(), 0),
    (cards(brick=1), 1),
    (cards(brick=3, ore=2, paper=4), 4),
    (cards(brick=1, lumber=1, wool=1, grain=1, ore=1, cloth=1, coin=1, paper=1), 4),
    (cards(wool=5, coin=2), 7),
    (cards(wool=2, coin=2), 5),
)


def list_choices(choices: Choices[Cards]) -> list[Counts]:
    return [count_cards(choice) for choice in choices]


@for_each(("hand", "size"), HANDS)
def test_every_choice_of_cards_is_listed_exactly_once(hand: Counts, size: int) -> None:
    found = list_choices(Choices(hand, size, lambda chosen: chosen))
    every = [counts for counts in product(*(range(count + 1) for count in hand)) if sum(counts) == size]
    assert len(found) == len(set(found)) == count_ways(hand, size)
    assert sorted(found) == sorted(every)


@for_each(("hand", "size"), HANDS)
def test_a_sequence_of_choices_supports_indexes_and_slices(hand: Counts, size: int) -> None:
    choices = Choices(hand, size, lambda chosen: chosen)
    assert [choices[at] for at in range(len(choices))] == list(choices)
    assert choices[1:3] == tuple(choices)[1:3]
    with pytest.raises(IndexError):
        choices[len(choices)]
    if choices:
        assert choices[-1] == list(choices)[-1]


def test_the_choices_of_a_very_large_hand_are_counted_without_listing_them() -> None:
    choices = Choices((19, 19, 19, 19, 19, 12, 12, 12), 65, lambda chosen: chosen)
    assert len(choices) > 10_000_000
    middle = count_cards(choices[len(choices) // 2])
    assert sum(middle) == 65


def test_a_choice_must_have_the_right_size_and_come_from_the_hand() -> None:
    hand = cards(brick=3, ore=1)
    assert is_choice(hand, 2, Cards(brick=1, ore=1))
    assert not is_choice(hand, 2, Cards(ore=2))
    assert not is_choice(hand, 2, Cards(brick=3))
    assert not is_choice(hand, 2, Cards(brick=1))


def test_the_most_plentiful_kinds_are_picked_first() -> None:
    """1.19: equally plentiful kinds are in the order of C-57."""
    assert pick_most_plentiful(cards(lumber=2, ore=4, cloth=2, paper=1), 5) == Cards(ore=4, lumber=1)
    assert pick_most_plentiful(cards(lumber=2, ore=4, cloth=2, paper=1), 8) == Cards(ore=4, lumber=2, cloth=2)
