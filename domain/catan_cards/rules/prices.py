"""Prices of the commands that may name the paying regions (R91)."""

from __future__ import annotations

from msgspec import Struct

from chronik.domain.catan_cards.cards.kinds import NOTHING, Counts, Kind, minus, single
from chronik.domain.catan_cards.commands import (
    BuildCard,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    Command,
    Exchange,
    FetchArtwork,
    PlayCard,
    PlayGrowth,
    SearchForCard,
    TradeWithBank,
)
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.principality.axis import card_of
from chronik.domain.catan_cards.rules.action_cards import price_of_play
from chronik.domain.catan_cards.rules.bank import rate
from chronik.domain.catan_cards.rules.expansions import price_of_card
from chronik.domain.catan_cards.rules.hand_step import artwork_price, search_price
from chronik.domain.catan_cards.state import SeatState


class Price(Struct, frozen=True):
    """A price: resources of certain kinds, and `any` more resources of any kind."""

    exactly: Counts = NOTHING
    any: int = 0


def price_of(facts: Facts, own: SeatState, command: Command) -> Price:
    """Returns the price in resources for which a command may name the paying regions; the price may be nothing."""
    match command:
        case BuildRoad():
            return Price(_without(facts.road.price, command.drop))
        case BuildSettlement():
            return Price(_without(facts.settlement.price, command.drop))
        case BuildCity():
            return Price(facts.city.price)
        case PlayGrowth():
            return Price(card_of(facts, command.card).numbers.price)
        case BuildCard():
            return Price(price_of_card(facts, own, card_of(facts, command.card), command.drop))
        case PlayCard():
            return Price(price_of_play(card_of(facts, command.card)))
        case TradeWithBank():
            return Price(single(command.give, rate(facts, own, command.give)))
        case FetchArtwork():
            return Price(artwork_price(facts, own) or NOTHING)
        case SearchForCard() | Exchange(search=True):
            return Price(any=search_price(facts, own))
        case _:
            return Price()


def _without(price: Counts, drop: Kind | None) -> Counts:
    return price if drop is None else minus(price, single(drop))
