"""Decide: a choice is sealed, and the last one of a step reveals and resolves it; the flow of a match stands here."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from domain.engine.chance import Chance
from domain.engine.game import Rejected
from domain.engine.sealing import MAX_REPLACED, choices, is_awaited, is_final
from domain.katharina.commands import BuildOrPass, ChooseDisplay, Command, PlayCards, Resolve
from domain.katharina.events import Committed, Event
from domain.katharina.facts.load import Facts
from domain.katharina.making import Batch
from domain.katharina.prompts import BuildPrompt, DisplayPrompt, PlayPrompt, Prompt, ResolvePrompt
from domain.katharina.rules.deal import deal, judge_display, show_displays
from domain.katharina.rules.final import score_final
from domain.katharina.rules.interim import (
    build_all,
    clear_displays,
    compare_books,
    draw_after_decade,
    judge_build,
    score_cannons,
    score_residences,
    score_track,
)
from domain.katharina.rules.resolution import judge_resolve, resolve_all
from domain.katharina.rules.rounds import begin_round, judge_play, reveal
from domain.katharina.state import DECADES, ROUNDS, State


def dealt(facts: Facts, state: State, chance: Chance) -> tuple[Event, ...]:
    """What the start of a match brings."""
    batch = Batch(facts, state, chance)
    deal(batch)
    return batch.brought()


def decide(facts: Facts, state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The events of a seat's command, or `Rejected`."""
    prompt = prompt_of(state, seat)
    if prompt is None:
        raise Rejected("not-asked")
    if is_final(state.sealed[seat]):
        raise Rejected("replaced-too-often", most=MAX_REPLACED)
    _judge(facts, state, seat, prompt, command)
    batch = Batch(facts, state, chance)
    batch.happen(Committed(seat, command))
    if not is_awaited(batch.state):
        _close_step(batch, prompt)
    return batch.brought()


def prompt_of(state: State, seat: int) -> Prompt | None:
    """The prompt of a seat, which it may answer anew as long as somebody else owes an answer."""
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
    """Phases D and E: resolve; after the fourth round the interim scoring begins (R-E)."""
    resolve_all(batch, choices)
    if batch.state.round < ROUNDS:
        begin_round(batch, batch.state.decade, batch.state.round + 1)
        return
    score_cannons(batch)
    compare_books(batch)
    if not batch.state.prompts:
        _end_decade(batch, {})


def _end_decade(batch: Batch, choices: dict[int, BuildOrPass]) -> None:
    """The rest of the interim scoring; after the third decade the final scoring follows (I6)."""
    build_all(batch, choices)
    steps: tuple[Callable[[Batch], None], ...] = (score_residences, score_track, clear_displays)
    for step in steps:
        step(batch)
    if batch.state.decade < DECADES:
        draw_after_decade(batch)
        begin_round(batch, batch.state.decade + 1, 1)
    else:
        score_final(batch)
