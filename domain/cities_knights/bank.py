"""Trade with the bank (R15.2, R15.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.cities_knights.batch import Batch
from domain.cities_knights.commands import Command, TradeWithBank
from domain.cities_knights.events import BankTraded
from domain.cities_knights.facts import Facts
from domain.cities_knights.kinds import COMMODITIES, INDEX, KINDS, RESOURCES, Counts, counted, holds, of, single
from domain.cities_knights.printed import ANY
from domain.cities_knights.prompts import ActionPrompt
from domain.cities_knights.state import State
from domain.engine.game import Rejected

TRADE = 0
SWAPS = tuple(tuple(TradeWithBank(kind, of(single(taken))) for taken in range(len(KINDS))) for kind in KINDS)
"""By the kind given and the kind taken, the trade for a single card."""


def trade(batch: Batch, prompt: ActionPrompt, command: TradeWithBank) -> None:
    """Equal cards at the best rate for as many others as that buys (R15.2)."""
    seat, given, taken = prompt.seat, INDEX[command.give], counted(command.take)
    if not any(taken) or taken[given]:
        raise Rejected("terms")
    paid = single(given, sum(taken) * rates(batch.facts, batch.state, seat)[given])
    if not holds(batch.seat(seat).hand, paid):
        raise Rejected("cards")
    if not holds(batch.state.bank, taken):
        raise Rejected("bank-supply")
    batch.happen(BankTraded(seat, paid, taken))


def rates(facts: Facts, state: State, seat: int) -> Counts:
    """By kind, how many cards a seat gives the bank for one: the best rate that applies (R15.2, R15.3)."""
    own, printed = state.seats[seat], facts.rates
    found = list(harbor_rates(facts, state.harbors, own.buildings))
    if own.levels[TRADE] >= facts.limits.ability_level:
        for kind in COMMODITIES:
            found[kind] = min(found[kind], printed.trade_level_3)
    if state.merchant is not None and state.merchant.seat == seat:
        resource = facts.resource[state.terrain[state.merchant.hex]]
        if resource is not None:
            found[resource] = min(found[resource], printed.merchant)
    if seat == state.active:
        for kind in state.fleet:
            found[kind] = min(found[kind], printed.merchant_fleet)
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def harbor_rates(facts: Facts, harbors: tuple[str, ...], buildings: int) -> Counts:
    """By kind, the best rate of the harbors at these buildings, or that of the bank itself (R15.2)."""
    found = [facts.rates.bank] * len(KINDS)
    for harbor, (_, corners) in zip(harbors, facts.harbor_slots, strict=True):
        if any(buildings >> corner & 1 for corner in corners):
            rate = facts.rates.generic_harbor if harbor == ANY else facts.rates.special_harbor
            for kind in range(len(KINDS)):
                if harbor == ANY or (kind in RESOURCES and KINDS[kind].value == harbor):
                    found[kind] = min(found[kind], rate)
    return tuple(found)


def swaps(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    """Every trade for a single card."""
    hand, bank = state.seats[seat].hand, state.bank
    for given, rate in enumerate(rates(facts, state, seat)):
        if hand[given] >= rate:
            for taken, left in enumerate(bank):
                if left and taken != given:
                    yield SWAPS[given][taken]


ANSWERS = {TradeWithBank: (ActionPrompt, trade)}
ACTIONS = (swaps,)
