"""Trade with the bank (R15.2, R15.3)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import INDEX, KINDS, NOTHING, Cards, Counts, Kind, count_cards, one_kind
from chronik.domain.cities_knights.commands import TradeWithBank
from chronik.domain.cities_knights.events import BankTraded
from chronik.domain.cities_knights.facts.rulesets import CommodityBank
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.rules.bank import bank_rates
from chronik.domain.cities_knights.state import UNLIMITED, Merchant, Phase, SeatState
from tests.cities_knights.exactness import check_options_exact
from tests.support.cases import for_each
from tests.support.cities_knights.table import BEGINNER, FACTS, Moment, at, cards, given, position

FOUR = (4,) * 8
THREE = (3,) * 8


def trader(hand: Counts = NOTHING, **changes: Any) -> SeatState:
    """Returns a seat with a settlement inland, at 16."""
    return replace(SeatState(hand=hand, settlements=at(16)), **changes)


def moment_of(*seats: SeatState, **changes: Any) -> Moment:
    return given(position(*seats, SeatState(settlements=at(35)), **changes))


def rates_of(seat: SeatState, **changes: Any) -> Counts:
    """Returns the rates of a seat by kind of card."""
    return bank_rates(FACTS, moment_of(seat, **changes).state, 0)


def rates_except(counts: Counts, **rates: int) -> Counts:
    """Returns the usual rates, except for these kinds."""
    changed = list(counts)
    for kind, rate in rates.items():
        changed[INDEX[Kind(kind)]] = rate
    return tuple(changed)


# Rates


def test_the_bank_takes_four_cards_for_one_without_harbors() -> None:
    """R15.2."""
    assert rates_of(trader()) == FOUR


@pytest.mark.parametrize("pieces", ["settlements", "cities", "sideways"])
def test_a_generic_harbor_trades_three_cards_for_one(pieces: str) -> None:
    """R15.2, R3.4: commodities count too; any building at either corner of the harbor will do."""
    for corner in (0, 5):
        assert rates_of(replace(SeatState(), **{pieces: at(corner, 18)})) == THREE


@for_each(("corner", "kind"), [(2, "grain"), (7, "grain"), (11, "ore"), (40, "wool"), (23, "brick"), (4, "lumber")])
def test_a_resource_harbor_trades_two_cards_for_one(corner: int, kind: str) -> None:
    """R15.2: it improves the rate of that resource only."""
    assert rates_of(trader(settlements=at(corner))) == rates_except(FOUR, **{kind: 2})


def test_each_of_several_harbors_lowers_the_rate_for_its_kind() -> None:
    """R15.2: the best rate that applies; roads, knights and opponents' buildings at a harbor do not count."""
    assert rates_of(trader(settlements=at(0, 11), cities=at(40))) == rates_except(THREE, ore=2, wool=2)
    state = moment_of(trader(roads=(1 << 72) - 1), SeatState(settlements=at(0))).state
    assert bank_rates(FACTS, state, 0) == FOUR


@pytest.mark.parametrize(("level", "rate"), [(2, 4), (3, 2), (5, 2)])
def test_at_level_three_of_trade_commodities_are_traded_two_for_one(level: int, rate: int) -> None:
    """R15.3, R12.3: two equal commodities; the seat keeps the rate without a city, and other tracks do not give it."""
    assert rates_of(trader(levels=(level, 0, 0))) == rates_except(FOUR, cloth=rate, coin=rate, paper=rate)
    assert rates_of(trader(levels=(0, 5, 5))) == FOUR


def test_the_merchant_trades_the_resource_of_its_hex_two_for_one() -> None:
    """R15.3, C-31, R8.4: not its commodity, only for the controlling seat, and regardless of the robber."""
    for hex_, kind in ((0, "ore"), (1, "wool"), (2, "lumber"), (3, "grain"), (4, "brick")):
        assert rates_of(trader(), merchant=Merchant(0, hex_), robber=hex_) == rates_except(FOUR, **{kind: 2})
        assert rates_of(trader(), merchant=Merchant(1, hex_)) == FOUR


def test_a_merchant_on_the_desert_does_not_improve_any_rate() -> None:
    """C-31."""
    assert rates_of(trader(), merchant=Merchant(0, 9)) == FOUR


def test_a_merchant_fleet_trades_its_named_kinds_two_for_one() -> None:
    """R15.3, R14.3: a second card adds a kind, which may be a commodity; only for the seat whose turn it is."""
    fleet = (INDEX[Kind.BRICK], INDEX[Kind.COIN])
    assert rates_of(trader(), fleet=fleet) == rates_except(FOUR, brick=2, coin=2)
    assert bank_rates(FACTS, moment_of(trader(), fleet=fleet).state, 1) == FOUR


def test_bank_rates_never_combine_below_two() -> None:
    """R15.3: two cards for one is the best rate."""
    rich = trader(settlements=at(0, 11), levels=(3, 0, 0))
    fleet = (INDEX[Kind.ORE], INDEX[Kind.CLOTH])
    assert rates_of(rich, merchant=Merchant(0, 0), fleet=fleet) == rates_except(THREE, ore=2, cloth=2, coin=2, paper=2)


# Trades


def test_equal_cards_buy_one_card_of_another_kind() -> None:
    """R15.2: both sides may be resources or commodities; the cards change places with the bank."""
    for give in KINDS:
        for take in KINDS:
            if take is give:
                continue
            taken = one_kind(INDEX[take])
            moment = moment_of(trader(one_kind(INDEX[give], 4)))
            moment = moment.when(0, TradeWithBank(give, Cards(**{take.value: 1})))
            moment.then(BankTraded(0, one_kind(INDEX[give], 4), taken))
            moment.then_seat(0, hand=taken).then_asked(ActionPrompt(0)).then_asked_anew(ActionPrompt(0))


def test_several_cards_can_be_bought_in_one_bank_trade() -> None:
    """R15.2: k times the rate for k cards of any other kinds."""
    take = Cards(brick=1, ore=2, paper=1)
    moment = moment_of(trader(cards(wool=9), settlements=at(40))).when(0, TradeWithBank(Kind.WOOL, take))
    moment.then(BankTraded(0, cards(wool=8), count_cards(take))).then_seat(
        0, hand=cards(wool=1, brick=1, ore=2, paper=1)
    )


def test_a_bank_trade_uses_the_best_rate() -> None:
    """R15.2: a seat never gives more cards than needed."""
    moment = moment_of(trader(cards(ore=4), settlements=at(0, 11))).when(0, TradeWithBank(Kind.ORE, Cards(coin=1)))
    moment.then_seat(0, hand=cards(ore=2, coin=1))


def test_a_bank_trade_cannot_return_the_kind_given() -> None:
    """R15.2: not even if other kinds are taken with it; and at least one card must be taken."""
    moment = moment_of(trader(cards(wool=12)))
    for take in (Cards(), Cards(wool=1), Cards(wool=1, ore=1)):
        moment.when(0, TradeWithBank(Kind.WOOL, take)).then_rejected("terms")


@pytest.mark.parametrize("rate", [4, 3, 2])
def test_a_bank_trade_needs_enough_equal_cards(rate: int) -> None:
    """R15.2: the seat gives as many equal cards as the rate demands."""
    corner = {4: 16, 3: 0, 2: 40}[rate]
    moment = moment_of(trader(cards(wool=2 * rate - 1, ore=1), settlements=at(corner)))
    moment.when(0, TradeWithBank(Kind.WOOL, Cards(brick=1, grain=1))).then_rejected("cards")
    assert TradeWithBank(Kind.WOOL, Cards(brick=1)) in moment.options(0)
    few = moment_of(trader(cards(wool=rate - 1, grain=1), settlements=at(corner)))
    few.when(0, TradeWithBank(Kind.WOOL, Cards(ore=1))).then_rejected("cards")
    assert not few.options(0, TradeWithBank)


def test_a_trade_needs_a_bank_that_has_the_requested_cards() -> None:
    """R15.2, R2.2: nineteen of each resource, twelve of each commodity."""
    hoarder = SeatState(hand=cards(ore=18, paper=12), settlements=at(0))
    moment = moment_of(trader(cards(wool=8)), hoarder)
    moment.when(0, TradeWithBank(Kind.WOOL, Cards(paper=1))).then_rejected("bank-supply", "R15.2")
    moment.when(0, TradeWithBank(Kind.WOOL, Cards(ore=2))).then_rejected("bank-supply")
    assert TradeWithBank(Kind.WOOL, Cards(paper=1)) not in moment.options(0)
    moment.when(0, TradeWithBank(Kind.WOOL, Cards(ore=1, brick=1))).then(
        BankTraded(0, cards(wool=8), cards(ore=1, brick=1))
    )


@pytest.mark.parametrize("commodities", list(CommodityBank))
def test_the_bank_runs_out_of_commodities_unless_it_is_unlimited(commodities: CommodityBank) -> None:
    """R2.2, commodity_bank: twelve of each, or any number. commodity_bank=12, commodity_bank=unlimited."""
    options = replace(BEGINNER, commodity_bank=commodities)
    moment = moment_of(trader(cards(wool=4)), SeatState(hand=cards(coin=12), settlements=at(0)), options=options)
    after = moment.when(0, TradeWithBank(Kind.WOOL, Cards(coin=1)))
    if commodities is CommodityBank.UNLIMITED:
        assert moment.state.bank[INDEX[Kind.COIN]] == UNLIMITED - 12
        after.then(BankTraded(0, cards(wool=4), cards(coin=1)))
    else:
        after.then_rejected("bank-supply")


def test_only_the_active_seat_trades_with_the_bank_and_only_in_its_action_phase() -> None:
    """R5.2, R5.4, R15.2."""
    trade = TradeWithBank(Kind.WOOL, Cards(ore=1))
    hand = cards(wool=4)
    moment_of(trader(), trader(hand, settlements=at(20))).when(1, trade).then_rejected("not-asked")
    moment_of(trader(hand), phase=Phase.PRE_ROLL).when(0, trade).then_rejected("another-question")


@for_each(
    "seat",
    [
        trader(cards(brick=4, wool=3, ore=8, cloth=2, paper=5)),
        trader(cards(brick=1, lumber=2, wool=3, grain=4, ore=5, cloth=1, coin=2, paper=3), settlements=at(0, 11)),
        trader(cards(grain=2, cloth=2, coin=1, paper=3), settlements=at(2), levels=(3, 0, 0)),
        trader(cards(brick=3, coin=4), levels=(5, 0, 0)),
        trader(),
    ],
)
def test_the_listed_bank_trades_are_exactly_the_accepted_ones(seat: SeatState) -> None:
    """R15.2, 1.19: the list names every trade for a single card."""
    hoarder = SeatState(hand=cards(lumber=17, coin=8), settlements=at(30))
    check_options_exact(moment_of(seat, hoarder, fleet=(0,), merchant=Merchant(0, 1)), 0, TradeWithBank)
