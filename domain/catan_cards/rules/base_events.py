"""The simpler event cards of the base game: Plague, Productive Year, Progress and Year End."""

from __future__ import annotations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.events import EventsShuffled, Gained, Lost
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect, EventCard, Scope
from chronik.domain.catan_cards.principality.axis import bordering_lands, cards_with_effect, neighbouring_lands
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.rules.gaining import gain
from chronik.domain.catan_cards.rules.in_turn import act_in_turn, follow_in_turn, roller_first
from chronik.domain.catan_cards.state import Built, Continuation, SeatState
from chronik.domain.engine.area import Area


def resolve_plague(batch: Batch, card: EventCard) -> None:
    """Takes a resource from each region that borders a city, but only one if the region borders two cities (B46)."""
    for seat in roller_first(batch.state):
        if lost := plague_losses(batch.facts, batch.seat(seat), card.amount):
            batch.add(Lost(seat, lost, Why.PLAGUE))


def plague_losses(facts: Facts, seat: SeatState, amount: int) -> tuple[str, ...]:
    """Returns what a seat loses to the Plague: nothing with an Aqueduct, and nothing around a Bath House (B46)."""
    near = {land.region for slot in seat.cities for land in bordering_lands(seat, slot)}
    for one in cards_with_effect(facts, seat, Effect.PLAGUE_IMMUNITY):
        if facts.cards[title(one.card)].numbers.scope is Scope.PRINCIPALITY:
            return ()
        near -= {land.region for land in bordering_lands(seat, one.slot)}
    return tuple([land.region for land in seat.lands if land.region in near for _ in range(min(amount, land.stored))])


def resolve_productive_year(batch: Batch, card: EventCard) -> None:
    """Gives each region a resource for each Garrison that it borders, as far as it has room (B47)."""
    for seat in roller_first(batch.state):
        own = batch.seat(seat)
        shields = garrisons(batch.facts, own)
        for land in own.lands:
            due = card.amount * sum([land in neighbouring_lands(own, one) for one in shields])
            for _ in range(min(due, batch.facts.constants.max_stored - land.stored)):
                batch.add(Gained(seat, land.region, Why.PRODUCTIVE_YEAR))


def garrisons(facts: Facts, seat: SeatState) -> list[Built]:
    """Returns the Garrisons of a principality (B59)."""
    return cards_with_effect(facts, seat, Effect.BRIGAND_SHIELD)


def resolve_progress(batch: Batch, card: EventCard) -> None:
    """Gives each player resources for Abbeys and Libraries; the roller takes all of them first (B48, R98)."""
    act_in_turn(batch, roller_first(batch.state), Continuation.PROGRESS, gain_for_abbeys_and_libraries)


def gain_for_abbeys_and_libraries(batch: Batch, seat: int) -> None:
    """Gives a seat a resource of its choice for each Abbey and each Library."""
    assert batch.state.revealed is not None
    amount = batch.facts.events[title(batch.state.revealed)].amount
    gain(batch, seat, amount * count_abbeys_and_libraries(batch.facts, batch.seat(seat)), Why.PROGRESS)


def count_abbeys_and_libraries(facts: Facts, seat: SeatState) -> int:
    """Returns the number of Abbeys and Libraries, the cards that raise the hand limit (B36)."""
    return len(cards_with_effect(facts, seat, Effect.HAND_LIMIT_PLUS))


def resolve_year_end(batch: Batch, card: EventCard) -> None:
    """Shuffles the whole event deck, including this card; no other card is revealed in its place (B49)."""
    state = batch.state
    assert state.revealed is not None
    stream = batch.chance.stream("events", state.shuffles)
    batch.add(EventsShuffled(stream.shuffle((*state.events, state.revealed)), Why.YEAR_END))


AREA = Area(follows=(follow_in_turn(Continuation.PROGRESS, gain_for_abbeys_and_libraries),))
