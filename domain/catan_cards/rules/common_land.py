"""Common Land: once per turn, a seat pays a star to exchange one resource for another (K20)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Command, UseCommonLand
from chronik.domain.catan_cards.events import LandUsed
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.principality.stores import kind_of, lands_with_room, lands_with_stock
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules.paying import require_stars
from chronik.domain.catan_cards.rules.uses import require_unused, usable_cards
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected

STAR = 1
"""The price in stars; the data do not state it."""


def exchange(batch: Batch, prompt: ActionPrompt, command: UseCommonLand) -> None:
    """Gives one resource to the bank and takes one of another kind."""
    facts, own = batch.facts, batch.seat(prompt.seat)
    require_unused(facts, own, command.card, Effect.PAY_STAR_SWAP_RESOURCE)
    require_stars(batch, prompt.seat, STAR)
    if command.give not in [land.region for land in lands_with_stock(facts, own)]:
        raise Rejected("stored")
    if command.into not in [land.region for land in lands_with_room(facts, own)]:
        raise Rejected("room")
    if kind_of(facts, command.give) is kind_of(facts, command.into):
        raise Rejected("same-kind")
    batch.add(LandUsed(prompt.seat, command.card, command.give, command.into))


def ways_to_exchange(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns an exchange for each region that stores a resource and each region with room for another kind."""
    own = state.seats[seat]
    if own.stars < STAR:
        return ()
    return [
        UseCommonLand(card, give.region, into.region)
        for card in usable_cards(facts, own, Effect.PAY_STAR_SWAP_RESOURCE)
        for give in lands_with_stock(facts, own)
        for into in lands_with_room(facts, own)
        if kind_of(facts, give.region) is not kind_of(facts, into.region)
    ]


AREA = Area(
    answers=(answer(UseCommonLand, ActionPrompt, exchange),),
    actions=(action(ways_to_exchange, Effect.PAY_STAR_SWAP_RESOURCE),),
)
