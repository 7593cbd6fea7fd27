"""Trade with the bank (R15.2, R15.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from domain.cities_knights.cards.kinds import COMMODITIES, INDEX, KINDS, Counts, counted, holds, of, single
from domain.cities_knights.commands import Command, TradeWithBank
from domain.cities_knights.events import BankTraded
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.printed import ANY, DESERT, KIND_IDS
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt
from domain.cities_knights.state import State
from domain.engine.area import Area, answer
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
    own, merchant = state.seats[seat], state.merchant
    return _rates(
        facts,
        state.harbors,
        own.buildings,
        state.terrain[merchant.hex] if merchant is not None and merchant.seat == seat else DESERT,
        state.fleet if seat == state.active else (),
        own.levels[TRADE] >= facts.limits.ability_level,
    )


@lru_cache(maxsize=1 << 12)
def _rates(
    facts: Facts, harbors: tuple[str, ...], buildings: int, market: str, fleet: tuple[int, ...], guild: bool
) -> Counts:
    """The best rates with the harbors at these buildings, a merchant on this terrain, and the trade level for it."""
    printed = facts.rates
    found = [printed.bank] * len(KINDS)
    for harbor, (_, corners) in zip(harbors, facts.harbor_slots, strict=True):
        if not any(buildings >> corner & 1 for corner in corners):
            continue
        if harbor == ANY:
            _lower(found, range(len(KINDS)), printed.generic_harbor)
        else:
            _lower(found, (KIND_IDS.index(harbor),), printed.special_harbor)
    resource = facts.resource[market]
    if resource is not None:
        _lower(found, (resource,), printed.merchant)
    if guild:
        _lower(found, COMMODITIES, printed.trade_level_3)
    _lower(found, fleet, printed.merchant_fleet)
    return tuple(found)


def _lower(rates: list[int], kinds: Iterable[int], rate: int) -> None:
    """Makes some kinds no dearer than a rate."""
    for kind in kinds:
        rates[kind] = min(rates[kind], rate)


def swaps(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    """Every trade for a single card."""
    hand, bank = state.seats[seat].hand, state.bank
    for given, rate in enumerate(rates(facts, state, seat)):
        if hand[given] >= rate:
            for taken, left in enumerate(bank):
                if left and taken != given:
                    yield SWAPS[given][taken]


AREA = Area(
    answers=(answer(TradeWithBank, ActionPrompt, trade),),
    actions=(swaps,),
)
