"""Trade with the bank (R15.2, R15.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.cards.kinds import (
    COMMODITIES,
    INDEX,
    KINDS,
    Counts,
    count_cards,
    holds,
    one_kind,
    to_cards,
)
from chronik.domain.cities_knights.commands import Command, TradeWithBank
from chronik.domain.cities_knights.events import BankTraded
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.printed import ANY, DESERT, KIND_IDS
from chronik.domain.cities_knights.prompts import ActionPrompt
from chronik.domain.cities_knights.state import State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

TRADE = 0
SWAPS = tuple(tuple(TradeWithBank(kind, to_cards(one_kind(taken))) for taken in range(len(KINDS))) for kind in KINDS)
"""The trade for a single card, by the kind given and the kind taken."""


def trade_with_bank(batch: Batch, prompt: ActionPrompt, command: TradeWithBank) -> None:
    """Trades cards of one kind with the bank at the seat's best rate (R15.2)."""
    seat, given, taken = prompt.seat, INDEX[command.give], count_cards(command.take)
    if not any(taken) or taken[given]:
        raise Rejected("terms")
    paid = one_kind(given, sum(taken) * bank_rates(batch.facts, batch.state, seat)[given])
    if not holds(batch.seat(seat).hand, paid):
        raise Rejected("cards")
    if not holds(batch.state.bank, taken):
        raise Rejected("bank-supply")
    batch.add(BankTraded(seat, paid, taken))


def bank_rates(facts: Facts, state: State, seat: int) -> Counts:
    """Returns a seat's best rate for each kind: how many cards it gives the bank for one card (R15.2, R15.3)."""
    own, merchant = state.seats[seat], state.merchant
    return _best_rates(
        facts,
        state.harbors,
        own.buildings,
        state.terrain[merchant.hex] if merchant is not None and merchant.seat == seat else DESERT,
        state.fleet if seat == state.active else (),
        own.levels[TRADE] >= facts.limits.ability_level,
    )


@lru_cache(maxsize=1 << 12)
def _best_rates(
    facts: Facts, harbors: tuple[str, ...], buildings: int, market: str, fleet: tuple[int, ...], guild: bool
) -> Counts:
    """Returns the best rates with these buildings, a merchant on the terrain `market` and the trade ability `guild`."""
    printed = facts.rates
    found = [printed.bank] * len(KINDS)
    for harbor, (_, corners) in zip(harbors, facts.harbor_slots, strict=True):
        if not any(buildings >> corner & 1 for corner in corners):
            continue
        if harbor == ANY:
            _lower_rates(found, range(len(KINDS)), printed.generic_harbor)
        else:
            _lower_rates(found, (KIND_IDS.index(harbor),), printed.special_harbor)
    resource = facts.resource[market]
    if resource is not None:
        _lower_rates(found, (resource,), printed.merchant)
    if guild:
        _lower_rates(found, COMMODITIES, printed.trade_level_3)
    _lower_rates(found, fleet, printed.merchant_fleet)
    return tuple(found)


def _lower_rates(rates: list[int], kinds: Iterable[int], rate: int) -> None:
    """Lowers the rates of these kinds to a rate, unless they are lower already."""
    for kind in kinds:
        rates[kind] = min(rates[kind], rate)


def bank_trade_options(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns every possible trade for a single card."""
    lacking = tuple([kind for kind, left in enumerate(state.bank) if not left]) if 0 in state.bank else ()
    return _list_trades(state.seats[seat].hand, bank_rates(facts, state, seat), lacking)


@lru_cache(maxsize=1 << 14)
def _list_trades(hand: Counts, rates: Counts, lacking: tuple[int, ...]) -> tuple[TradeWithBank, ...]:
    """Returns the trades for a single card with a bank that lacks some kinds."""
    enough = [given for given, rate in enumerate(rates) if hand[given] >= rate]
    wanted = [taken for taken in range(len(KINDS)) if taken not in lacking]
    return tuple([SWAPS[given][taken] for given in enough for taken in wanted if taken != given])


AREA = Area(
    answers=(answer(TradeWithBank, ActionPrompt, trade_with_bank),),
    actions=(action(bank_trade_options),),
)
