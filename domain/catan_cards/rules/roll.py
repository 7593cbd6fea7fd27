"""The roll: both dice, or an Alchemist that names the production die (B12, B50)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import Command, PlayAlchemist, Roll
from domain.catan_cards.events import CardDone, CardPlayed, DiceRolled
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.facts.printed import Effect, Face
from domain.catan_cards.making import Batch
from domain.catan_cards.prompts import RollPrompt
from domain.catan_cards.rules.die import event
from domain.catan_cards.rules.playing import judged, playable
from domain.catan_cards.state import State
from domain.engine.area import Area, answer, default, option

PIPS = range(1, 7)


def roll(batch: Batch, prompt: RollPrompt, command: Roll) -> None:
    """Both dice fall, and the event comes first (B12)."""
    face = _event_die(batch)
    number = PIPS[batch.chance.stream("production", batch.state.rolls).below(len(PIPS))]
    batch.happen(DiceRolled(face, number))
    event(batch, face)


def alchemist(batch: Batch, prompt: RollPrompt, command: PlayAlchemist) -> None:
    """The card is gone as soon as it has named the number; then the event die falls (B50, R86).

    It is under the lock like any neutral card (B33).
    """
    seat = prompt.seat
    judged(batch, seat, command.card, Effect.FIX_PRODUCTION_DIE)
    batch.happen(CardPlayed(seat, command.card))
    batch.happen(CardDone(seat, command.card))
    face = _event_die(batch)
    batch.happen(DiceRolled(face, command.number, named=True))
    event(batch, face)


def _event_die(batch: Batch) -> Face:
    faces = batch.facts.die
    return faces[batch.chance.stream("event-die", batch.state.rolls).below(len(faces))]


def ways_to_roll(facts: Facts, state: State, prompt: RollPrompt) -> Sequence[Command]:
    """Rolling, or each number an Alchemist may name."""
    cards = playable(facts, state, prompt.seat, Effect.FIX_PRODUCTION_DIE)
    named = [PlayAlchemist(card, number) for card, _ in cards for number in PIPS]
    return [Roll(), *named]


def just_roll(facts: Facts, state: State, prompt: RollPrompt) -> Roll:
    """By default the dice are rolled (R90)."""
    return Roll()


AREA = Area(
    answers=(answer(Roll, RollPrompt, roll), answer(PlayAlchemist, RollPrompt, alchemist)),
    options=(option(RollPrompt, ways_to_roll),),
    defaults=(default(RollPrompt, just_roll),),
)
