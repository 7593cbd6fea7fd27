"""Trade between the seats (R15.1): the active seat offers, the others accept, decline or counter, and it confirms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.cities_knights.cards.kinds import NOTHING, Counts, counted, holds, lacking
from domain.cities_knights.commands import (
    AcceptOffer,
    Command,
    ConfirmTrade,
    CounterOffer,
    DeclineOffer,
    OfferTrade,
    WithdrawOffer,
)
from domain.cities_knights.events import OfferAnswered, OfferMade, OfferWithdrawn, Traded
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, OfferPrompt
from domain.cities_knights.state import Offer, SeatState, State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected

MOST_IN_A_TURN = 20
"""How many offers and counter-offers a seat makes in a turn."""


def offer_trade(batch: Batch, prompt: ActionPrompt, command: OfferTrade) -> None:
    """The active seat offers a trade, one at a time (R15.1)."""
    state, seat = batch.state, prompt.seat
    if any(offer.seat == seat for offer in state.offers):
        raise Rejected("offer-open")
    others = tuple([number for number in range(len(state.seats)) if number != seat])
    if any(number not in others for number in command.to) or list(command.to) != sorted(set(command.to)):
        raise Rejected("offered-to")
    give, want = _terms(state.seats[seat], command)
    batch.happen(OfferMade(seat, state.offered + 1, give, want, command.to or others))


def counter(batch: Batch, prompt: OfferPrompt, command: CounterOffer) -> None:
    """A seat answers the offer with one of its own, which the active seat answers (R15.1)."""
    state = batch.state
    offer = _open_to(state, prompt.seat, command.offer)
    if offer.counter is not None:
        raise Rejected("offer")
    give, want = _terms(state.seats[prompt.seat], command)
    batch.happen(OfferMade(prompt.seat, state.offered + 1, give, want, (state.active,), offer.number))


def accept(batch: Batch, prompt: OfferPrompt, command: AcceptOffer) -> None:
    """A seat accepts an offer; a counter-offer is carried out at once (R15.1)."""
    offer = _open_to(batch.state, prompt.seat, command.offer)
    if missing := lacking(batch.seat(prompt.seat).hand, offer.want):
        raise Rejected("cards", missing=missing)
    if offer.counter is None:
        batch.happen(OfferAnswered(prompt.seat, offer.number, accepted=True))
    else:
        _carry_out(batch, offer, prompt.seat, offer.seat, offer.want, offer.give)


def decline(batch: Batch, prompt: OfferPrompt, command: DeclineOffer) -> None:
    """A seat declines an offer; a counter-offer is gone then (R15.1)."""
    offer = _open_to(batch.state, prompt.seat, command.offer)
    batch.happen(OfferAnswered(prompt.seat, offer.number, accepted=False))


def withdraw(batch: Batch, prompt: OfferPrompt, command: WithdrawOffer) -> None:
    """A seat takes its own offer back, and with it go the counter-offers (R15.1)."""
    offer = _numbered(batch.state, command.offer)
    if offer.seat != prompt.seat:
        raise Rejected("offer")
    batch.happen(OfferWithdrawn(prompt.seat, offer.number))


def confirm(batch: Batch, prompt: ActionPrompt, command: ConfirmTrade) -> None:
    """The active seat trades with one of those who have accepted its offer (R15.1)."""
    offer = _numbered(batch.state, command.offer)
    if offer.seat != prompt.seat or command.seat not in offer.accepted:
        raise Rejected("offer")
    _carry_out(batch, offer, prompt.seat, command.seat, offer.give, offer.want)


def _carry_out(batch: Batch, offer: Offer, seat: int, partner: int, given: Counts, taken: Counts) -> None:
    """The trade, both hands looked at again (R15.1).

    The partner always has its part: who loses a card must accept anew, and its counter-offer is gone (`evolve`). So
    what the active seat is offered tells it nothing about another hand.
    """
    if not (holds(batch.seat(seat).hand, given) and holds(batch.seat(partner).hand, taken)):
        raise Rejected("cards")
    batch.happen(Traded(seat, partner, offer.number, given, taken))


def _terms(seat: SeatState, command: OfferTrade | CounterOffer) -> tuple[Counts, Counts]:
    """What is given and wanted: something on each side, no kind on both, and the giver has it (R15.1)."""
    give, want = counted(command.give), counted(command.want)
    if NOTHING in (give, want) or any(one and other for one, other in zip(give, want, strict=True)):
        raise Rejected("terms")
    if not holds(seat.hand, give):
        raise Rejected("cards")
    if seat.attempts >= MOST_IN_A_TURN:
        raise Rejected("too-many-offers", most=MOST_IN_A_TURN)
    return give, want


def may_offer(state: State, seat: int) -> bool:
    """Whether a seat has something to give, no offer that stands, and has not made too many in this turn."""
    own = state.seats[seat]
    return (
        own.hand != NOTHING and own.attempts < MOST_IN_A_TURN and not any(offer.seat == seat for offer in state.offers)
    )


def _numbered(state: State, number: int) -> Offer:
    for offer in state.offers:
        if offer.number == number:
            return offer
    raise Rejected("offer")


def _open_to(state: State, seat: int, number: int) -> Offer:
    """The offer with a number, if a seat may still answer it."""
    offer = _numbered(state, number)
    if seat not in offer.open:
        raise Rejected("offer")
    return offer


def trades(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """What the active seat can do about the offers that stand; new ones are too many to list."""
    return [command for offer in state.offers for command in _about(offer, seat, state.seats[seat].hand)]


def _about(offer: Offer, seat: int, hand: Counts) -> Iterator[Command]:
    if offer.seat == seat:
        if holds(hand, offer.give):
            for partner in offer.accepted:
                yield ConfirmTrade(offer.number, partner)
        yield WithdrawOffer(offer.number)
    else:
        if holds(hand, offer.want):
            yield AcceptOffer(offer.number)
        yield DeclineOffer(offer.number)


def answers(facts: Facts, state: State, prompt: OfferPrompt) -> Sequence[Command]:
    """Accepting, where the seat has what is wanted, and declining; counter-offers are too many to list."""
    if holds(state.seats[prompt.seat].hand, _numbered(state, prompt.offer).want):
        return (AcceptOffer(prompt.offer), DeclineOffer(prompt.offer))
    return (DeclineOffer(prompt.offer),)


def declined(facts: Facts, state: State, prompt: OfferPrompt) -> DeclineOffer:
    """An offer by default: declined."""
    return DeclineOffer(prompt.offer)


AREA = Area(
    answers=(
        answer(OfferTrade, ActionPrompt, offer_trade),
        answer(AcceptOffer, OfferPrompt, accept),
        answer(DeclineOffer, OfferPrompt, decline),
        answer(CounterOffer, OfferPrompt, counter),
        answer(WithdrawOffer, OfferPrompt, withdraw),
        answer(ConfirmTrade, ActionPrompt, confirm),
    ),
    options=(option(OfferPrompt, answers),),
    actions=(trades,),
    defaults=(default(OfferPrompt, declined),),
)
