"""The roll: the dice, the event die, the gates, and the Alchemist card, which sets the dice (R5.2, R5.3, R6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.commands import TRACK, Command, PlayAlchemist, Roll
from chronik.domain.cities_knights.events import DiceRolled, ShipMoved
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import SevensBeforeFirstAttack
from chronik.domain.cities_knights.prompts import RollPrompt
from chronik.domain.cities_knights.rules.barbarians import resolve_attack
from chronik.domain.cities_knights.rules.decks import draw_progress
from chronik.domain.cities_knights.rules.production import SEVEN, continue_roll
from chronik.domain.cities_knights.rules.progress.playing import distinct_cards, play_card
from chronik.domain.cities_knights.rules.turn import clockwise
from chronik.domain.cities_knights.state import Face, State
from chronik.domain.engine.area import Area, answer, default, option
from chronik.domain.engine.game import Rejected

SHIP = Face.SHIP

PIPS = range(1, 7)
FACES = {face.value: face for face in Face}
DECKS = {FACES[track.value]: number for track, number in TRACK.items()}
"""The index of the track and deck that each gate face opens."""


def roll_dice(batch: Batch, prompt: RollPrompt, command: Roll) -> None:
    """Rolls the three dice (R5.1)."""
    face = _roll_event_die(batch)
    stream = batch.chance.stream("dice", batch.state.rolls)
    red, yellow = stream.below(6) + 1, stream.below(6) + 1
    while red + yellow == SEVEN and _rerolls_sevens(batch.state) and not _starts_attack(batch.facts, batch.state, face):
        red, yellow = stream.below(6) + 1, stream.below(6) + 1
    batch.add(DiceRolled(red, yellow, face))
    _resolve_event_die(batch, face, red)


def play_alchemist(batch: Batch, prompt: RollPrompt, command: PlayAlchemist) -> None:
    """Plays an Alchemist: sets the red and the yellow die, and rolls the event die at once (C-62, C-58)."""
    if command.red + command.yellow == SEVEN and _rerolls_sevens(batch.state):
        raise Rejected("no-seven")
    play_card(batch, prompt.seat, command.card, "alchemist")
    face = _roll_event_die(batch)
    batch.add(DiceRolled(command.red, command.yellow, face, chosen=True))
    _resolve_event_die(batch, face, command.red)


def _roll_event_die(batch: Batch) -> Face:
    faces = batch.facts.event_faces
    return FACES[faces[batch.chance.stream("event-die", batch.state.rolls).below(len(faces))]]


def _rerolls_sevens(state: State) -> bool:
    """Returns whether a total of 7 is rolled again: before the first attack, if the option is `reroll` (C-77)."""
    return state.options.sevens_before_first_attack is SevensBeforeFirstAttack.REROLL and not state.attacks


def _is_grace_round(state: State) -> bool:
    """Returns whether the turn is in the first `grace_rounds` rounds, in which the event die has no effect (C-78)."""
    return state.turn <= state.options.grace_rounds * len(state.seats)


def _starts_attack(facts: Facts, state: State, face: Face) -> bool:
    """Returns whether this face of the event die starts the attack."""
    return face is SHIP and state.ship + 1 == facts.barbarian_steps and not _is_grace_round(state)


def _resolve_event_die(batch: Batch, face: Face, red: int) -> None:
    """Resolves the event die, which moves the ship or opens a gate, and then continues the roll (R5.3, R6)."""
    facts, state = batch.facts, batch.state
    if _is_grace_round(state):
        continue_roll(batch)
    elif face is SHIP:
        attacked = _starts_attack(facts, state, face)
        batch.add(ShipMoved(state.ship + 1))
        (resolve_attack if attacked else continue_roll)(batch)
    else:
        _open_gate(batch, face, red)
        continue_roll(batch)


def _open_gate(batch: Batch, face: Face, red: int) -> None:
    """Draws a card for each seat with a high enough level on the track of the gate, clockwise (R6.2, R6.3, C-21)."""
    track, max_red, seats = DECKS[face], batch.facts.max_red, batch.state.seats
    for seat in clockwise(batch.state):
        if red <= max_red[seats[seat].levels[track]]:
            draw_progress(batch, seat, track)


def roll_options(facts: Facts, state: State, prompt: RollPrompt) -> Sequence[Command]:
    """Returns the command to roll, and one for every roll that an Alchemist may set."""
    listed: list[Command] = [Roll()]
    for name, card in distinct_cards(facts, state.seats[prompt.seat].progress):
        if name == "alchemist":
            sevens = not _rerolls_sevens(state)
            listed += [PlayAlchemist(card, *pips) for pips in product(PIPS, PIPS) if sevens or sum(pips) != SEVEN]
    return listed


def default_roll(facts: Facts, state: State, prompt: RollPrompt) -> Roll:
    """Returns the default answer: roll the dice (1.19)."""
    return Roll()


AREA = Area(
    answers=(
        answer(Roll, RollPrompt, roll_dice),
        answer(PlayAlchemist, RollPrompt, play_alchemist),
    ),
    options=(option(RollPrompt, roll_options),),
    defaults=(default(RollPrompt, default_roll),),
)
