"""The Traveling Theater: placed or moved, and each time a resource beside its road for a star (K29, R52)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.catan_cards.commands import BuildCard, Command, MoveTheater
from domain.catan_cards.events import ResourcesPaid, StarsGained, TheaterMoved
from domain.catan_cards.evolve.changes import less
from domain.catan_cards.facts.load import Card, Effect, Facts
from domain.catan_cards.facts.printed import Numbers
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import bordering, card_of, free_roads
from domain.catan_cards.principality.stores import payment
from domain.catan_cards.principality.totals import star_room
from domain.catan_cards.prompts import ActionPrompt, Why
from domain.catan_cards.rules.uses import unused, use
from domain.catan_cards.state import SeatState, State
from domain.engine.area import Area, answer
from domain.engine.game import Rejected


def perform(batch: Batch, seat: int, slot: int, source: str | None, numbers: Numbers) -> None:
    """The compulsory exchange at a road; raises `source` and `stars` where there can be none."""
    own = batch.seat(seat)
    if source not in _sources(own, slot, numbers):
        raise Rejected("source")
    if star_room(batch.facts, own) < numbers.star:
        raise Rejected("stars")
    batch.happen(ResourcesPaid(seat, (source,) * numbers.resource, Why.THEATER))
    batch.happen(StarsGained(seat, numbers.star, Why.THEATER))


def _sources(own: SeatState, slot: int, numbers: Numbers) -> list[str]:
    """The regions beside a road that store what the Theater asks for (B10)."""
    return [land.region for land in bordering(own, slot) if land.stored >= numbers.resource]


def move(batch: Batch, prompt: ActionPrompt, command: MoveTheater) -> None:
    """Once in the own turn to another free road (R48)."""
    own = batch.seat(prompt.seat)
    card = use(batch.facts, own, command.card, Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR)
    if command.slot not in free_roads(own):
        raise Rejected("free-road")
    batch.happen(TheaterMoved(prompt.seat, command.card, command.slot))
    perform(batch, prompt.seat, command.slot, command.source, card.numbers)


def ways_to_build(facts: Facts, own: SeatState, name: str, card: Card) -> Iterator[Command]:
    """Every free road with every resource there; a payment is named where that of R91 would use the resource up."""
    if star_room(facts, own) < card.numbers.star:
        return
    for slot in free_roads(own):
        for source in _sources(own, slot, card.numbers):
            kept = replace(own, lands=less(own.lands, (source,) * card.numbers.resource))
            pay = payment(facts, kept, card.price)
            if pay is not None:
                yield BuildCard(name, slot, source=source, pay=pay if _uses_up(facts, own, source, card) else None)


def _uses_up(facts: Facts, own: SeatState, source: str, card: Card) -> bool:
    """Whether the payment of R91 leaves too little in a region for the exchange."""
    paid = payment(facts, own, card.price) or ()
    (stored,) = [land.stored for land in own.lands if land.region == source]
    return stored - paid.count(source) < card.numbers.resource


def ways_to_move(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Every free road with every resource there, of a Theater that has not played in this turn."""
    own = state.seats[seat]
    return [
        MoveTheater(card, slot, source)
        for card in unused(facts, own, Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR)
        if star_room(facts, own) >= card_of(facts, card).numbers.star
        for slot in free_roads(own)
        for source in _sources(own, slot, card_of(facts, card).numbers)
    ]


AREA = Area(answers=(answer(MoveTheater, ActionPrompt, move),), actions=(ways_to_move,))
