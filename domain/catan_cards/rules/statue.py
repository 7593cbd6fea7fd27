"""The Statue of the Beloved Prince: the opponent names two units, and the builder takes one (K26, R50, R51)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import NameUnits, TakeUnit
from chronik.domain.catan_cards.events import UnitsNamed, UnitTaken
from chronik.domain.catan_cards.facts.load import Facts, UnitKind
from chronik.domain.catan_cards.facts.printed import Numbers
from chronik.domain.catan_cards.principality.axis import card_of
from chronik.domain.catan_cards.principality.worth import most_valuable
from chronik.domain.catan_cards.prompts import NamePrompt, TakeUnitPrompt
from chronik.domain.catan_cards.state import Continuation, Question, SeatState, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

ELIGIBLE = (UnitKind.KNIGHT, UnitKind.FLEET)


def unveil(batch: Batch, seat: int, numbers: Numbers) -> None:
    """Asks the opponent to name units if it has more than it must name; otherwise all of them are named (R50, R85)."""
    victim = 1 - seat
    units = _units(batch.facts, batch.seat(victim))
    if len(units) > numbers.named:
        batch.ask((NamePrompt(victim, seat, numbers.named),), Continuation.STATUE)
    elif units:
        batch.add(UnitsNamed(victim, units))
        _offer_units(batch, seat, units)


def _units(facts: Facts, seat: SeatState) -> tuple[str, ...]:
    """Returns the knights and fleets of a principality, in the order they were built (R50)."""
    return tuple([one.card for one in seat.built if card_of(facts, one.card).unit_kind in ELIGIBLE])


def name_units(batch: Batch, prompt: NamePrompt, command: NameUnits) -> None:
    """Names as many different units of the seat as were asked for."""
    cards = command.cards
    if len(cards) != prompt.count or len(set(cards)) != len(cards):
        raise Rejected("named", needed=prompt.count)
    if not set(cards) <= set(_units(batch.facts, batch.seat(prompt.seat))):
        raise Rejected("target")
    batch.add(UnitsNamed(prompt.seat, cards))


def offer_named_units(batch: Batch, question: Question) -> None:
    """Lets the builder choose among the named units."""
    (prompt,) = question.asks
    units = batch.events[-1]
    assert isinstance(prompt, NamePrompt)
    assert isinstance(units, UnitsNamed)
    _offer_units(batch, prompt.to, units.cards)


def _offer_units(batch: Batch, seat: int, units: tuple[str, ...]) -> None:
    """Takes the only unit for the builder, or asks the builder to choose one."""
    if len(units) == 1:
        batch.add(UnitTaken(seat, 1 - seat, units[0]))
    else:
        batch.ask((TakeUnitPrompt(seat, 1 - seat, units),))


def take_unit(batch: Batch, prompt: TakeUnitPrompt, command: TakeUnit) -> None:
    """Takes one of the named units; the active player's hand may exceed its limit (B41)."""
    if command.card not in prompt.among:
        raise Rejected("target")
    batch.add(UnitTaken(prompt.seat, prompt.victim, command.card))


def ways_to_name(facts: Facts, state: State, prompt: NamePrompt) -> Sequence[NameUnits]:
    """Returns a command for each choice of units."""
    return [NameUnits(cards) for cards in combinations(_units(facts, state.seats[prompt.seat]), prompt.count)]


def default_names(facts: Facts, state: State, prompt: NamePrompt) -> NameUnits:
    """Returns the default: the units that are worth most, in the order of R90."""
    left = list(_units(facts, state.seats[prompt.seat]))
    cards: list[str] = []
    while len(cards) < prompt.count:
        cards.append(most_valuable(facts, left))
        left.remove(cards[-1])
    return NameUnits(tuple(cards))


def ways_to_take(facts: Facts, state: State, prompt: TakeUnitPrompt) -> Sequence[TakeUnit]:
    """Returns a command for each named unit."""
    return [TakeUnit(card) for card in prompt.among]


def default_unit(facts: Facts, state: State, prompt: TakeUnitPrompt) -> TakeUnit:
    """Returns the default: the unit that is worth most (R90)."""
    return TakeUnit(most_valuable(facts, prompt.among))


AREA = Area(
    answers=(answer(NameUnits, NamePrompt, name_units), answer(TakeUnit, TakeUnitPrompt, take_unit)),
    follows=(follow(Continuation.STATUE, offer_named_units),),
    options=(option(NamePrompt, ways_to_name), option(TakeUnitPrompt, ways_to_take)),
    defaults=(default(NamePrompt, default_names), default(TakeUnitPrompt, default_unit)),
)
