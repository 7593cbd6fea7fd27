"""The roll: dice, event die, gates, and the Alchemist that sets the dice (R5.2, R5.3, R6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.cities_knights.commands import TRACK, Command, PlayAlchemist, Roll
from domain.cities_knights.events import DiceRolled, ShipMoved
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import SevensBeforeFirstAttack
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import RollPrompt
from domain.cities_knights.rules.barbarians import land
from domain.cities_knights.rules.decks import draw
from domain.cities_knights.rules.production import SEVEN, after_event
from domain.cities_knights.rules.progress.playing import different, play
from domain.cities_knights.rules.turn import clockwise
from domain.cities_knights.state import Face, State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected

PIPS = range(1, 7)
FACES = {face.value: face for face in Face}
DECKS = {FACES[track.value]: number for track, number in TRACK.items()}
"""By gate the track and its deck."""


def roll(batch: Batch, prompt: RollPrompt, command: Roll) -> None:
    """Three dice fall (R5.1)."""
    face = _event_die(batch)
    stream = batch.chance.stream("dice", batch.state.rolls)
    red, yellow = stream.below(6) + 1, stream.below(6) + 1
    while red + yellow == SEVEN and _unwelcome(batch.state) and not _attacks(batch.facts, batch.state, face):
        red, yellow = stream.below(6) + 1, stream.below(6) + 1
    batch.happen(DiceRolled(red, yellow, face))
    _event(batch, face, red)


def alchemist(batch: Batch, prompt: RollPrompt, command: PlayAlchemist) -> None:
    """The card is played, red and yellow are set, and the event die falls at once (C-62, C-58)."""
    if command.red + command.yellow == SEVEN and _unwelcome(batch.state):
        raise Rejected("no-seven")
    play(batch, prompt.seat, command.card, "alchemist")
    face = _event_die(batch)
    batch.happen(DiceRolled(command.red, command.yellow, face, chosen=True))
    _event(batch, face, command.red)


def _event_die(batch: Batch) -> Face:
    faces = batch.facts.event_faces
    return FACES[faces[batch.chance.stream("event-die", batch.state.rolls).below(len(faces))]]


def _unwelcome(state: State) -> bool:
    """Whether a seven is not used for now (C-77)."""
    return state.options.sevens_before_first_attack is SevensBeforeFirstAttack.REROLL and not state.attacks


def _grace(state: State) -> bool:
    """Whether the event die is only shown: in everybody's first turns (C-78)."""
    return state.turn <= state.options.grace_rounds * len(state.seats)


def _attacks(facts: Facts, state: State, face: Face) -> bool:
    """Whether this face of the event die brings the attack."""
    return face is Face.SHIP and state.ship + 1 == facts.barbarian_steps and not _grace(state)


def _event(batch: Batch, face: Face, red: int) -> None:
    """The event die comes first: the ship sails, or a gate opens, and then the total counts (R5.3, R6)."""
    facts, state = batch.facts, batch.state
    if _grace(state):
        after_event(batch)
    elif face is Face.SHIP:
        attacked = _attacks(facts, state, face)
        batch.happen(ShipMoved(state.ship + 1))
        (land if attacked else after_event)(batch)
    else:
        _open_gate(batch, face, red)
        after_event(batch)


def _open_gate(batch: Batch, face: Face, red: int) -> None:
    """Whoever stands high enough on the track of the gate draws, one after the other (R6.2, R6.3, C-21)."""
    track = DECKS[face]
    for seat in clockwise(batch.state):
        if red <= batch.facts.max_red[batch.seat(seat).levels[track]]:
            draw(batch, seat, track)


def openings(facts: Facts, state: State, prompt: RollPrompt) -> Sequence[Command]:
    """Rolling, or each roll an Alchemist may set."""
    return [Roll(), *_alchemists(facts, state, prompt.seat)]


def _alchemists(facts: Facts, state: State, seat: int) -> Iterator[Command]:
    for name, card in different(facts, state.seats[seat].progress):
        if name == "alchemist":
            for red in PIPS:
                for yellow in PIPS:
                    if red + yellow != SEVEN or not _unwelcome(state):
                        yield PlayAlchemist(card, red, yellow)


def just_roll(facts: Facts, state: State, prompt: RollPrompt) -> Roll:
    """By default the dice are rolled (1.19)."""
    return Roll()


AREA = Area(
    answers=(
        answer(Roll, RollPrompt, roll),
        answer(PlayAlchemist, RollPrompt, alchemist),
    ),
    options=(option(RollPrompt, openings),),
    defaults=(default(RollPrompt, just_roll),),
)
