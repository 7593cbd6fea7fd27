"""Resources and stars: gained, taken, lost, produced, traded (3.4, 3.7, R3, R4)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.catan_cards.events import (
    BankTraded,
    BrigandsCame,
    CaravanCame,
    Choosing,
    Gained,
    Given,
    HospitalUsed,
    LandUsed,
    Lost,
    OfferMade,
    Produced,
    ResourcesPaid,
    StarPaid,
    StarsGained,
    StarsLost,
    Taken,
    Traded,
)
from domain.catan_cards.evolve.changes import gained, less, more, paid, passed, with_seat
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.prompts import Why
from domain.catan_cards.state import Land, SeatState, State
from domain.engine.area import after

SPARING = (Why.BRIGAND_ATTACK, Why.CIVIL_WAR, Why.UNREST)
"""What a star spares who pays it (K8, K27)."""


def _brigands_came(facts: Facts, state: State, event: BrigandsCame) -> State:
    pairs = zip(state.seats, event.lost, strict=True)
    return replace(state, seats=tuple([_with_lands(seat, less(seat.lands, lost)) for seat, lost in pairs]))


def _with_lands(seat: SeatState, lands: tuple[Land, ...]) -> SeatState:
    return seat if lands is seat.lands else replace(seat, lands=lands)


def _star_paid(facts: Facts, state: State, event: StarPaid) -> State:
    spared = (*state.spared, event.seat) if event.why in SPARING else state.spared
    return replace(state, seats=_starred(state, event.seat, -event.stars).seats, spared=spared)


def _stars_gained(facts: Facts, state: State, event: StarsGained) -> State:
    return _starred(state, event.seat, event.stars)


def _stars_lost(facts: Facts, state: State, event: StarsLost) -> State:
    return _starred(state, event.seat, -event.stars)


def _starred(state: State, seat: int, stars: int) -> State:
    return replace(state, seats=with_seat(state, seat, stars=state.seats[seat].stars + stars))


def _gained(facts: Facts, state: State, event: Gained) -> State:
    return replace(state, seats=gained(state, event.seat, (event.into,)))


def _taken(facts: Facts, state: State, event: Taken) -> State:
    return replace(state, seats=passed(state, event.victim, event.source, event.seat, event.into))


def _given(facts: Facts, state: State, event: Given) -> State:
    return replace(state, seats=passed(state, event.seat, event.source, event.to, event.into))


def _choosing(facts: Facts, state: State, event: Choosing) -> State:
    return state


def _lost(facts: Facts, state: State, event: Lost) -> State:
    return replace(state, seats=paid(state, event.seat, event.regions))


def _resources_paid(facts: Facts, state: State, event: ResourcesPaid) -> State:
    return replace(state, seats=paid(state, event.seat, event.paid))


def _produced(facts: Facts, state: State, event: Produced) -> State:
    return replace(state, seats=tuple([_with_lands(seat, more(seat.lands, event.gained)) for seat in state.seats]))


def _bank_traded(facts: Facts, state: State, event: BankTraded) -> State:
    own = state.seats[event.seat]
    return replace(state, seats=with_seat(state, event.seat, lands=more(less(own.lands, event.paid), (event.into,))))


def _caravan_came(facts: Facts, state: State, event: CaravanCame) -> State:
    own = state.seats[event.seat]
    return replace(state, seats=with_seat(state, event.seat, lands=more(less(own.lands, event.give), event.into)))


def _land_used(facts: Facts, state: State, event: LandUsed) -> State:
    own = state.seats[event.seat]
    lands = more(less(own.lands, (event.give,)), (event.into,))
    used = (*own.used, event.card)
    return replace(state, seats=with_seat(state, event.seat, lands=lands, stars=own.stars - 1, used=used))


def _hospital_used(facts: Facts, state: State, event: HospitalUsed) -> State:
    own = state.seats[event.seat]
    used = (*own.used, event.card)
    numbers = facts.cards["hospital"].numbers
    if event.into is None:
        return replace(state, seats=with_seat(state, event.seat, stars=own.stars + numbers.star, used=used))
    lands = more(own.lands, (event.into,) * numbers.resource)
    return replace(state, seats=with_seat(state, event.seat, lands=lands, stars=own.stars - numbers.star, used=used))


def _offer_made(facts: Facts, state: State, event: OfferMade) -> State:
    return replace(state, seats=with_seat(state, event.seat, offers=state.seats[event.seat].offers + 1))


def _traded(facts: Facts, state: State, event: Traded) -> State:
    seats = list(state.seats)
    for seat, give, into in ((event.seat, event.give, event.into), (event.partner, event.given, event.received)):
        seats[seat] = replace(seats[seat], lands=more(less(seats[seat].lands, give), into))
    return replace(state, seats=tuple(seats))


AFTER = (
    after(BrigandsCame, _brigands_came),
    after(StarPaid, _star_paid),
    after(StarsGained, _stars_gained),
    after(StarsLost, _stars_lost),
    after(Gained, _gained),
    after(Taken, _taken),
    after(Given, _given),
    after(Choosing, _choosing),
    after(Lost, _lost),
    after(ResourcesPaid, _resources_paid),
    after(Produced, _produced),
    after(BankTraded, _bank_traded),
    after(CaravanCame, _caravan_came),
    after(LandUsed, _land_used),
    after(HospitalUsed, _hospital_used),
    after(OfferMade, _offer_made),
    after(Traded, _traded),
)
