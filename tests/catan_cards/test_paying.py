"""Prices: the regions that pay, and discounts of one resource (B15, R5, R91, R92)."""

from __future__ import annotations

import pytest

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import NOTHING, Counts, Kind, plus, single
from chronik.domain.catan_cards.commands import BuildRoad
from chronik.domain.catan_cards.events import RoadBuilt
from chronik.domain.catan_cards.principality.stores import holding, payment, storage
from chronik.domain.catan_cards.rules.paying import drop_one, droppable_kinds, least_held_kind, resolve_payment
from chronik.domain.catan_cards.state import Land
from chronik.domain.engine.game import Rejected
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, BELOW, CHANCE, FACTS, given, position, principality

HILLS = [Land("hills_1", -4, ABOVE, 2), Land("hills_2", 4, BELOW, 3)]
BUILDER = principality(stored={"brick": 2, "lumber": 1}, more=HILLS)
ROAD = plus(single(Kind.BRICK, 2), single(Kind.LUMBER))


def price(**resources: int) -> Counts:
    total = NOTHING
    for kind, count in resources.items():
        total = plus(total, single(Kind(kind), count))
    return total


def test_each_resource_is_paid_from_the_fullest_region() -> None:
    """R91: one by one; ties by the lower slot, above before below."""
    assert payment(FACTS, BUILDER, ROAD) == ("hills_2", "hills_1", "forest_4_a")
    assert payment(FACTS, BUILDER, price(brick=4)) == ("hills_2", "hills_1", "hills_5_a", "hills_2")
    pair = principality(stored=0, more=[Land("forest_1", 4, ABOVE, 1), Land("forest_6", 4, BELOW, 1)])
    assert payment(FACTS, pair, price(lumber=1)) == ("forest_1",)


def test_the_payer_may_name_the_regions_exactly() -> None:
    """B15, R5, R91: any regions of the kind, the exact sum; the event always names the regions."""
    start = given(position(BUILDER))
    start.when(0, BuildRoad(2)).then(RoadBuilt(0, 2, ("hills_2", "hills_1", "forest_4_a")))
    named = ("hills_5_a", "forest_4_a", "hills_5_a")
    start.when(0, BuildRoad(2, pay=named)).then(RoadBuilt(0, 2, named))


@for_each(
    "pay",
    [
        (),
        ("hills_2", "forest_4_a"),
        ("hills_2", "hills_2", "hills_2", "forest_4_a"),
        ("hills_2", "mountains_2_a", "forest_4_a"),
        ("hills_6_b", "hills_2", "forest_4_a"),
        ("hills_1", "hills_1", "hills_1"),
        ("hills_2", "nowhere", "forest_4_a"),
    ],
)
def test_a_payment_that_is_not_exact_is_refused(pay: tuple[str, ...]) -> None:
    """R5: it names too little, too much, another kind, another seat's region, more than stored, or no region."""
    given(position(BUILDER)).when(0, BuildRoad(2, pay=pay)).then_rejected("payment", "R91")


def test_a_price_cannot_be_paid_with_missing_resources() -> None:
    """B27."""
    batch = Batch(FACTS, position(principality(stored={"brick": 1, "lumber": 1})), CHANCE)
    assert resolve_payment(batch, 0, NOTHING, None) == ()
    with pytest.raises(Rejected, match="cost"):
        resolve_payment(batch, 0, ROAD, None)


def test_a_discount_removes_a_resource_from_the_price() -> None:
    """R92: by default the one that the payer holds least, ties in the order of R90."""
    assert drop_one(ROAD, Kind.BRICK) == price(brick=1, lumber=1)
    with pytest.raises(Rejected, match="drop"):
        drop_one(ROAD, Kind.ORE)
    assert least_held_kind(FACTS, BUILDER, ROAD) is Kind.LUMBER
    assert least_held_kind(FACTS, principality(), ROAD) is Kind.BRICK
    assert droppable_kinds(holding(FACTS, principality()), ROAD) == [Kind.BRICK]
    assert droppable_kinds(holding(FACTS, BUILDER), ROAD) == [Kind.BRICK, Kind.LUMBER]


def test_received_resources_go_to_the_emptiest_region() -> None:
    """B14, R91: the mirror of a payment; None if there is too little room."""
    assert storage(FACTS, BUILDER, price(brick=2)) == ("hills_1", "hills_5_a")
    assert storage(FACTS, BUILDER, price(brick=3)) is None
    assert storage(FACTS, principality(stored=3), price(gold=1)) is None
    assert storage(FACTS, BUILDER, NOTHING) == ()
