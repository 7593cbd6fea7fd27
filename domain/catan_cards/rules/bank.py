"""Trade with the bank: three for one, better with fleets and a Mint (B30)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.kinds import KINDS, Kind, single
from chronik.domain.catan_cards.commands import Command, TradeWithBank
from chronik.domain.catan_cards.events import BankTraded
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.principality.axis import card_of, cards_with_effect
from chronik.domain.catan_cards.principality.stores import holding, kind_of, lands_with_room
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules.paying import resolve_payment
from chronik.domain.catan_cards.state import SeatState, State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

TRADE_RATE = Effect.TRADE_RATE


def rate(facts: Facts, seat: SeatState, kind: Kind) -> int:
    """Returns the seat's best rate: how many resources of a kind the bank takes for one of another kind."""
    return _best_rates(facts, seat).get(kind, facts.constants.bank_rate)


def _best_rates(facts: Facts, seat: SeatState) -> dict[Kind | None, int]:
    """Returns the seat's best rate for each kind that one of its cards names."""
    rates: dict[Kind | None, int] = {}
    for one in cards_with_effect(facts, seat, TRADE_RATE):
        card = card_of(facts, one.card)
        rates[card.kind_of] = min(card.numbers.rate, rates.get(card.kind_of, card.numbers.rate))
    return rates


def trade(batch: Batch, prompt: ActionPrompt, command: TradeWithBank) -> None:
    """Trades resources of one kind to the bank for one resource of another kind."""
    own = batch.seat(prompt.seat)
    if command.into not in [land.region for land in lands_with_room(batch.facts, own)]:
        raise Rejected("room")
    if kind_of(batch.facts, command.into) is command.give:
        raise Rejected("same-kind")
    price = single(command.give, rate(batch.facts, own, command.give))
    batch.add(BankTraded(prompt.seat, resolve_payment(batch, prompt.seat, price, command.pay), command.into))


def ways_to_trade(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a trade for each kind the seat has enough of and each region with room for a resource of another kind."""
    own = state.seats[seat]
    rates, usual = _best_rates(facts, own), facts.constants.bank_rate
    held = zip(KINDS, holding(facts, own), strict=True)
    enough = [kind for kind, count in held if count and count >= rates.get(kind, usual)]
    if not enough:
        return ()
    room = [(facts.lands[land.region].kind, land.region) for land in lands_with_room(facts, own)]
    return [TradeWithBank(kind, region) for kind in enough for other, region in room if other is not kind]


AREA = Area(answers=(answer(TradeWithBank, ActionPrompt, trade),), actions=(action(ways_to_trade),))
