"""Civil War: each player sends a unit of the other player back to its owner's hand (B43)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import ChooseUnit
from chronik.domain.catan_cards.events import UnitReturned
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect, EventCard
from chronik.domain.catan_cards.principality.axis import cards_with_effect
from chronik.domain.catan_cards.principality.worth import most_valuable
from chronik.domain.catan_cards.prompts import UnitPrompt, Why
from chronik.domain.catan_cards.rules.in_turn import follow_in_turn, roller_first
from chronik.domain.catan_cards.rules.shedding import shed_down
from chronik.domain.catan_cards.rules.stars import ask_for_stars, can_pay
from chronik.domain.catan_cards.state import Continuation, SeatState, State
from chronik.domain.engine.area import Area, answer, default, option
from chronik.domain.engine.game import Rejected


def resolve_civil_war(batch: Batch, card: EventCard) -> None:
    """Asks seats that could lose a unit for stars (K8, R27, R30); then units are chosen and both seats shed (B41)."""
    facts, state = batch.facts, batch.state
    batch.ask((), Continuation.CIVIL_WAR_SHED, roller_first(state))
    batch.ask((), Continuation.CIVIL_WAR, roller_first(state))
    asked = [
        seat for seat in roller_first(state) if eligible_units(facts, state.seats[seat]) and can_pay(facts, state, seat)
    ]
    ask_for_stars(batch, asked, Why.CIVIL_WAR)


def eligible_units(facts: Facts, seat: SeatState) -> list[str]:
    """Returns the units that may be chosen; a Church, which is at its city's slot, protects that city (B43, R53)."""
    churches = {one.slot for one in cards_with_effect(facts, seat, Effect.CIVIL_WAR_SHIELD)}
    return [one.card for one in seat.built if facts.cards[title(one.card)].is_unit and one.slot not in churches]


def choose_opposing_unit(batch: Batch, seat: int) -> None:
    """Lets a seat choose a unit of the other seat, unless the other seat paid stars (K8, R29)."""
    victim = 1 - seat
    if victim in batch.state.spared:
        return
    match eligible_units(batch.facts, batch.seat(victim)):
        case []:
            return
        case [only]:
            batch.add(UnitReturned(victim, only, seat))
        case _:
            batch.ask((UnitPrompt(seat, victim),))


def choose_unit(batch: Batch, prompt: UnitPrompt, command: ChooseUnit) -> None:
    """Returns the chosen unit to its owner's hand."""
    if command.card not in eligible_units(batch.facts, batch.seat(prompt.victim)):
        raise Rejected("target")
    batch.add(UnitReturned(prompt.victim, command.card, prompt.seat))


def ways_to_choose_unit(facts: Facts, state: State, prompt: UnitPrompt) -> Sequence[ChooseUnit]:
    """Returns a command for each unit that may be chosen."""
    return [ChooseUnit(card) for card in eligible_units(facts, state.seats[prompt.victim])]


def default_unit(facts: Facts, state: State, prompt: UnitPrompt) -> ChooseUnit:
    """Returns the default: the unit that is worth most (R90)."""
    return ChooseUnit(most_valuable(facts, eligible_units(facts, state.seats[prompt.victim])))


AREA = Area(
    answers=(answer(ChooseUnit, UnitPrompt, choose_unit),),
    follows=(
        follow_in_turn(Continuation.CIVIL_WAR, choose_opposing_unit),
        follow_in_turn(Continuation.CIVIL_WAR_SHED, shed_down),
    ),
    options=(option(UnitPrompt, ways_to_choose_unit),),
    defaults=(default(UnitPrompt, default_unit),),
)
