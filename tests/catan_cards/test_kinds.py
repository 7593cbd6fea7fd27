"""Counts of the six resources, and the ids of cards in play (R90, R96)."""

from __future__ import annotations

from chronik.domain.catan_cards.cards.ids import instances, owner, title
from chronik.domain.catan_cards.cards.kinds import (
    KINDS,
    NOTHING,
    Kind,
    Resources,
    covers,
    minus,
    plus,
    single,
    size,
    to_counts,
    to_resources,
)


def test_counts_are_listed_in_the_default_order_of_resources() -> None:
    """R90: brick, lumber, wool, grain, ore, gold."""
    assert [kind.value for kind in KINDS] == ["brick", "lumber", "wool", "grain", "ore", "gold"]
    assert [single(kind) for kind in KINDS][4] == (0, 0, 0, 0, 1, 0)
    assert to_counts(Resources(gold=2)) == single(Kind.GOLD, 2)
    assert to_resources((1, 0, 0, 0, 0, 2)) == Resources(brick=1, gold=2)


def test_counts_are_added_subtracted_and_compared() -> None:
    these, those = (1, 2, 3, 4, 5, 6), (1, 1, 2, 2, 3, 3)
    assert plus(these, those) == (2, 3, 5, 6, 8, 9)
    assert minus(these, those) == (0, 1, 1, 2, 2, 3)
    assert covers(these, those)
    assert not any(covers(those, plus(those, single(kind))) for kind in KINDS)
    assert (size(these), size(NOTHING)) == (21, 0)


def test_a_card_id_contains_the_title_the_copy_and_the_owner() -> None:
    """R96: `abbey-2`, and `1:abbey-2` if a seat owns it."""
    assert instances("abbey", 2) == ("abbey-1", "abbey-2")
    assert instances("chapel_st_agatha", 1, 0) == ("0:chapel_st_agatha-1",)
    assert (title("abbey-2"), title("1:abbey-2")) == ("abbey", "abbey")
    assert (owner("abbey-2"), owner("1:abbey-2")) == (None, 1)
