"""Applies the events of resources and stars: gaining, taking, losing, producing, trading (3.4, 3.7, R3, R4)."""

from __future__ import annotations

from msgspec.structs import replace

from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.evolve.changes import (
    add_resources,
    gain,
    pass_resource,
    pay,
    subtract_resources,
    with_seat,
)
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.prompts import Why
from chronik.domain.catan_cards.state import Land, SeatState, State
from chronik.domain.engine.area import on_event

SPARING = (Why.BRIGAND_ATTACK, Why.CIVIL_WAR, Why.UNREST)
"""The events that do not affect a player who pays a star (K8, K27)."""


def _apply_brigands_came(facts: Facts, state: State, event: BrigandsCame) -> State:
    pairs = zip(state.seats, event.lost, strict=True)
    return replace(
        state, seats=tuple([_with_lands(seat, subtract_resources(seat.lands, lost)) for seat, lost in pairs])
    )


def _with_lands(seat: SeatState, lands: tuple[Land, ...]) -> SeatState:
    return seat if lands is seat.lands else replace(seat, lands=lands)


def _apply_star_paid(facts: Facts, state: State, event: StarPaid) -> State:
    spared = (*state.spared, event.seat) if event.why in SPARING else state.spared
    return replace(state, seats=_add_stars(state, event.seat, -event.stars).seats, spared=spared)


def _apply_stars_gained(facts: Facts, state: State, event: StarsGained) -> State:
    return _add_stars(state, event.seat, event.stars)


def _apply_stars_lost(facts: Facts, state: State, event: StarsLost) -> State:
    return _add_stars(state, event.seat, -event.stars)


def _add_stars(state: State, seat: int, stars: int) -> State:
    return replace(state, seats=with_seat(state, seat, stars=state.seats[seat].stars + stars))


def _apply_gained(facts: Facts, state: State, event: Gained) -> State:
    return replace(state, seats=gain(state, event.seat, (event.into,)))


def _apply_taken(facts: Facts, state: State, event: Taken) -> State:
    return replace(state, seats=pass_resource(state, event.victim, event.source, event.seat, event.into))


def _apply_given(facts: Facts, state: State, event: Given) -> State:
    return replace(state, seats=pass_resource(state, event.seat, event.source, event.to, event.into))


def _apply_choosing(facts: Facts, state: State, event: Choosing) -> State:
    return state


def _apply_lost(facts: Facts, state: State, event: Lost) -> State:
    return replace(state, seats=pay(state, event.seat, event.regions))


def _apply_resources_paid(facts: Facts, state: State, event: ResourcesPaid) -> State:
    return replace(state, seats=pay(state, event.seat, event.paid))


def _apply_produced(facts: Facts, state: State, event: Produced) -> State:
    return replace(
        state, seats=tuple([_with_lands(seat, add_resources(seat.lands, event.gained)) for seat in state.seats])
    )


def _apply_bank_traded(facts: Facts, state: State, event: BankTraded) -> State:
    own = state.seats[event.seat]
    return replace(
        state,
        seats=with_seat(
            state, event.seat, lands=add_resources(subtract_resources(own.lands, event.paid), (event.into,))
        ),
    )


def _apply_caravan_came(facts: Facts, state: State, event: CaravanCame) -> State:
    own = state.seats[event.seat]
    return replace(
        state,
        seats=with_seat(state, event.seat, lands=add_resources(subtract_resources(own.lands, event.give), event.into)),
    )


def _apply_land_used(facts: Facts, state: State, event: LandUsed) -> State:
    own = state.seats[event.seat]
    lands = add_resources(subtract_resources(own.lands, (event.give,)), (event.into,))
    used = (*own.used, event.card)
    return replace(state, seats=with_seat(state, event.seat, lands=lands, stars=own.stars - 1, used=used))


def _apply_hospital_used(facts: Facts, state: State, event: HospitalUsed) -> State:
    own = state.seats[event.seat]
    used = (*own.used, event.card)
    numbers = facts.cards["hospital"].numbers
    if event.into is None:
        return replace(state, seats=with_seat(state, event.seat, stars=own.stars + numbers.star, used=used))
    lands = add_resources(own.lands, (event.into,) * numbers.resource)
    return replace(state, seats=with_seat(state, event.seat, lands=lands, stars=own.stars - numbers.star, used=used))


def _apply_offer_made(facts: Facts, state: State, event: OfferMade) -> State:
    return replace(state, seats=with_seat(state, event.seat, offers=state.seats[event.seat].offers + 1))


def _apply_traded(facts: Facts, state: State, event: Traded) -> State:
    seats = list(state.seats)
    for seat, give, into in ((event.seat, event.give, event.into), (event.partner, event.given, event.received)):
        seats[seat] = replace(seats[seat], lands=add_resources(subtract_resources(seats[seat].lands, give), into))
    return replace(state, seats=tuple(seats))


AFTER = (
    on_event(BrigandsCame, _apply_brigands_came),
    on_event(StarPaid, _apply_star_paid),
    on_event(StarsGained, _apply_stars_gained),
    on_event(StarsLost, _apply_stars_lost),
    on_event(Gained, _apply_gained),
    on_event(Taken, _apply_taken),
    on_event(Given, _apply_given),
    on_event(Choosing, _apply_choosing),
    on_event(Lost, _apply_lost),
    on_event(ResourcesPaid, _apply_resources_paid),
    on_event(Produced, _apply_produced),
    on_event(BankTraded, _apply_bank_traded),
    on_event(CaravanCame, _apply_caravan_came),
    on_event(LandUsed, _apply_land_used),
    on_event(HospitalUsed, _apply_hospital_used),
    on_event(OfferMade, _apply_offer_made),
    on_event(Traded, _apply_traded),
)
