"""Event cards of the base game that ask nobody but for resources: Plague, Productive Year, Progress, Year End."""

from __future__ import annotations

from domain.catan_cards.cards.ids import title
from domain.catan_cards.events import EventsShuffled, Gained, Lost
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Effect, EventCard, Scope
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import beside, bordering, with_effect
from domain.catan_cards.prompts import Why
from domain.catan_cards.rules.gaining import gain
from domain.catan_cards.rules.in_turn import follow_in_turn, in_turn, roller_first
from domain.catan_cards.state import Built, Continuation, SeatState
from domain.engine.area import Area


def plague(batch: Batch, card: EventCard) -> None:
    """Each region that borders a city loses, once even between two cities (B46)."""
    for seat in roller_first(batch.state):
        if lost := stricken(batch.facts, batch.seat(seat), card.amount):
            batch.happen(Lost(seat, lost, Why.PLAGUE))


def stricken(facts: Facts, seat: SeatState, amount: int) -> tuple[str, ...]:
    """What Plague takes: nothing with an Aqueduct, nothing of the four regions around a Bath House (B46)."""
    near = {land.region for slot in seat.cities for land in bordering(seat, slot)}
    for one in with_effect(facts, seat, Effect.PLAGUE_IMMUNITY):
        if facts.cards[title(one.card)].numbers.scope is Scope.PRINCIPALITY:
            return ()
        near -= {land.region for land in bordering(seat, one.slot)}
    return tuple([land.region for land in seat.lands if land.region in near for _ in range(min(amount, land.stored))])


def productive_year(batch: Batch, card: EventCard) -> None:
    """Each region gains for each Garrison it borders, as far as it has room (B47)."""
    for seat in roller_first(batch.state):
        own = batch.seat(seat)
        shields = garrisons(batch.facts, own)
        for land in own.lands:
            due = card.amount * sum([land in beside(own, one) for one in shields])
            for _ in range(min(due, batch.facts.constants.max_stored - land.stored)):
                batch.happen(Gained(seat, land.region, Why.PRODUCTIVE_YEAR))


def garrisons(facts: Facts, seat: SeatState) -> list[Built]:
    """The Garrisons of a principality (B59)."""
    return with_effect(facts, seat, Effect.BRIGAND_SHIELD)


def progress(batch: Batch, card: EventCard) -> None:
    """Each player gains for his Abbeys and Libraries, roller first, completely (B48, R98)."""
    in_turn(batch, roller_first(batch.state), Continuation.PROGRESS, gain_by_learning)


def gain_by_learning(batch: Batch, seat: int) -> None:
    """A resource of choice for each Abbey and each Library."""
    assert batch.state.revealed is not None
    amount = batch.facts.events[title(batch.state.revealed)].amount
    gain(batch, seat, amount * learning(batch.facts, batch.seat(seat)), Why.PROGRESS)


def learning(facts: Facts, seat: SeatState) -> int:
    """How many Abbeys and Libraries lie in a principality, the cards that raise the hand limit (B36)."""
    return len(with_effect(facts, seat, Effect.HAND_LIMIT_PLUS))


def year_end(batch: Batch, card: EventCard) -> None:
    """The whole event deck is shuffled, this card with it; no other is revealed for it (B49)."""
    state = batch.state
    assert state.revealed is not None
    stream = batch.chance.stream("events", state.shuffles)
    batch.happen(EventsShuffled(stream.shuffled((*state.events, state.revealed)), Why.YEAR_END))


AREA = Area(follows=(follow_in_turn(Continuation.PROGRESS, gain_by_learning),))
