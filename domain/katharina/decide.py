"""Decide: a command seals a choice, and the last choice of a step reveals and resolves all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Rejected
from chronik.domain.engine.sealing import MAX_REPLACED, awaits_choice, choices, is_final
from chronik.domain.katharina.batch import Batch
from chronik.domain.katharina.commands import BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from chronik.domain.katharina.events import Committed, Event
from chronik.domain.katharina.facts.load import Facts
from chronik.domain.katharina.prompts import BuildPrompt, DisplayPrompt, PlayPrompt, Prompt, ResolvePrompt
from chronik.domain.katharina.rules.deal import deal, judge_display, show_displays
from chronik.domain.katharina.rules.final import score_final
from chronik.domain.katharina.rules.interim import (
    build_all,
    clear_displays,
    compare_books,
    draw_after_decade,
    judge_build,
    score_cannons,
    score_residences,
    score_track,
)
from chronik.domain.katharina.rules.resolution import judge_resolve, resolve_all
from chronik.domain.katharina.rules.rounds import begin_round, judge_play, reveal
from chronik.domain.katharina.state import DECADES, ROUNDS, State


def deal_match(facts: Facts, state: State, chance: Chance) -> tuple[Event, ...]:
    """Returns the events that start a match."""
    batch = Batch(facts, state, chance)
    deal(batch)
    return batch.decision()


def decide(facts: Facts, state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """Returns the events that a seat's command causes. Raises `Rejected` if the rules refuse it."""
    prompt = prompt_of(state, seat)
    if prompt is None:
        raise Rejected("not-asked")
    if is_final(state.sealed[seat]):
        raise Rejected("replaced-too-often", most=MAX_REPLACED)
    _judge(facts, state, seat, prompt, command)
    batch = Batch(facts, state, chance)
    batch.add(Committed(seat, command))
    if not awaits_choice(batch.state):
        _close_step(batch, prompt)
    return batch.decision()


def prompt_of(state: State, seat: int) -> Prompt | None:
    """Returns the prompt of a seat, or None. The seat may change its answer while another seat still owes one."""
    for prompt in state.prompts:
        if prompt.seat == seat:
            return prompt
    return None


def _judge(facts: Facts, state: State, seat: int, prompt: Prompt, command: Command) -> None:
    match prompt, command:
        case PlayPrompt(), PlayCards():
            judge_play(state.seats[seat], command)
        case ResolvePrompt(), Resolve():
            judge_resolve(facts, state, seat, command)
        case DisplayPrompt(), ChooseDisplay():
            judge_display(state.seats[seat], command)
        case BuildPrompt(), BuildOrPass():
            judge_build(facts, state.seats[seat], command)
        case _:
            raise Rejected("another-question")


def _close_step(batch: Batch, prompt: Prompt) -> None:
    chosen = choices(batch.state)
    match prompt:
        case PlayPrompt():
            reveal(batch, chosen)
            if not batch.state.prompts:
                _end_round(batch, (None,) * len(chosen))
        case ResolvePrompt():
            _end_round(batch, chosen)
        case DisplayPrompt():
            show_displays(batch, chosen)
            begin_round(batch, 1, 1)
        case BuildPrompt():
            _end_decade(batch, {seat: choice for seat, choice in enumerate(chosen) if choice is not None})
        case _:
            assert_never(prompt)


def _end_round(batch: Batch, choices: tuple[Resolve | None, ...]) -> None:
    """Runs phases D and E: resolves the cards, and begins the next round or the interim scoring (R-E)."""
    resolve_all(batch, choices)
    if batch.state.round < ROUNDS:
        begin_round(batch, batch.state.decade, batch.state.round + 1)
        return
    score_cannons(batch)
    compare_books(batch)
    if not batch.state.prompts:
        _end_decade(batch, {})


def _end_decade(batch: Batch, choices: dict[int, BuildOrPass]) -> None:
    """Runs the rest of the interim scoring, then the next decade or the final scoring (I6)."""
    build_all(batch, choices)
    steps: tuple[Callable[[Batch], None], ...] = (score_residences, score_track, clear_displays)
    for step in steps:
        step(batch)
    if batch.state.decade < DECADES:
        draw_after_decade(batch)
        begin_round(batch, batch.state.decade + 1, 1)
    else:
        score_final(batch)
