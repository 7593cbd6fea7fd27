"""Decide: turns a command into events, and continues the step that was waiting for this answer."""

from __future__ import annotations

from typing import Any, get_args

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.commands import Command, PlayAlchemist, PlayCard
from chronik.domain.cities_knights.events import Event
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.prompts import OfferPrompt, OverflowPrompt, Prompt
from chronik.domain.cities_knights.rules import (
    bank,
    barbarians,
    building,
    decks,
    improvements,
    knights,
    offers,
    production,
    robber,
    roll,
    setup,
    turn,
)
from chronik.domain.cities_knights.rules.progress import (
    commercial_harbor,
    politics,
    politics_board,
    road_building,
    science,
    spending,
    trade,
)
from chronik.domain.cities_knights.rules.turn import finish_if_won
from chronik.domain.cities_knights.state import Phase, State
from chronik.domain.engine.area import join_areas
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected

TABLES = join_areas(
    (
        setup.AREA,
        roll.AREA,
        decks.AREA,
        barbarians.AREA,
        production.AREA,
        robber.AREA,
        building.AREA,
        improvements.AREA,
        knights.AREA,
        bank.AREA,
        offers.AREA,
        science.AREA,
        road_building.AREA,
        trade.AREA,
        commercial_harbor.AREA,
        politics.AREA,
        politics_board.AREA,
        spending.AREA,
        turn.AREA,
    )
)
"""The joined tables of all rule areas. The order of the areas is the order in which commands are offered."""

PLAYS = frozenset(get_args(PlayCard)) - {PlayAlchemist}
"""The commands that play a progress card in the action phase. They also answer an `OverflowPrompt` with `play`."""


def deal(facts: Facts, state: State, chance: Chance) -> tuple[Event, ...]:
    """Returns the events of the deal at the start of a match."""
    batch = Batch(facts, state, chance)
    setup.deal_start(batch)
    return batch.decision()


def decide(facts: Facts, state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """Returns the events that a seat's command causes. Raises `Rejected` if the rules refuse it."""
    answer = TABLES.answers[type(command)]
    prompt = _find_prompt(state, seat, answer.prompts, command)
    batch = Batch(facts, state, chance)
    answer.handle(batch, prompt, command)
    batch.resume(state.stack, TABLES.follows)
    finish_if_won(batch)
    return batch.decision()


def _find_prompt(state: State, seat: int, kinds: tuple[type, ...], command: Any) -> Prompt:
    """Returns the seat's open prompt that the command answers, or raises `Rejected`."""
    asked = False
    for prompt in state.prompts:
        if prompt.seat == seat:
            asked = True
            if isinstance(prompt, kinds):
                return prompt
            if isinstance(prompt, OverflowPrompt) and prompt.play and type(command) in PLAYS:
                return prompt
    if kinds == (OfferPrompt,) and state.phase is Phase.ACTION and not state.stack:
        return OfferPrompt(seat, command.offer)  # the handler checks whether this seat may act on it
    raise Rejected("another-question" if asked else "not-asked")
