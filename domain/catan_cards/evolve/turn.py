"""The turn: what is asked, the dice, event cards, the end of the match (B12, B20)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from domain.catan_cards.events import (
    ActionsBegan,
    ActionsEnded,
    Declined,
    DiceRolled,
    EventReturned,
    EventRevealed,
    Finished,
    QuestionsAsked,
    Resumed,
    TurnBegan,
)
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.state import Dice, Phase, Question, SeatState, State
from domain.engine.area import after
from domain.engine.game import Outcome


def _asked(facts: Facts, state: State, event: QuestionsAsked) -> State:
    stack = (*state.stack, Question(event.prompts, event.then, event.rest))
    return replace(state, stack=stack, prompts=event.prompts)


def _resumed(facts: Facts, state: State, event: Resumed) -> State:
    return replace(state, stack=state.stack[:-1])


def _declined(facts: Facts, state: State, event: Declined) -> State:
    return state


def _turn_began(facts: Facts, state: State, event: TurnBegan) -> State:
    seats = tuple([_fresh(seat) for seat in state.seats])
    return replace(state, seats=seats, phase=Phase.ROLL, active=event.seat, turn=state.turn + 1, dice=None, barred=0)


def _fresh(seat: SeatState) -> SeatState:
    """A seat of which nothing is spent."""
    if not (seat.used or seat.fetched or seat.offers or seat.drawn):
        return seat
    return replace(seat, used=(), fetched=False, offers=0, drawn=0)


def _dice_rolled(facts: Facts, state: State, event: DiceRolled) -> State:
    dice = Dice(event.event, event.number, event.named)
    return replace(state, phase=Phase.EVENT, dice=dice, rolls=state.rolls + 1, spared=())


def _event_revealed(facts: Facts, state: State, event: EventRevealed) -> State:
    told = min(state.told, len(state.events) - 1)
    return replace(state, events=state.events[1:], told=told, revealed=intern(event.card))


def _event_returned(facts: Facts, state: State, event: EventReturned) -> State:
    return replace(state, events=(*state.events, intern(event.card)), told=state.told + 1, revealed=None)


def _actions_began(facts: Facts, state: State, event: ActionsBegan) -> State:
    return replace(state, phase=Phase.ACTIONS)


def _actions_ended(facts: Facts, state: State, event: ActionsEnded) -> State:
    return replace(state, phase=Phase.HAND)


def _finished(facts: Facts, state: State, event: Finished) -> State:
    return replace(state, phase=Phase.OVER, stack=(), outcome=Outcome(event.points, event.places))


AFTER = (
    after(QuestionsAsked, _asked),
    after(Resumed, _resumed),
    after(Declined, _declined),
    after(TurnBegan, _turn_began),
    after(DiceRolled, _dice_rolled),
    after(EventRevealed, _event_revealed),
    after(EventReturned, _event_returned),
    after(ActionsBegan, _actions_began),
    after(ActionsEnded, _actions_ended),
    after(Finished, _finished),
)
