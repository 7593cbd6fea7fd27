"""Trade between seats (R15.1): the active seat makes an offer, which others answer, and confirms one acceptance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.cards.kinds import NOTHING, Counts, count_cards, count_missing, holds
from chronik.domain.cities_knights.commands import (
    AcceptOffer,
    Command,
    ConfirmTrade,
    CounterOffer,
    DeclineOffer,
    OfferTrade,
    WithdrawOffer,
)
from chronik.domain.cities_knights.events import OfferAnswered, OfferMade, OfferWithdrawn, Traded
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import ActionPrompt, OfferPrompt
from chronik.domain.cities_knights.rules.needs import OPEN_OFFER
from chronik.domain.cities_knights.state import Offer, SeatState, State
from chronik.domain.engine.area import Area, action, answer, default, option
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.seats import with_out

MOST_IN_A_TURN = 20
"""The maximum number of offers and counter-offers that a seat may make in one turn."""


def offer_trade(batch: Batch, prompt: ActionPrompt, command: OfferTrade) -> None:
    """Makes the active seat's only open offer (R15.1), to seats that are still in the match (C-80)."""
    state, seat = batch.state, prompt.seat
    if any(offer.seat == seat for offer in state.offers):
        raise Rejected("offer-open")
    others = trade_partners(state, seat)
    if any(number not in others for number in command.to) or list(command.to) != sorted(set(command.to)):
        raise Rejected("offered-to")
    give, want = _check_terms(state.seats[seat], command)
    batch.add(OfferMade(seat, state.offered + 1, give, want, command.to or others))


def make_counter_offer(batch: Batch, prompt: OfferPrompt, command: CounterOffer) -> None:
    """Makes a counter-offer, which the active seat has to answer (R15.1)."""
    state = batch.state
    offer = _find_open_offer(state, prompt.seat, command.offer)
    if offer.counter is not None:
        raise Rejected("offer")
    give, want = _check_terms(state.seats[prompt.seat], command)
    batch.add(OfferMade(prompt.seat, state.offered + 1, give, want, (state.active,), offer.number))


def accept_offer(batch: Batch, prompt: OfferPrompt, command: AcceptOffer) -> None:
    """Accepts an offer. A counter-offer is carried out at once (R15.1)."""
    offer = _find_open_offer(batch.state, prompt.seat, command.offer)
    if missing := count_missing(batch.seat(prompt.seat).hand, offer.want):
        raise Rejected("cards", missing=missing)
    if offer.counter is None:
        batch.add(OfferAnswered(prompt.seat, offer.number, accepted=True))
    else:
        _carry_out_trade(batch, offer, prompt.seat, offer.seat, offer.want, offer.give)


def decline_offer(batch: Batch, prompt: OfferPrompt, command: DeclineOffer) -> None:
    """Declines an offer. A declined counter-offer is closed (R15.1)."""
    offer = _find_open_offer(batch.state, prompt.seat, command.offer)
    batch.add(OfferAnswered(prompt.seat, offer.number, accepted=False))


def withdraw_offer(batch: Batch, prompt: OfferPrompt, command: WithdrawOffer) -> None:
    """Withdraws an offer of the seat, together with its counter-offers (R15.1)."""
    offer = _find_offer(batch.state, command.offer)
    if offer.seat != prompt.seat:
        raise Rejected("offer")
    batch.add(OfferWithdrawn(prompt.seat, offer.number))


def confirm_trade(batch: Batch, prompt: ActionPrompt, command: ConfirmTrade) -> None:
    """Trades with one of the seats that accepted the active seat's offer (R15.1)."""
    offer = _find_offer(batch.state, command.offer)
    if offer.seat != prompt.seat or command.seat not in offer.accepted:
        raise Rejected("offer")
    _carry_out_trade(batch, offer, prompt.seat, command.seat, offer.give, offer.want)


def _carry_out_trade(batch: Batch, offer: Offer, seat: int, partner: int, given: Counts, taken: Counts) -> None:
    """Carries out a trade after checking both hands again (R15.1).

    The partner normally still has the cards: if a seat loses a card, its acceptances and counter-offer lapse
    (`evolve`). So the options of the active seat reveal nothing about another hand. If the partner nevertheless lacks
    some of the cards, the refusal does not name them, because the hand is hidden.
    """
    if missing := count_missing(batch.seat(seat).hand, given):
        raise Rejected("cards", missing=missing)
    if not holds(batch.seat(partner).hand, taken):
        raise Rejected("their-cards", seat=partner)
    batch.add(Traded(seat, partner, offer.number, given, taken))


def _check_terms(seat: SeatState, command: OfferTrade | CounterOffer) -> tuple[Counts, Counts]:
    """Returns the cards given and wanted. Raises `Rejected` if the terms are not allowed (R15.1)."""
    give, want = count_cards(command.give), count_cards(command.want)
    if NOTHING in (give, want) or any(one and other for one, other in zip(give, want, strict=True)):
        raise Rejected("terms")
    if not holds(seat.hand, give):
        raise Rejected("cards")
    if seat.attempts >= MOST_IN_A_TURN:
        raise Rejected("too-many-offers", most=MOST_IN_A_TURN)
    return give, want


def trade_partners(state: State, seat: int) -> tuple[int, ...]:
    """Returns the seats that this seat may trade with: the other seats that are still in the match (C-80)."""
    return tuple([number for number in state.still_in if number != seat])


def retire(state: State, seat: int) -> State:
    """Returns the state after a seat has left the match: its offers and its answers to offers lapse (C-80)."""
    gone = {offer.number for offer in state.offers if offer.seat == seat}
    offers = tuple(
        [
            replace(
                offer,
                open=tuple([other for other in offer.open if other != seat]),
                accepted=tuple([other for other in offer.accepted if other != seat]),
            )
            for offer in state.offers
            if not gone & {offer.number, offer.counter}
        ]
    )
    return replace(state, offers=offers, out=with_out(state.out, seat))


def may_offer(state: State, seat: int) -> bool:
    """Returns whether a seat has cards, no open offer, and fewer offers this turn than the limit."""
    own = state.seats[seat]
    return (
        own.hand != NOTHING and own.attempts < MOST_IN_A_TURN and not any(offer.seat == seat for offer in state.offers)
    )


def _find_offer(state: State, number: int) -> Offer:
    for offer in state.offers:
        if offer.number == number:
            return offer
    raise Rejected("offer")


def _find_open_offer(state: State, seat: int, number: int) -> Offer:
    """Returns the offer with this number. Raises `Rejected` if the seat may no longer answer it."""
    offer = _find_offer(state, number)
    if seat not in offer.open:
        raise Rejected("offer")
    return offer


def trade_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns the active seat's commands for open offers. New offers are not included: there are too many to list."""
    return [command for offer in state.offers for command in _offer_options(offer, seat, state.seats[seat].hand)]


def _offer_options(offer: Offer, seat: int, hand: Counts) -> Iterator[Command]:
    if offer.seat == seat:
        if holds(hand, offer.give):
            for partner in offer.accepted:
                yield ConfirmTrade(offer.number, partner)
        yield WithdrawOffer(offer.number)
    else:
        if holds(hand, offer.want):
            yield AcceptOffer(offer.number)
        yield DeclineOffer(offer.number)


def answer_options(facts: Facts, state: State, prompt: OfferPrompt) -> Sequence[Command]:
    """Returns the commands to accept (if the seat has the cards) and to decline.

    There are too many counter-offers to list.
    """
    if holds(state.seats[prompt.seat].hand, _find_offer(state, prompt.offer).want):
        return (AcceptOffer(prompt.offer), DeclineOffer(prompt.offer))
    return (DeclineOffer(prompt.offer),)


def default_answer(facts: Facts, state: State, prompt: OfferPrompt) -> DeclineOffer:
    """Returns the default answer: decline the offer."""
    return DeclineOffer(prompt.offer)


AREA = Area(
    answers=(
        answer(OfferTrade, ActionPrompt, offer_trade),
        answer(AcceptOffer, OfferPrompt, accept_offer),
        answer(DeclineOffer, OfferPrompt, decline_offer),
        answer(CounterOffer, OfferPrompt, make_counter_offer),
        answer(WithdrawOffer, OfferPrompt, withdraw_offer),
        answer(ConfirmTrade, ActionPrompt, confirm_trade),
    ),
    options=(option(OfferPrompt, answer_options),),
    actions=(action(trade_options, OPEN_OFFER),),
    defaults=(default(OfferPrompt, default_answer),),
)
