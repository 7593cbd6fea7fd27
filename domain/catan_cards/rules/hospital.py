"""The Hospital: once in the own turn a star, or a resource for one (K25, R49)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.catan_cards.commands import Command, UseHospital
from domain.catan_cards.events import HospitalUsed
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of
from domain.catan_cards.principality.stores import with_room
from domain.catan_cards.principality.totals import star_room
from domain.catan_cards.prompts import ActionPrompt
from domain.catan_cards.rules.paying import need_stars
from domain.catan_cards.rules.uses import unused, use
from domain.catan_cards.state import State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected


def heal(batch: Batch, prompt: ActionPrompt, command: UseHospital) -> None:
    """A star is gained, or paid for a resource of choice."""
    own = batch.seat(prompt.seat)
    card = use(batch.facts, own, command.card, Effect.HOSPITAL)
    if command.into is None:
        if star_room(batch.facts, own) < card.numbers.star:
            raise Rejected("stars")
    else:
        need_stars(batch, prompt.seat, card.numbers.star)
        if command.into not in [land.region for land in with_room(batch.facts, own)]:
            raise Rejected("room")
    batch.happen(HospitalUsed(prompt.seat, command.card, command.into))


def ways_to_heal(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    """The star, and every region with room for the resource."""
    own = state.seats[seat]
    for card in unused(facts, own, Effect.HOSPITAL):
        star = card_of(facts, card).numbers.star
        if star_room(facts, own) >= star:
            yield UseHospital(card)
        if own.stars >= star:
            yield from [UseHospital(card, land.region) for land in with_room(facts, own)]


AREA = Area(answers=(answer(UseHospital, ActionPrompt, heal),), actions=(ways_to_heal,))
