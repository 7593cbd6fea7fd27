"""The roll: both dice, or an Alchemist that sets the production die (B12, B50)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Command, PlayAlchemist, Roll
from chronik.domain.catan_cards.events import CardDone, CardPlayed, DiceRolled
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.printed import Effect, Face
from chronik.domain.catan_cards.prompts import RollPrompt
from chronik.domain.catan_cards.rules.die import carry_out_event
from chronik.domain.catan_cards.rules.playing import playable_cards, require_playable
from chronik.domain.catan_cards.state import State
from chronik.domain.engine.area import Area, answer, default, option

PIPS = range(1, 7)


def roll_dice(batch: Batch, prompt: RollPrompt, command: Roll) -> None:
    """Rolls both dice, then carries out the event before production (B12)."""
    face = _roll_event_die(batch)
    number = PIPS[batch.chance.stream("production", batch.state.rolls).below(len(PIPS))]
    batch.add(DiceRolled(face, number))
    carry_out_event(batch, face)


def play_alchemist(batch: Batch, prompt: RollPrompt, command: PlayAlchemist) -> None:
    """Plays an Alchemist, which sets the production die; then the event die is rolled (B50, R86).

    The card is discarded at once. It is subject to the lock like any neutral card (B33).
    """
    seat = prompt.seat
    require_playable(batch, seat, command.card, Effect.FIX_PRODUCTION_DIE)
    batch.add(CardPlayed(seat, command.card))
    batch.add(CardDone(seat, command.card))
    face = _roll_event_die(batch)
    batch.add(DiceRolled(face, command.number, named=True))
    carry_out_event(batch, face)


def _roll_event_die(batch: Batch) -> Face:
    faces = batch.facts.die
    return faces[batch.chance.stream("event-die", batch.state.rolls).below(len(faces))]


def ways_to_roll(facts: Facts, state: State, prompt: RollPrompt) -> Sequence[Command]:
    """Returns the command to roll, and a command for each number that an Alchemist may set."""
    cards = playable_cards(facts, state, prompt.seat, (Effect.FIX_PRODUCTION_DIE,))
    named = [PlayAlchemist(card, number) for card, _ in cards for number in PIPS]
    return [Roll(), *named]


def default_roll(facts: Facts, state: State, prompt: RollPrompt) -> Roll:
    """Returns the default: the roll (R90)."""
    return Roll()


AREA = Area(
    answers=(answer(Roll, RollPrompt, roll_dice), answer(PlayAlchemist, RollPrompt, play_alchemist)),
    options=(option(RollPrompt, ways_to_roll),),
    defaults=(default(RollPrompt, default_roll),),
)
