"""Common Land: once in the own turn a resource for another, for a star (K20)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import Command, UseCommonLand
from domain.catan_cards.events import LandUsed
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stores import kind_of, stocked, with_room
from domain.catan_cards.prompts import ActionPrompt
from domain.catan_cards.rules.paying import need_stars
from domain.catan_cards.rules.uses import unused, use
from domain.catan_cards.state import State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected

STAR = 1
"""What it costs; the data do not name it."""


def exchange(batch: Batch, prompt: ActionPrompt, command: UseCommonLand) -> None:
    """One resource goes to the bank, one of another kind comes from there."""
    facts, own = batch.facts, batch.seat(prompt.seat)
    use(facts, own, command.card, Effect.PAY_STAR_SWAP_RESOURCE)
    need_stars(batch, prompt.seat, STAR)
    if command.give not in [land.region for land in stocked(facts, own)]:
        raise Rejected("stored")
    if command.into not in [land.region for land in with_room(facts, own)]:
        raise Rejected("room")
    if kind_of(facts, command.give) is kind_of(facts, command.into):
        raise Rejected("same-kind")
    batch.happen(LandUsed(prompt.seat, command.card, command.give, command.into))


def exchanges(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every resource stored, for every other one with room."""
    own = state.seats[seat]
    if own.stars < STAR:
        return ()
    return [
        UseCommonLand(card, give.region, into.region)
        for card in unused(facts, own, Effect.PAY_STAR_SWAP_RESOURCE)
        for give in stocked(facts, own)
        for into in with_room(facts, own)
        if kind_of(facts, give.region) is not kind_of(facts, into.region)
    ]


AREA = Area(answers=(answer(UseCommonLand, ActionPrompt, exchange),), actions=(exchanges,))
