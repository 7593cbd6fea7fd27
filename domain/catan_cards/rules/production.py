"""Production: regions with the rolled number, Small Market Town, and the end of evaluating the dice (B13, E5)."""

from __future__ import annotations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.events import ActionsBegan, Produced
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect
from chronik.domain.catan_cards.principality.axis import cards_with_effect, neighbouring_lands
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.rules.gaining import gain
from chronik.domain.catan_cards.rules.in_turn import roller_first
from chronik.domain.catan_cards.rules.victory import check_victory
from chronik.domain.catan_cards.state import Continuation, Land, Question, SeatState
from chronik.domain.engine.area import Area, follow

DOUBLE_PRODUCTION = Effect.DOUBLE_PRODUCTION

PLAIN, DOUBLED = 1, 2
"""The production of a region, alone and beside one or more production buildings (B13, B59, R6)."""


def produce(batch: Batch, seats: tuple[int, ...]) -> None:
    """Produces in the regions with the rolled number, for all these seats at once (R8)."""
    dice = batch.state.dice
    assert dice is not None
    gained: list[str] = []
    full: list[str] = []
    overflow: list[int] = []
    for seat in roller_first(batch.state):
        if seat in seats:
            brought, without_room = _count_production(batch.facts, batch.seat(seat), dice.number)
            gained += brought
            full += without_room
            if without_room and cards_with_effect(batch.facts, batch.seat(seat), Effect.OVERFLOW_TO_ANY_RESOURCE):
                overflow += [seat] * len(without_room)
    if seats:
        batch.add(Produced(tuple(gained), tuple(full)))
    batch.ask((), Continuation.EVALUATED)
    if overflow:
        _gain_overflow(batch, tuple(overflow))


def _count_production(facts: Facts, seat: SeatState, number: int) -> tuple[list[str], list[str]]:
    """Returns the resources that a principality gains, and its regions without room (B14, R7).

    A region is named once for each resource.
    """
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
    """Returns the production of a region with room: doubled beside a production building of its kind (B59, R6)."""
    kind = facts.lands[land.region].kind
    for one in cards_with_effect(facts, seat, DOUBLE_PRODUCTION):
        if facts.cards[title(one.card)].kind_of is kind and land in neighbouring_lands(seat, one):
            return DOUBLED
    return PLAIN


def _gain_overflow(batch: Batch, seats: tuple[int, ...]) -> None:
    """Gives a resource of choice for each full region with the rolled number, roller first (K28, R38, R98).

    `seats` names the owner of these regions once for each resource.
    """
    seat = seats[0]
    if later := tuple([one for one in seats if one != seat]):
        batch.ask((), Continuation.MARKET_TOWN, later)
    gain(batch, seat, seats.count(seat), Why.MARKET_TOWN)


def continue_market_town(batch: Batch, question: Question) -> None:
    """Continues with the other player's resources."""
    _gain_overflow(batch, question.rest)


def end_evaluation(batch: Batch, question: Question) -> None:
    """Ends the evaluation of the dice: a player wins, or the actions begin (R9)."""
    check_victory(batch)
    if batch.state.outcome is None:
        batch.add(ActionsBegan())


AREA = Area(
    follows=(follow(Continuation.MARKET_TOWN, continue_market_town), follow(Continuation.EVALUATED, end_evaluation))
)
