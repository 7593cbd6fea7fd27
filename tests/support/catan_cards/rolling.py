"""A turn that begins: two principalities, and the dice as they fall."""

from __future__ import annotations

from typing import Any

from domain.catan_cards.cards.ids import title
from domain.catan_cards.commands import Roll
from domain.catan_cards.events import DiceRolled, Event, QuestionsAsked, Resumed
from domain.catan_cards.facts.printed import Face
from domain.catan_cards.state import Built, Phase, SeatState, State
from tests.support.catan_cards.table import EXTENDED, FACTS, Moment, card, given, loaded, position

BRIGANDS, TRADE, TOURNAMENT_FACE, PLENTY, CARD = Face
PLACES = {face: FACTS.die.index(face) for face in Face}


def waiting(*seats: SeatState, top: str | None = None, **changes: Any) -> State:
    """Seat 0 is about to roll; `top` is the title of the first event card."""
    state = position(*seats, phase=Phase.ROLL, **{"options": EXTENDED, **changes})
    if top is None:
        return state
    revealed = next(one for one in state.events if title(one) == top)
    rest = [one for one in state.events if one != revealed]
    return position(*seats, phase=Phase.ROLL, **{"options": EXTENDED, **changes, "events": (revealed, *rest)})


def rolled(state: State, face: Face, number: int = 1) -> Moment:
    """The dice fell like this."""
    chance = loaded(event_die=(PLACES[face],), production=(number - 1,), events=(0,) * 20)
    return given(state).when(state.active, Roll(), chance)


def drawn(state: State, number: int = 1) -> Moment:
    """The event die brought a card."""
    return rolled(state, CARD, number)


def outcome(moment: Moment) -> list[Event]:
    """What happened, without how it was asked."""
    assert moment.refused is None, moment.refused
    return [event for event in moment.events if not isinstance(event, QuestionsAsked | Resumed)]


def effect(moment: Moment) -> list[Event]:
    """What happened after the dice fell, without how it was asked."""
    dice, *rest = outcome(moment)
    assert isinstance(dice, DiceRolled)
    return rest


def on(slot: int, side: Any, *names: str) -> list[Built]:
    """The first copies of these cards on sites of a slot; with no side, on the road."""
    return [Built(card(name), slot, side) for name in names]
