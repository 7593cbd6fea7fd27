"""The Statue of the Beloved Prince: the opponent names two units, its builder takes one (K26, R50, R51)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from domain.catan_cards.commands import NameUnits, TakeUnit
from domain.catan_cards.events import UnitsNamed, UnitTaken
from domain.catan_cards.facts.load import Facts, UnitKind
from domain.catan_cards.facts.printed import Numbers
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of
from domain.catan_cards.principality.worth import dearest
from domain.catan_cards.prompts import NamePrompt, TakeUnitPrompt
from domain.catan_cards.state import Continuation, Question, SeatState, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

ELIGIBLE = (UnitKind.KNIGHT, UnitKind.FLEET)


def unveil(batch: Batch, seat: int, numbers: Numbers) -> None:
    """The opponent names units, unasked where he has no choice; without any the Statue has no effect (R50, R85)."""
    victim = 1 - seat
    units = _units(batch.facts, batch.seat(victim))
    if len(units) > numbers.named:
        batch.ask((NamePrompt(victim, seat, numbers.named),), Continuation.STATUE)
    elif units:
        batch.happen(UnitsNamed(victim, units))
        _offer(batch, seat, units)


def _units(facts: Facts, seat: SeatState) -> tuple[str, ...]:
    """The knights and fleets of a principality, in the order they were built (R50)."""
    return tuple([one.card for one in seat.built if card_of(facts, one.card).unit_kind in ELIGIBLE])


def name_units(batch: Batch, prompt: NamePrompt, command: NameUnits) -> None:
    """So many different units of one's own."""
    cards = command.cards
    if len(cards) != prompt.count or len(set(cards)) != len(cards):
        raise Rejected("named", needed=prompt.count)
    if not set(cards) <= set(_units(batch.facts, batch.seat(prompt.seat))):
        raise Rejected("target")
    batch.happen(UnitsNamed(prompt.seat, cards))


def named(batch: Batch, question: Question) -> None:
    """The builder chooses among them."""
    (prompt,) = question.asks
    units = batch.events[-1]
    assert isinstance(prompt, NamePrompt)
    assert isinstance(units, UnitsNamed)
    _offer(batch, prompt.to, units.cards)


def _offer(batch: Batch, seat: int, units: tuple[str, ...]) -> None:
    """The builder takes the only unit, or is asked for one."""
    if len(units) == 1:
        batch.happen(UnitTaken(seat, 1 - seat, units[0]))
    else:
        batch.ask((TakeUnitPrompt(seat, 1 - seat, units),))


def take_unit(batch: Batch, prompt: TakeUnitPrompt, command: TakeUnit) -> None:
    """One of those named; the active player's hand may exceed its limit (B41)."""
    if command.card not in prompt.among:
        raise Rejected("target")
    batch.happen(UnitTaken(prompt.seat, prompt.victim, command.card))


def ways_to_name(facts: Facts, state: State, prompt: NamePrompt) -> Sequence[NameUnits]:
    """Every choice of so many units."""
    return [NameUnits(cards) for cards in combinations(_units(facts, state.seats[prompt.seat]), prompt.count)]


def named_by_default(facts: Facts, state: State, prompt: NamePrompt) -> NameUnits:
    """The dearest ones, in the order of R90."""
    left = list(_units(facts, state.seats[prompt.seat]))
    cards: list[str] = []
    while len(cards) < prompt.count:
        cards.append(dearest(facts, left))
        left.remove(cards[-1])
    return NameUnits(tuple(cards))


def ways_to_take(facts: Facts, state: State, prompt: TakeUnitPrompt) -> Sequence[TakeUnit]:
    """Every unit that was named."""
    return [TakeUnit(card) for card in prompt.among]


def taken_by_default(facts: Facts, state: State, prompt: TakeUnitPrompt) -> TakeUnit:
    """The dearest one (R90)."""
    return TakeUnit(dearest(facts, prompt.among))


AREA = Area(
    answers=(answer(NameUnits, NamePrompt, name_units), answer(TakeUnit, TakeUnitPrompt, take_unit)),
    follows=(follow(Continuation.STATUE, named),),
    options=(option(NamePrompt, ways_to_name), option(TakeUnitPrompt, ways_to_take)),
    defaults=(default(NamePrompt, named_by_default), default(TakeUnitPrompt, taken_by_default)),
)
