"""The Traveling Theater: whenever it is placed or moved, a resource is exchanged for a star (K29, R52)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import BuildCard, Command, MoveTheater
from chronik.domain.catan_cards.events import ResourcesPaid, StarsGained, TheaterMoved
from chronik.domain.catan_cards.evolve.changes import subtract_resources
from chronik.domain.catan_cards.facts.load import Card, Effect, Facts
from chronik.domain.catan_cards.facts.printed import Numbers
from chronik.domain.catan_cards.principality.axis import bordering_lands, card_of, free_roads
from chronik.domain.catan_cards.principality.stores import payment
from chronik.domain.catan_cards.principality.totals import star_room
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.rules.uses import require_unused, usable_cards
from chronik.domain.catan_cards.state import SeatState, State
from chronik.domain.engine.area import Area, action, answer
from chronik.domain.engine.game import Rejected


def perform(batch: Batch, seat: int, slot: int, source: str | None, numbers: Numbers) -> None:
    """Makes the compulsory exchange at a road; raises `source` or `stars` if it is impossible."""
    own = batch.seat(seat)
    if source not in _sources(own, slot, numbers):
        raise Rejected("source")
    if star_room(batch.facts, own) < numbers.star:
        raise Rejected("stars")
    batch.add(ResourcesPaid(seat, (source,) * numbers.resource, Why.THEATER))
    batch.add(StarsGained(seat, numbers.star, Why.THEATER))


def _sources(own: SeatState, slot: int, numbers: Numbers) -> list[str]:
    """Returns the regions beside a road that store enough for the exchange (B10)."""
    return [land.region for land in bordering_lands(own, slot) if land.stored >= numbers.resource]


def move_theater(batch: Batch, prompt: ActionPrompt, command: MoveTheater) -> None:
    """Moves the Theater to another free road, once per turn (R48)."""
    own = batch.seat(prompt.seat)
    card = require_unused(batch.facts, own, command.card, Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR)
    if command.slot not in free_roads(own):
        raise Rejected("free-road")
    batch.add(TheaterMoved(prompt.seat, command.card, command.slot))
    perform(batch, prompt.seat, command.slot, command.source, card.numbers)


def ways_to_build(facts: Facts, own: SeatState, name: str, card: Card) -> Iterator[Command]:
    """Yields a command for each free road and each resource there.

    The command names a payment if the payment of R91 would use up the resource to exchange.
    """
    if star_room(facts, own) < card.numbers.star:
        return
    for slot in free_roads(own):
        for source in _sources(own, slot, card.numbers):
            kept = replace(own, lands=subtract_resources(own.lands, (source,) * card.numbers.resource))
            pay = payment(facts, kept, card.price)
            if pay is not None:
                yield BuildCard(name, slot, source=source, pay=pay if _uses_up(facts, own, source, card) else None)


def _uses_up(facts: Facts, own: SeatState, source: str, card: Card) -> bool:
    """Returns whether the payment of R91 would leave too little in a region for the exchange."""
    paid = payment(facts, own, card.price) or ()
    (stored,) = [land.stored for land in own.lands if land.region == source]
    return stored - paid.count(source) < card.numbers.resource


def ways_to_move(facts: Facts, state: State, seat: int) -> Sequence[Command]:
    """Returns a command for each Theater not used this turn, each free road and each resource there."""
    own = state.seats[seat]
    return [
        MoveTheater(card, slot, source)
        for card in usable_cards(facts, own, Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR)
        if star_room(facts, own) >= card_of(facts, card).numbers.star
        for slot in free_roads(own)
        for source in _sources(own, slot, card_of(facts, card).numbers)
    ]


AREA = Area(
    answers=(answer(MoveTheater, ActionPrompt, move_theater),),
    actions=(action(ways_to_move, Effect.MOVE_AND_CONVERT_RESOURCE_TO_STAR),),
)
