"""Event cards of the theme set: Golden Times (K18) and Unrest (K19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.cards.kinds import KINDS, NOTHING, plus, single, size
from chronik.domain.catan_cards.commands import PayTax
from chronik.domain.catan_cards.events import Lost, StarPaid
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import CardKind, Effect, EventCard, UnitKind
from chronik.domain.catan_cards.principality.stores import (
    can_give,
    heaviest_payment,
    holding,
    lands_with_room,
    lands_with_stock,
    payment,
)
from chronik.domain.catan_cards.prompts import StarPrompt, TaxPrompt, Why
from chronik.domain.catan_cards.rules.gaining import gain
from chronik.domain.catan_cards.rules.in_turn import act_in_turn, follow_in_turn, roller_first
from chronik.domain.catan_cards.rules.stars import ask_for_stars, can_pay
from chronik.domain.catan_cards.state import Continuation, Question, SeatState, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

# Golden Times


def resolve_golden_times(batch: Batch, card: EventCard) -> None:
    """Offers each seat resources for a star; the roller decides and gains first (K18)."""
    act_in_turn(batch, roller_first(batch.state), Continuation.GOLDEN_TIMES, offer_golden_times)


def offer_golden_times(batch: Batch, seat: int) -> None:
    """Makes the offer to a seat that has the star, and room for at least one resource (R47)."""
    if can_pay(batch.facts, batch.state, seat) and lands_with_room(batch.facts, batch.seat(seat)):
        batch.ask((StarPrompt(seat, Why.GOLDEN_TIMES),), Continuation.GOLDEN_GAIN)


def gain_in_golden_times(batch: Batch, question: Question) -> None:
    """Gives the resources to the seat if it has paid."""
    (prompt,) = question.asks
    assert batch.state.revealed is not None
    if isinstance(batch.events[-1], StarPaid):
        amount = batch.facts.events[title(batch.state.revealed)].amount
        gain(batch, prompt.seat, amount, Why.GOLDEN_TIMES)


# Unrest


def resolve_unrest(batch: Batch, card: EventCard) -> None:
    """Asks seats whether they pay stars (K8, R27, R30), then collects the tax from those that did not (R32)."""
    seats = roller_first(batch.state)
    batch.ask((), Continuation.UNREST_TAX, seats)
    ask_for_stars(batch, [seat for seat in seats if can_pay(batch.facts, batch.state, seat)], Why.UNREST)


def tax_of(facts: Facts, seat: SeatState, amount: int, most: int) -> int:
    """Returns a seat's tax: `amount` for each Garrison, Abbey or fleet, at most `most` or what it stores (K19)."""
    taxed = sum([_is_taxed(facts, title(one.card)) for one in seat.built])
    return min(taxed * amount, most, size(holding(facts, seat)))


def _is_taxed(facts: Facts, name: str) -> bool:
    card = facts.cards[name]
    return (
        card.unit_kind is UnitKind.FLEET
        or card.effect is Effect.BRIGAND_SHIELD
        or (card.effect is Effect.HAND_LIMIT_PLUS and card.kind is CardKind.REGION_EXPANSION)
    )


def collect_tax(batch: Batch, seat: int) -> None:
    """Takes a seat's tax, or asks the seat how it pays if there is more than one way (R85)."""
    facts, state, own = batch.facts, batch.state, batch.seat(seat)
    assert state.revealed is not None
    event = facts.events[title(state.revealed)]
    count = 0 if seat in state.spared else tax_of(facts, own, event.amount, event.most)
    if not count:
        return
    if len(lands_with_stock(facts, own)) == 1 or count == size(holding(facts, own)):
        batch.add(Lost(seat, heaviest_payment(facts, own, count), Why.UNREST))
    else:
        batch.ask((TaxPrompt(seat, count),))


def pay_tax(batch: Batch, prompt: TaxPrompt, command: PayTax) -> None:
    """Takes exactly the tax from regions of the payer's choice (R5)."""
    if len(command.pay) != prompt.count or not can_give(batch.seat(prompt.seat), command.pay):
        raise Rejected("payment")
    batch.add(Lost(prompt.seat, command.pay, Why.UNREST))


def ways_to_pay(facts: Facts, state: State, prompt: TaxPrompt) -> Sequence[PayTax]:
    """Returns each combination of kinds, paid from the regions of R91; if there is only one, each choice of regions.

    Other regions that store the same resources are accepted as well (R5).
    """
    own = state.seats[prompt.seat]
    by_type = list(_by_type(facts, own, prompt.count))
    return [PayTax(paid) for paid in (by_type if len(by_type) > 1 else _by_region(own, prompt.count))]


def _by_type(facts: Facts, seat: SeatState, count: int) -> Iterator[tuple[str, ...]]:
    for kinds in combinations_with_replacement(KINDS, count):
        price = NOTHING
        for kind in kinds:
            price = plus(price, single(kind))
        if (paid := payment(facts, seat, price)) is not None:
            yield paid


def _by_region(seat: SeatState, count: int) -> Iterator[tuple[str, ...]]:
    regions = [land.region for land in seat.lands]
    return (paid for paid in combinations_with_replacement(regions, count) if can_give(seat, paid))


def default_tax(facts: Facts, state: State, prompt: TaxPrompt) -> PayTax:
    """Returns the default: each resource of the most plentiful kind (R90)."""
    return PayTax(heaviest_payment(facts, state.seats[prompt.seat], prompt.count))


AREA = Area(
    answers=(answer(PayTax, TaxPrompt, pay_tax),),
    follows=(
        follow_in_turn(Continuation.GOLDEN_TIMES, offer_golden_times),
        follow(Continuation.GOLDEN_GAIN, gain_in_golden_times),
        follow_in_turn(Continuation.UNREST_TAX, collect_tax),
    ),
    options=(option(TaxPrompt, ways_to_pay),),
    defaults=(default(TaxPrompt, default_tax),),
)
