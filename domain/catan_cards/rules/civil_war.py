"""Civil War: each player sends a unit of the other back to his hand (B43)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import ChooseUnit
from domain.catan_cards.events import UnitReturned
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Effect, EventCard
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import with_effect
from domain.catan_cards.principality.worth import dearest
from domain.catan_cards.prompts import UnitPrompt, Why
from domain.catan_cards.rules.in_turn import follow_in_turn, roller_first
from domain.catan_cards.rules.shedding import shed_down
from domain.catan_cards.rules.stars import ask_for_stars, can_pay
from domain.catan_cards.state import Continuation, SeatState, State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected


def civil_war(batch: Batch, card: EventCard) -> None:
    """Stars first, of those who have a unit to lose (K8, R27, R30); then the units; then both shed (B41)."""
    facts, state = batch.facts, batch.state
    batch.ask((), Continuation.CIVIL_WAR_SHED, roller_first(state))
    batch.ask((), Continuation.CIVIL_WAR, roller_first(state))
    asked = [seat for seat in roller_first(state) if eligible(facts, state.seats[seat]) and can_pay(facts, state, seat)]
    ask_for_stars(batch, asked, Why.CIVIL_WAR)


def eligible(facts: Facts, seat: SeatState) -> list[str]:
    """The units that may be chosen: none in a city with a Church, which lies at the slot of its city (B43, R53)."""
    churches = {one.slot for one in with_effect(facts, seat, Effect.CIVIL_WAR_SHIELD)}
    return [one.card for one in seat.built if facts.cards[title(one.card)].is_unit and one.slot not in churches]


def choose_of_other(batch: Batch, seat: int) -> None:
    """A seat, also one that paid (R29), chooses a unit of the other one, unless he paid (K8)."""
    victim = 1 - seat
    if victim in batch.state.spared:
        return
    match eligible(batch.facts, batch.seat(victim)):
        case []:
            return
        case [only]:
            batch.happen(UnitReturned(victim, only, seat))
        case _:
            batch.ask((UnitPrompt(seat, victim),))


def choose(batch: Batch, prompt: UnitPrompt, command: ChooseUnit) -> None:
    """The unit goes back to its owner's hand."""
    if command.card not in eligible(batch.facts, batch.seat(prompt.victim)):
        raise Rejected("target")
    batch.happen(UnitReturned(prompt.victim, command.card, prompt.seat))


def units(facts: Facts, state: State, prompt: UnitPrompt) -> Sequence[ChooseUnit]:
    """Every unit that may be chosen."""
    return [ChooseUnit(card) for card in eligible(facts, state.seats[prompt.victim])]


def best_unit(facts: Facts, state: State, prompt: UnitPrompt) -> ChooseUnit:
    """By default the unit that is worth most (R90)."""
    return ChooseUnit(dearest(facts, eligible(facts, state.seats[prompt.victim])))


AREA = Area(
    answers=(answer(ChooseUnit, UnitPrompt, choose),),
    follows=(
        follow_in_turn(Continuation.CIVIL_WAR, choose_of_other),
        follow_in_turn(Continuation.CIVIL_WAR_SHED, shed_down),
    ),
    options=(option(UnitPrompt, units),),
    defaults=(default(UnitPrompt, best_unit),),
)
