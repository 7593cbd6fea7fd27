"""Event cards of the theme set: Golden Times (K18) and Unrest (K19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from domain.catan_cards.cards.ids import title
from domain.catan_cards.cards.kinds import KINDS, NOTHING, plus, single, size
from domain.catan_cards.commands import PayTax
from domain.catan_cards.events import Lost, StarPaid
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import CardKind, Effect, EventCard, UnitKind
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.stores import (
    can_give,
    heaviest,
    holding,
    payment,
    stocked,
    with_room,
)
from domain.catan_cards.prompts import StarPrompt, TaxPrompt, Why
from domain.catan_cards.rules.gaining import gain
from domain.catan_cards.rules.in_turn import follow_in_turn, in_turn, roller_first
from domain.catan_cards.rules.stars import ask_for_stars, can_pay
from domain.catan_cards.state import Continuation, Question, SeatState, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

# Golden Times


def golden_times(batch: Batch, card: EventCard) -> None:
    """Each may pay a star for resources; the roller decides and takes before the other decides (K18)."""
    in_turn(batch, roller_first(batch.state), Continuation.GOLDEN_TIMES, offer_gold)


def offer_gold(batch: Batch, seat: int) -> None:
    """A seat is asked that has the star, and room for one resource at least (R47)."""
    if can_pay(batch.facts, batch.state, seat) and with_room(batch.facts, batch.seat(seat)):
        batch.ask((StarPrompt(seat, Why.GOLDEN_TIMES),), Continuation.GOLDEN_GAIN)


def gain_gold(batch: Batch, question: Question) -> None:
    """Who has paid takes the resources."""
    (prompt,) = question.asks
    assert batch.state.revealed is not None
    if isinstance(batch.events[-1], StarPaid):
        amount = batch.facts.events[title(batch.state.revealed)].amount
        gain(batch, prompt.seat, amount, Why.GOLDEN_TIMES)


# Unrest


def unrest(batch: Batch, card: EventCard) -> None:
    """Stars first, of all who have one (K8, R27, R30); then who has not paid one pays the tax (R32)."""
    seats = roller_first(batch.state)
    batch.ask((), Continuation.UNREST_TAX, seats)
    ask_for_stars(batch, [seat for seat in seats if can_pay(batch.facts, batch.state, seat)], Why.UNREST)


def tax_of(facts: Facts, seat: SeatState, amount: int, most: int) -> int:
    """What a seat pays: for each Garrison, Abbey and fleet, not more than the most, nor than it has (K19)."""
    taxed = sum([_is_taxed(facts, title(one.card)) for one in seat.built])
    return min(taxed * amount, most, size(holding(facts, seat)))


def _is_taxed(facts: Facts, name: str) -> bool:
    card = facts.cards[name]
    return (
        card.unit_kind is UnitKind.FLEET
        or card.effect is Effect.BRIGAND_SHIELD
        or (card.effect is Effect.HAND_LIMIT_PLUS and card.kind is CardKind.REGION_EXPANSION)
    )


def tax(batch: Batch, seat: int) -> None:
    """A seat pays, and is asked if it can pay in more ways than one (R85)."""
    facts, state, own = batch.facts, batch.state, batch.seat(seat)
    assert state.revealed is not None
    event = facts.events[title(state.revealed)]
    count = 0 if seat in state.spared else tax_of(facts, own, event.amount, event.most)
    if not count:
        return
    if len(stocked(facts, own)) == 1 or count == size(holding(facts, own)):
        batch.happen(Lost(seat, heaviest(facts, own, count), Why.UNREST))
    else:
        batch.ask((TaxPrompt(seat, count),))


def pay_tax(batch: Batch, prompt: TaxPrompt, command: PayTax) -> None:
    """Exactly so many resources of the payer's choice (R5)."""
    if len(command.pay) != prompt.count or not can_give(batch.seat(prompt.seat), command.pay):
        raise Rejected("payment")
    batch.happen(Lost(prompt.seat, command.pay, Why.UNREST))


def ways_to_pay(facts: Facts, state: State, prompt: TaxPrompt) -> Sequence[PayTax]:
    """Every choice of types, each out of the regions that R91 names; with one type to choose, every choice of regions.

    Any other regions that store as much are accepted as well (R5).
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


def paid_by_default(facts: Facts, state: State, prompt: TaxPrompt) -> PayTax:
    """Each time the type held most (R90)."""
    return PayTax(heaviest(facts, state.seats[prompt.seat], prompt.count))


AREA = Area(
    answers=(answer(PayTax, TaxPrompt, pay_tax),),
    follows=(
        follow_in_turn(Continuation.GOLDEN_TIMES, offer_gold),
        follow(Continuation.GOLDEN_GAIN, gain_gold),
        follow_in_turn(Continuation.UNREST_TAX, tax),
    ),
    options=(option(TaxPrompt, ways_to_pay),),
    defaults=(default(TaxPrompt, paid_by_default),),
)
