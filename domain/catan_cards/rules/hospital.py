"""The Hospital: once per turn, a seat gains a star, or a resource in exchange for a star (K25, R49)."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Command, UseHospital
from chronik.domain.catan_cards.events import HospitalUsed
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.principality.axis import card_of
from chronik.domain.catan_cards.principality.stores import lands_with_room
from chronik.domain.catan_cards.principality.totals import star_room
from chronik.domain.catan_cards.prompts import ActionPrompt
from chronik.domain.catan_cards.rules.paying import require_stars
from chronik.domain.catan_cards.rules.uses import require_unused, usable_cards
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected


def use_hospital(batch: Batch, prompt: ActionPrompt, command: UseHospital) -> None:
    """Gains a star, or pays a star for a resource of the seat's choice."""
    own = batch.seat(prompt.seat)
    card = require_unused(batch.facts, own, command.card, Effect.HOSPITAL)
    if command.into is None:
        if star_room(batch.facts, own) < card.numbers.star:
            raise Rejected("stars")
    else:
        require_stars(batch, prompt.seat, card.numbers.star)
        if command.into not in [land.region for land in lands_with_room(batch.facts, own)]:
            raise Rejected("room")
    batch.add(HospitalUsed(prompt.seat, command.card, command.into))


def ways_to_use(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    """Yields the legal commands: one to gain a star, and one for each region with room for a resource."""
    own = state.seats[seat]
    for card in usable_cards(facts, own, Effect.HOSPITAL):
        star = card_of(facts, card).numbers.star
        if star_room(facts, own) >= star:
            yield UseHospital(card)
        if own.stars >= star:
            yield from [UseHospital(card, land.region) for land in lands_with_room(facts, own)]


AREA = Area(answers=(answer(UseHospital, ActionPrompt, use_hospital),), actions=(action(ways_to_use, Effect.HOSPITAL),))
