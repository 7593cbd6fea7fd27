"""Decide: turns a seat's command into events, then continues the step of the rules that was waiting for the answer."""

from __future__ import annotations

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import Command
from chronik.domain.catan_cards.events import Event
from chronik.domain.catan_cards.facts.load import Facts
from chronik.domain.catan_cards.prompts import Prompt
from chronik.domain.catan_cards.rules import (
    action_cards,
    bank,
    base_events,
    centre,
    civil_war,
    common_land,
    declining,
    die,
    duel,
    expansions,
    feeling,
    gaining,
    hand_step,
    hidden_events,
    hospital,
    joust,
    kw_actions,
    kw_events,
    offers,
    playing,
    production,
    regions,
    roll,
    setup,
    shedding,
    spying,
    stars,
    statue,
    taking,
    theater,
    trading_cards,
)
from chronik.domain.catan_cards.rules.victory import check_victory
from chronik.domain.catan_cards.state import ACTIONS, State
from chronik.domain.engine.area import join_areas
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected

TABLES = join_areas(
    (
        setup.AREA,
        roll.AREA,
        die.AREA,
        stars.AREA,
        base_events.AREA,
        civil_war.AREA,
        hidden_events.AREA,
        kw_events.AREA,
        production.AREA,
        gaining.AREA,
        taking.AREA,
        declining.AREA,
        shedding.AREA,
        playing.AREA,
        action_cards.AREA,
        trading_cards.AREA,
        kw_actions.AREA,
        joust.AREA,
        duel.AREA,
        spying.AREA,
        centre.AREA,
        regions.AREA,
        expansions.AREA,
        theater.AREA,
        statue.AREA,
        feeling.AREA,
        common_land.AREA,
        hospital.AREA,
        bank.AREA,
        offers.AREA,
        hand_step.AREA,
    )
)
"""The joined tables of all rule areas. Commands are offered in the order of the areas."""


def deal(facts: Facts, state: State, chance: Chance) -> tuple[Event, ...]:
    """Returns the events that start a match."""
    batch = Batch(facts, state, chance)
    setup.deal(batch)
    return batch.decision()


def decide(facts: Facts, state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """Returns the events that a seat's command causes; raises `Rejected` if the rules refuse it."""
    answer = TABLES.answers[type(command)]
    prompt = _find_prompt(state, seat, answer.prompts)
    batch = Batch(facts, state, chance)
    answer.handle(batch, prompt, command)
    batch.resume(state.stack, TABLES.follows)
    if batch.state.phase is ACTIONS and not batch.state.stack:
        check_victory(batch)  # R9: an action is complete
    return batch.decision()


def _find_prompt(state: State, seat: int, kinds: tuple[type, ...]) -> Prompt:
    """Returns the seat's open prompt of one of these kinds, or raises `Rejected`."""
    asked = False
    prompt: Prompt
    for prompt in state.prompts:
        if prompt.seat == seat:
            asked = True
            if isinstance(prompt, kinds):
                return prompt
    raise Rejected("another-question" if asked else "not-asked")
