"""Evolve: copies events into the state. It never judges and never draws; every outcome is in the event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from chronik.domain.catan_cards import events
from chronik.domain.catan_cards.events import Event
from chronik.domain.catan_cards.evolve import action_cards, building, hidden, resources, setup, turn
from chronik.domain.catan_cards.evolve.changes import After
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.facts.rulesets import Mode, Ruleset
from chronik.domain.catan_cards.principality.totals import hand_limit, points
from chronik.domain.catan_cards.prompts import (
    ActionPrompt,
    GainPrompt,
    GivePrompt,
    HandPrompt,
    NamePrompt,
    OfferPrompt,
    PickPrompt,
    PlacePrompt,
    Prompt,
    ProtectPrompt,
    ReceivePrompt,
    RemovePrompt,
    RollPrompt,
    ScoutPrompt,
    SearchPrompt,
    ShedPrompt,
    SpyPrompt,
    StackPrompt,
    StarPrompt,
    SwapPrompt,
    TakeCardsPrompt,
    TakePrompt,
    TakeUnitPrompt,
    TargetPrompt,
    TaxPrompt,
    UnitPrompt,
    YieldPrompt,
)
from chronik.domain.catan_cards.state import ACTIONS, HAND, ROLL, Question, SeatState, State
from chronik.domain.engine.area import join_effects
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.questions import remove_answered

ANSWERS: Mapping[type, tuple[tuple[str, type], ...]] = {
    events.CardsTaken: (("seat", TakeCardsPrompt),),
    events.StackSearched: (("seat", StackPrompt), ("seat", SearchPrompt)),
    events.StarPaid: (("seat", StarPrompt),),
    events.Gained: (("seat", GainPrompt),),
    events.Choosing: (("seat", TakePrompt), ("seat", GivePrompt)),
    events.Taken: (("seat", TakePrompt), ("victim", YieldPrompt)),
    events.Given: (("seat", GivePrompt), ("to", ReceivePrompt)),
    events.Lost: (("seat", TaxPrompt),),
    events.UnitReturned: (("by", UnitPrompt),),
    events.CardsRemoved: (("by", RemovePrompt),),
    events.CardSwapped: (("seat", SwapPrompt),),
    events.Protected: (("seat", ProtectPrompt),),
    events.BuildingReturned: (("by", TargetPrompt),),
    events.CardStolen: (("seat", SpyPrompt),),
    events.UnitsNamed: (("seat", NamePrompt),),
    events.UnitTaken: (("seat", TakeUnitPrompt),),
    events.CardsShed: (("seat", ShedPrompt),),
    events.RegionsPlaced: (("seat", PlacePrompt), ("seat", ScoutPrompt)),
    events.Traded: (("partner", OfferPrompt),),
    events.CardPicked: (("seat", PickPrompt),),
}
"""For each event, the prompts that it answers if they are open: the field naming the seat, and the prompt class."""

ANSWERING = frozenset((*ANSWERS, events.Declined))
"""The events that answer a prompt."""

ACTING = ((ActionPrompt(0),), (ActionPrompt(1),))
"""The prompt of the action phase, by active seat."""


def opening(facts: Facts, options: Ruleset, seats: int) -> State:
    """Returns the state before anything is dealt; raises `Rejected` for unknown built-in lists."""
    if options.mode is Mode.TOURNAMENT and not {*options.house} <= facts.house_lists.keys():
        raise Rejected("house-list", allowed=tuple(facts.house_lists))
    piles = seats if options.mode is Mode.TOURNAMENT else 1
    return State(options=options, seats=(SeatState(),) * seats, sealed=(None,) * seats, discards=((),) * piles)


def evolve(facts: Facts, state: State, event: Event) -> State:
    """Returns the state after an event."""
    return AFTER[type(event)](facts, state, event)


def _complete(change: After, answers: bool) -> After:
    """Returns a function that applies an event completely.

    After the change, it removes the answered question, and updates the 7-VP flag (R10) and the prompts.
    """

    def apply(facts: Facts, state: State, event: Any) -> State:
        after = change(facts, state, event)
        stack = before = after.stack
        if answers and before:
            stack = _remove_answered(before, event)
        unlocked = after.unlocked or (
            _may_change_points(state, after) and sum(points(facts, after)) >= facts.constants.lock_at
        )
        prompts = stack[-1].asks if stack else turn_prompts(facts, after)
        if stack is before and prompts is after.prompts and unlocked is after.unlocked:
            return after
        return replace(after, stack=stack, unlocked=unlocked, prompts=prompts)

    return apply


def _may_change_points(state: State, after: State) -> bool:
    """Returns whether something that counts for points has changed: built cards, settlements or cities."""
    if after.seats is state.seats:
        return False
    (one, other), (was_one, was_other) = after.seats, state.seats
    return (one is not was_one and _has_built(was_one, one)) or (
        other is not was_other and _has_built(was_other, other)
    )


def _has_built(was: SeatState, now: SeatState) -> bool:
    return now.built is not was.built or now.settlements is not was.settlements or now.cities is not was.cities


def _remove_answered(stack: tuple[Question, ...], event: Event) -> tuple[Question, ...]:
    if isinstance(event, events.Declined):
        return remove_answered(stack, event.seat, *[type(prompt) for prompt in stack[-1].asks])
    for field, kind in ANSWERS[type(event)]:
        stack = remove_answered(stack, getattr(event, field), kind)
    return stack


def turn_prompts(facts: Facts, state: State) -> tuple[Prompt, ...]:
    """Returns the prompts of the turn itself, which are open while the question stack is empty."""
    phase = state.phase
    if phase is ACTIONS:
        return ACTING[state.active]
    if phase is ROLL:
        return (RollPrompt(state.active, state.turn),)
    if phase is HAND:
        own = state.seats[state.active]
        left = hand_limit(facts, own) - len(own.hand)
        return (HandPrompt(state.active, max(0, left), exchange=left <= 0 and not own.drawn),)
    return ()


AREAS = setup.AFTER, turn.AFTER, resources.AFTER, hidden.AFTER, building.AFTER, action_cards.AFTER
AFTER: Mapping[type, After] = {
    kind: _complete(change, kind in ANSWERING) for kind, change in join_effects(*AREAS).items()
}
"""The function that applies each event to a state, by event class."""
