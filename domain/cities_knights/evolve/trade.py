"""Events of trade with the bank and between seats, applied to the state (R15)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import minus, plus
from chronik.domain.cities_knights.events import BankTraded, OfferAnswered, OfferMade, OfferWithdrawn, Traded
from chronik.domain.cities_knights.evolve.changes import pass_cards, reprompt, with_seat
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.state import Offer, State
from chronik.domain.engine.area import on_event


def _apply_bank_traded(facts: Facts, state: State, event: BankTraded) -> State:
    hand = plus(minus(state.seats[event.seat].hand, event.given), event.taken)
    bank = minus(plus(state.bank, event.given), event.taken)
    return reprompt(state, seats=with_seat(state, event.seat, hand=hand), bank=bank)


def _apply_offer_made(facts: Facts, state: State, event: OfferMade) -> State:
    offer = Offer(event.number, event.seat, event.give, event.want, event.to, counter=event.counter)
    offers = tuple([_close_offer_to(one, event.seat) if one.number == event.counter else one for one in state.offers])
    seats = with_seat(state, event.seat, attempts=state.seats[event.seat].attempts + 1)
    return _reprompt_if_active(state, event.seat, seats=seats, offered=event.number, offers=(*offers, offer))


def _close_offer_to(offer: Offer, seat: int) -> Offer:
    return replace(offer, open=tuple([other for other in offer.open if other != seat]))


def _apply_offer_answered(facts: Facts, state: State, event: OfferAnswered) -> State:
    offers: list[Offer] = []
    for offer in state.offers:
        if offer.number != event.number:
            offers.append(offer)
        elif event.accepted:
            offers.append(replace(_close_offer_to(offer, event.seat), accepted=(*offer.accepted, event.seat)))
        elif offer.counter is None:
            offers.append(_close_offer_to(offer, event.seat))
    return _reprompt_if_active(state, event.seat, offers=tuple(offers))


def _apply_offer_withdrawn(facts: Facts, state: State, event: OfferWithdrawn) -> State:
    return _reprompt_if_active(state, event.seat, offers=_remove_offer(state, event.number))


def _remove_offer(state: State, number: int) -> tuple[Offer, ...]:
    """Returns the open offers without this offer and its counter-offers."""
    return tuple([offer for offer in state.offers if number not in (offer.number, offer.counter)])


def _reprompt_if_active(state: State, seat: int, **changes: Any) -> State:
    """Returns the state with these changes. Prompts the active seat again only if `seat` is the active one."""
    return reprompt(state, **changes) if seat == state.active else replace(state, **changes)


def _apply_traded(facts: Facts, state: State, event: Traded) -> State:
    seats = list(pass_cards(state, event.seat, event.partner, event.given))
    for number, cards in ((event.seat, event.taken), (event.partner, event.taken)):
        change = plus if number == event.seat else minus
        seats[number] = replace(seats[number], hand=change(seats[number].hand, cards))
    answered = next((offer.counter for offer in state.offers if offer.number == event.number), None)
    return reprompt(state, seats=tuple(seats), offers=_remove_offer(state, answered or event.number))


AFTER = (
    on_event(BankTraded, _apply_bank_traded),
    on_event(OfferMade, _apply_offer_made),
    on_event(OfferAnswered, _apply_offer_answered),
    on_event(OfferWithdrawn, _apply_offer_withdrawn),
    on_event(Traded, _apply_traded),
)
