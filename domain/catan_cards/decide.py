"""Decide: a command answers the question it belongs to, and what waited underneath goes on."""

from __future__ import annotations

from typing import cast

from domain.catan_cards.commands import Command
from domain.catan_cards.events import Event
from domain.catan_cards.facts.load import Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.prompts import Prompt
from domain.catan_cards.rules import (
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
from domain.catan_cards.rules.victory import check
from domain.catan_cards.state import Phase, State
from domain.engine.area import join
from domain.engine.chance import Chance
from domain.engine.game import Rejected

TABLES = join(
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
"""What the rule areas contribute, in the order in which they offer their commands."""


def dealt(facts: Facts, state: State, chance: Chance) -> tuple[Event, ...]:
    """What the start of a match brings."""
    batch = Batch(facts, state, chance)
    setup.deal(batch)
    return batch.brought()


def decide(facts: Facts, state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events of a seat's command, or `Rejected`."""
    answer = TABLES.answers[type(command)]
    prompt = _question(state, seat, answer.prompts)
    batch = Batch(facts, state, chance)
    answer.bring(batch, prompt, command)
    batch.go_on(state.stack, TABLES.follows)
    if batch.state.phase is Phase.ACTIONS and not batch.state.stack:
        check(batch)  # R9: an action is complete
    return batch.brought()


def _question(state: State, seat: int, kinds: tuple[type, ...]) -> Prompt:
    """The open prompt of this seat that the command answers."""
    asked = False
    for prompt in state.prompts:
        if prompt.seat == seat:
            asked = True
            if isinstance(prompt, kinds):
                return cast(Prompt, prompt)
    raise Rejected("another-question" if asked else "not-asked")
