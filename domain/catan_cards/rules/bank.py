"""Trade with the bank: three for one, better with fleets and a Mint (B30)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.cards.kinds import INDEX, KINDS, Kind, single
from domain.catan_cards.commands import Command, TradeWithBank
from domain.catan_cards.events import BankTraded
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of, with_effect
from domain.catan_cards.principality.stores import holding, kind_of, with_room
from domain.catan_cards.prompts import ActionPrompt
from domain.catan_cards.rules.paying import paid
from domain.catan_cards.state import SeatState, State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected


def rate(facts: Facts, seat: SeatState, kind: Kind) -> int:
    """How many of a resource the bank wants for one: the best rate that a seat has."""
    cards = [card_of(facts, one.card) for one in with_effect(facts, seat, Effect.TRADE_RATE)]
    rates = [card.numbers.rate for card in cards if card.kind_of is kind]
    return min(rates, default=facts.constants.bank_rate)


def trade(batch: Batch, prompt: ActionPrompt, command: TradeWithBank) -> None:
    """So many of one resource for one of another."""
    own = batch.seat(prompt.seat)
    if command.into not in [land.region for land in with_room(batch.facts, own)]:
        raise Rejected("room")
    if kind_of(batch.facts, command.into) is command.give:
        raise Rejected("same-kind")
    price = single(command.give, rate(batch.facts, own, command.give))
    batch.happen(BankTraded(prompt.seat, paid(batch, prompt.seat, price, command.pay), command.into))


def trades(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every resource of which there is enough, for every other one with room."""
    own = state.seats[seat]
    held = holding(facts, own)
    enough = [kind for kind in KINDS if held[INDEX[kind]] >= rate(facts, own, kind)]
    return [
        TradeWithBank(kind, land.region)
        for kind in enough
        for land in with_room(facts, own)
        if kind_of(facts, land.region) is not kind
    ]


AREA = Area(answers=(answer(TradeWithBank, ActionPrompt, trade),), actions=(trades,))
