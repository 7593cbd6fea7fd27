"""Production: regions of the number rolled, Small Market Town, and what ends the evaluation of the dice (B13, E5)."""

from __future__ import annotations

from domain.catan_cards.cards.ids import title
from domain.catan_cards.events import ActionsBegan, Produced
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Effect
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import beside, with_effect
from domain.catan_cards.prompts import Why
from domain.catan_cards.rules.gaining import gain
from domain.catan_cards.rules.in_turn import roller_first
from domain.catan_cards.rules.victory import check
from domain.catan_cards.state import Continuation, Land, Question, SeatState
from domain.engine.area import Area, follow

PLAIN, DOUBLED = 1, 2
"""What a region produces, and one beside a production building, however many lie there (B13, B59, R6)."""


def produce(batch: Batch, seats: tuple[int, ...]) -> None:
    """The regions of these seats that bear the number rolled produce, both players' at once (R8)."""
    dice = batch.state.dice
    assert dice is not None
    gained: list[str] = []
    full: list[str] = []
    overflow: list[int] = []
    for seat in roller_first(batch.state):
        if seat in seats:
            brought, without_room = _production(batch.facts, batch.seat(seat), dice.number)
            gained += brought
            full += without_room
            if without_room and with_effect(batch.facts, batch.seat(seat), Effect.OVERFLOW_TO_ANY_RESOURCE):
                overflow += [seat] * len(without_room)
    if seats:
        batch.happen(Produced(tuple(gained), tuple(full)))
    batch.ask((), Continuation.EVALUATED)
    if overflow:
        _market_town(batch, tuple(overflow))


def _production(facts: Facts, seat: SeatState, number: int) -> tuple[list[str], list[str]]:
    """What a principality gains, a region once for each resource, and its regions without room (B14, R7)."""
    gained: list[str] = []
    full: list[str] = []
    for land in seat.lands:
        if facts.lands[land.region].number == number:
            room = facts.constants.max_stored - land.stored
            gained += [land.region] * min(room, yield_of(facts, seat, land))
            if not room:
                full.append(land.region)
    return gained, full


def yield_of(facts: Facts, seat: SeatState, land: Land) -> int:
    """What a region produces with room for it: twice as much beside a production building of its kind (B59, R6)."""
    kind = facts.lands[land.region].kind
    for one in with_effect(facts, seat, Effect.DOUBLE_PRODUCTION):
        if facts.cards[title(one.card)].kind_of is kind and land in beside(seat, one):
            return DOUBLED
    return PLAIN


def _market_town(batch: Batch, seats: tuple[int, ...]) -> None:
    """A resource of choice for each full region that bore the number, roller first (K28, R38, R98).

    `seats` names an owner once for each of his resources.
    """
    seat = seats[0]
    if later := tuple([one for one in seats if one != seat]):
        batch.ask((), Continuation.MARKET_TOWN, later)
    gain(batch, seat, seats.count(seat), Why.MARKET_TOWN)


def market_town(batch: Batch, question: Question) -> None:
    """The other player's."""
    _market_town(batch, question.rest)


def evaluated(batch: Batch, question: Question) -> None:
    """Both dice are evaluated: somebody has won, or the actions begin (R9)."""
    check(batch)
    if batch.state.outcome is None:
        batch.happen(ActionsBegan())


AREA = Area(follows=(follow(Continuation.MARKET_TOWN, market_town), follow(Continuation.EVALUATED, evaluated)))
