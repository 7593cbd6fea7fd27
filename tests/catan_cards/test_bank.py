"""Trade with the bank (B30)."""

from __future__ import annotations

from typing import Any

import pytest

from chronik.domain.catan_cards.cards.kinds import Kind
from chronik.domain.catan_cards.commands import TradeWithBank
from chronik.domain.catan_cards.events import BankTraded
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.state import Built, Land, Phase
from tests.support.cases import for_each
from tests.support.catan_cards.table import ABOVE, BELOW, Moment, card, given, position, principality

MINT = Built(card("mint"), 1, ABOVE)


def fleet(kind: str) -> Built:
    return Built(card(f"fleet_{kind}"), 1, BELOW)


def trader(stored: dict[str, int], *built: Built, **changes: Any) -> Moment:
    return given(position(principality(stored=stored, built=built, **changes)))


def test_the_bank_takes_three_of_one_resource_for_one_of_another() -> None:
    """B30, R3: the resource goes into any of the seat's regions that has room."""
    moment = trader({"ore": 3, "grain": 2, "gold": 3})
    targets = ["fields_1_a", "forest_4_a", "hills_5_a", "pasture_3_a"]
    assert moment.options(0, TradeWithBank) == [
        TradeWithBank(kind, into) for kind in (Kind.ORE, Kind.GOLD) for into in targets
    ]
    moment.when(0, TradeWithBank(Kind.ORE, "fields_1_a")).then(
        BankTraded(0, ("mountains_2_a",) * 3, "fields_1_a")
    ).then_stored(0, ore=0, grain=3).then_asked(ActionPrompt(0))


@for_each("kind", Kind)
def test_with_a_fleet_the_bank_takes_two_of_the_fleets_resource(kind: Kind) -> None:
    """B30: the fleet improves the rate of its resource only."""
    moment = trader(dict.fromkeys((one.value for one in Kind), 2), fleet(kind.value))
    assert {one.give for one in moment.options(0, TradeWithBank)} == {kind}
    (into, *_) = [one.into for one in moment.options(0, TradeWithBank)]
    moment = moment.when(0, TradeWithBank(kind, into))
    assert len(moment.the(BankTraded).paid) == 2


@pytest.mark.parametrize("built", [(MINT,), (MINT, fleet("gold"))])
def test_with_a_mint_the_bank_accepts_a_single_gold(built: tuple[Built, ...]) -> None:
    """B30: the best rate applies."""
    trader({"gold": 1}, *built, cities=(1,)).when(0, TradeWithBank(Kind.GOLD, "hills_5_a")).then(
        BankTraded(0, ("goldfield_6_a",), "hills_5_a")
    )


def test_a_fleet_does_not_help_the_other_player() -> None:
    """B30."""
    moment = given(position(principality(stored={"ore": 2}), principality(1, built=(fleet("ore"),))))
    refused = moment.when(0, TradeWithBank(Kind.ORE, "hills_5_a")).then_rejected("cost")
    assert refused.facts == {"missing": {"ore": 1}}


def test_the_bank_never_runs_out() -> None:
    """R2: it does not matter how much is in play."""
    more = [Land(region, 4, side, 3) for region, side in (("mountains_4", ABOVE), ("mountains_5", BELOW))]
    other = principality(1, stored=3, more=more)
    moment = given(position(principality(stored={"ore": 2, "gold": 3}), other))
    moment.when(0, TradeWithBank(Kind.GOLD, "mountains_2_a")).then_stored(0, ore=3, gold=0)


def test_a_trade_may_name_the_regions_that_pay() -> None:
    """R91, B15: the named regions must pay exactly the rate."""
    more = [Land("mountains_4", 4, ABOVE, 2)]
    moment = trader({"ore": 3}, more=more)
    pay = ("mountains_4", "mountains_2_a", "mountains_4")
    moment.when(0, TradeWithBank(Kind.ORE, "hills_5_a", pay)).then(BankTraded(0, pay, "hills_5_a"))
    moment.when(0, TradeWithBank(Kind.ORE, "hills_5_a")).then(
        BankTraded(0, ("mountains_2_a", "mountains_2_a", "mountains_4"), "hills_5_a")
    )
    moment.when(0, TradeWithBank(Kind.ORE, "hills_5_a", pay[:2])).then_rejected("payment", "R91")


def test_the_bank_refuses_invalid_trades() -> None:
    """B14, B30: credit, full regions, the same kind on both sides, and the other player's regions."""
    moment = trader({"ore": 3, "gold": 3, "brick": 2}, more=[Land("mountains_4", 4, ABOVE)])
    moment.when(0, TradeWithBank(Kind.BRICK, "fields_1_a")).then_rejected("cost", "B27")
    moment.when(0, TradeWithBank(Kind.ORE, "goldfield_6_a")).then_rejected("room", "B14")
    moment.when(0, TradeWithBank(Kind.ORE, "mountains_4")).then_rejected("same-kind", "B30")
    moment.when(0, TradeWithBank(Kind.ORE, "fields_2_b")).then_rejected("room", "B14")


def test_the_bank_trades_only_in_the_action_phase() -> None:
    """B12, B30."""
    moment = given(position(principality(stored=3), principality(1, stored=3), phase=Phase.HAND))
    moment.when(0, TradeWithBank(Kind.ORE, "hills_5_a")).then_rejected("another-question")
    moment.when(1, TradeWithBank(Kind.ORE, "hills_6_b")).then_rejected("not-asked")
