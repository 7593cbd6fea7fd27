"""Decide: a command answers the question it belongs to, and what waited underneath goes on."""

from __future__ import annotations

from typing import Any, get_args

from domain.cities_knights.commands import Command, PlayAlchemist, PlayCard
from domain.cities_knights.events import Event
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import OfferPrompt, OverflowPrompt, Prompt
from domain.cities_knights.rules import (
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
from domain.cities_knights.rules.progress import (
    commercial_harbor,
    politics,
    politics_board,
    road_building,
    science,
    spending,
    trade,
)
from domain.cities_knights.rules.turn import crown
from domain.cities_knights.state import Phase, State
from domain.engine.area import join
from domain.engine.chance import Chance
from domain.engine.game import Rejected

TABLES = join(
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
"""What the rule areas contribute, in the order in which they offer their commands."""

PLAYS = frozenset(get_args(PlayCard)) - {PlayAlchemist}
"""The progress cards of the action phase; they also answer an `OverflowPrompt` that says so (C-70)."""


def dealt(facts: Facts, state: State, chance: Chance) -> tuple[Event, ...]:
    """What the start of a match brings."""
    batch = Batch(facts, state, chance)
    setup.deal(batch)
    return batch.brought()


def decide(facts: Facts, state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events of a seat's command, or `Rejected`."""
    answer = TABLES.answers[type(command)]
    prompt = _question(state, seat, answer.prompts, command)
    batch = Batch(facts, state, chance)
    answer.bring(batch, prompt, command)
    batch.go_on(state.stack, TABLES.follows)
    crown(batch)
    return batch.brought()


def _question(state: State, seat: int, kinds: tuple[type, ...], command: Any) -> Prompt:
    """The open prompt of this seat that the command answers."""
    asked = False
    for prompt in state.prompts:
        if prompt.seat == seat:
            asked = True
            if isinstance(prompt, kinds):
                return prompt
            if isinstance(prompt, OverflowPrompt) and prompt.play and type(command) in PLAYS:
                return prompt
    if kinds == (OfferPrompt,) and state.phase is Phase.ACTION and not state.stack:
        return OfferPrompt(seat, command.offer)  # the offer itself tells who may speak about it
    raise Rejected("another-question" if asked else "not-asked")
