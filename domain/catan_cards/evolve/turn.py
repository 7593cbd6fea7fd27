"""Applies the events of the turn: questions, dice, event cards, the end of the match (B12, B20)."""

from __future__ import annotations

from sys import intern

from msgspec.structs import replace

from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.state import ACTIONS, EVENT, HAND, ROLL, Dice, Phase, Question, SeatState, State
from chronik.domain.engine.area import on_event
from chronik.domain.engine.game import Outcome


def _apply_questions_asked(facts: Facts, state: State, event: QuestionsAsked) -> State:
    stack = (*state.stack, Question(event.prompts, event.then, event.rest))
    return replace(state, stack=stack, prompts=event.prompts)


def _apply_resumed(facts: Facts, state: State, event: Resumed) -> State:
    return replace(state, stack=state.stack[:-1])


def _apply_declined(facts: Facts, state: State, event: Declined) -> State:
    return state


def _apply_turn_began(facts: Facts, state: State, event: TurnBegan) -> State:
    seats = tuple([_reset_uses(seat) for seat in state.seats])
    return replace(state, seats=seats, phase=ROLL, active=event.seat, turn=state.turn + 1, dice=None, barred=0)


def _reset_uses(seat: SeatState) -> SeatState:
    """Returns the seat after resetting everything that is limited per turn."""
    if not (seat.used or seat.fetched or seat.offers or seat.drawn):
        return seat
    return replace(seat, used=(), fetched=False, offers=0, drawn=0)


def _apply_dice_rolled(facts: Facts, state: State, event: DiceRolled) -> State:
    dice = Dice(event.event, event.number, event.named)
    return replace(state, phase=EVENT, dice=dice, rolls=state.rolls + 1, spared=())


def _apply_event_revealed(facts: Facts, state: State, event: EventRevealed) -> State:
    told = min(state.told, len(state.events) - 1)
    return replace(state, events=state.events[1:], told=told, revealed=intern(event.card))


def _apply_event_returned(facts: Facts, state: State, event: EventReturned) -> State:
    return replace(state, events=(*state.events, intern(event.card)), told=state.told + 1, revealed=None)


def _apply_actions_began(facts: Facts, state: State, event: ActionsBegan) -> State:
    return replace(state, phase=ACTIONS)


def _apply_actions_ended(facts: Facts, state: State, event: ActionsEnded) -> State:
    return replace(state, phase=HAND)


def _apply_finished(facts: Facts, state: State, event: Finished) -> State:
    return replace(state, phase=Phase.OVER, stack=(), outcome=Outcome(event.points, event.places))


AFTER = (
    on_event(QuestionsAsked, _apply_questions_asked),
    on_event(Resumed, _apply_resumed),
    on_event(Declined, _apply_declined),
    on_event(TurnBegan, _apply_turn_began),
    on_event(DiceRolled, _apply_dice_rolled),
    on_event(EventRevealed, _apply_event_revealed),
    on_event(EventReturned, _apply_event_returned),
    on_event(ActionsBegan, _apply_actions_began),
    on_event(ActionsEnded, _apply_actions_ended),
    on_event(Finished, _apply_finished),
)
