"""The start of a turn: two principalities, and dice with chosen results."""

from __future__ import annotations

from typing import Any

from chronik.domain.catan_cards.cards.ids import title
from chronik.domain.catan_cards.commands import Roll
from chronik.domain.catan_cards.events import DiceRolled, Event, QuestionsAsked, Resumed
from chronik.domain.catan_cards.facts.printed import Face
from chronik.domain.catan_cards.state import Built, Phase, SeatState, State
from tests.support.catan_cards.table import EXTENDED, FACTS, Moment, card, given, position, rig_chance

BRIGANDS, TRADE, TOURNAMENT_FACE, PLENTY, CARD = Face
PLACES = {face: FACTS.die.index(face) for face in Face}


def before_roll(*seats: SeatState, top: str | None = None, **changes: Any) -> State:
    """Returns a state in which seat 0 is about to roll; `top` is the title of the first event card."""
    state = position(*seats, phase=Phase.ROLL, **{"options": EXTENDED, **changes})
    if top is None:
        return state
    revealed = next(one for one in state.events if title(one) == top)
    rest = [one for one in state.events if one != revealed]
    return position(*seats, phase=Phase.ROLL, **{"options": EXTENDED, **changes, "events": (revealed, *rest)})


def roll_dice(state: State, face: Face, number: int = 1) -> Moment:
    """Returns the moment after the dice gave these results."""
    chance = rig_chance(event_die=(PLACES[face],), production=(number - 1,), events=(0,) * 20)
    return given(state).when(state.active, Roll(), chance)


def roll_event_card(state: State, number: int = 1) -> Moment:
    """Returns the moment after the event die gave an event card."""
    return roll_dice(state, CARD, number)


def outcome(moment: Moment) -> list[Event]:
    """Returns the events without the questions."""
    assert moment.refused is None, moment.refused
    return [event for event in moment.events if not isinstance(event, QuestionsAsked | Resumed)]


def effect(moment: Moment) -> list[Event]:
    """Returns the events after the roll, without the questions."""
    dice, *rest = outcome(moment)
    assert isinstance(dice, DiceRolled)
    return rest


def on(slot: int, side: Any, *names: str) -> list[Built]:
    """Returns the first copies of these cards on sites of a slot; without a side, on the road."""
    return [Built(card(name), slot, side) for name in names]
