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
from chronik.domain.engine.area import Area, answer
from chronik.domain.engine.game import Rejected


def rate(facts: Facts, seat: SeatState, kind: Kind) -> int:
    """Returns the seat's best rate: how many resources of a kind the bank takes for one of another kind."""
    cards = [card_of(facts, one.card) for one in cards_with_effect(facts, seat, Effect.TRADE_RATE)]
    rates = [card.numbers.rate for card in cards if card.kind_of is kind]
    return min(rates, default=facts.constants.bank_rate)


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
    held = [(kind, count) for kind, count in zip(KINDS, holding(facts, own), strict=True) if count]
    enough = [kind for kind, count in held if count >= rate(facts, own, kind)]
    return [
        TradeWithBank(kind, land.region)
        for kind in enough
        for land in lands_with_room(facts, own)
        if kind_of(facts, land.region) is not kind
    ]


AREA = Area(answers=(answer(TradeWithBank, ActionPrompt, trade),), actions=(ways_to_trade,))
