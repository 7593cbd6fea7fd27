"""Trade with the bank and with others (R15)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.cities_knights.cards.kinds import minus, plus
from domain.cities_knights.events import BankTraded, OfferAnswered, OfferMade, OfferWithdrawn, Traded
from domain.cities_knights.evolve.changes import moved_on, passed, with_seat
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.state import Offer, State
from domain.engine.area import after


def _bank_traded(facts: Facts, state: State, event: BankTraded) -> State:
    hand = plus(minus(state.seats[event.seat].hand, event.given), event.taken)
    bank = minus(plus(state.bank, event.given), event.taken)
    return moved_on(state, seats=with_seat(state, event.seat, hand=hand), bank=bank)


def _offer_made(facts: Facts, state: State, event: OfferMade) -> State:
    offer = Offer(event.number, event.seat, event.give, event.want, event.to, counter=event.counter)
    offers = tuple([_closed_to(one, event.seat) if one.number == event.counter else one for one in state.offers])
    seats = with_seat(state, event.seat, attempts=state.seats[event.seat].attempts + 1)
    return _asking_for(state, event.seat, seats=seats, offered=event.number, offers=(*offers, offer))


def _closed_to(offer: Offer, seat: int) -> Offer:
    return replace(offer, open=tuple([other for other in offer.open if other != seat]))


def _offer_answered(facts: Facts, state: State, event: OfferAnswered) -> State:
    offers: list[Offer] = []
    for offer in state.offers:
        if offer.number != event.number:
            offers.append(offer)
        elif event.accepted:
            offers.append(replace(_closed_to(offer, event.seat), accepted=(*offer.accepted, event.seat)))
        elif offer.counter is None:
            offers.append(_closed_to(offer, event.seat))
    return _asking_for(state, event.seat, offers=tuple(offers))


def _offer_withdrawn(facts: Facts, state: State, event: OfferWithdrawn) -> State:
    return _asking_for(state, event.seat, offers=_without_offer(state, event.number))


def _without_offer(state: State, number: int) -> tuple[Offer, ...]:
    """The open offers without one and its counter-offers."""
    return tuple([offer for offer in state.offers if number not in (offer.number, offer.counter)])


def _asking_for(state: State, seat: int, **changes: Any) -> State:
    """Trade of other seats leaves the active one's question as it is."""
    return moved_on(state, **changes) if seat == state.active else replace(state, **changes)


def _traded(facts: Facts, state: State, event: Traded) -> State:
    seats = list(passed(state, event.seat, event.partner, event.given))
    for number, cards in ((event.seat, event.taken), (event.partner, event.taken)):
        change = plus if number == event.seat else minus
        seats[number] = replace(seats[number], hand=change(seats[number].hand, cards))
    answered = next((offer.counter for offer in state.offers if offer.number == event.number), None)
    return moved_on(state, seats=tuple(seats), offers=_without_offer(state, answered or event.number))


AFTER = (
    after(BankTraded, _bank_traded),
    after(OfferMade, _offer_made),
    after(OfferAnswered, _offer_answered),
    after(OfferWithdrawn, _offer_withdrawn),
    after(Traded, _traded),
)
