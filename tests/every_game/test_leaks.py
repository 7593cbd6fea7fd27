"""The leak test in a short run, and proof that it works: it must catch all planted leaks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import count, islice

import pytest
from msgspec.structs import replace

from chronik.domain.games import CURRENT
from tests.every_game.exits import Exits
from tests.every_game.games import SUPPLIES
from tests.every_game.leaks import (
    Case,
    Leak,
    canaries,
    cases,
    closed_cases,
    possible_worlds,
    scenes,
    trial,
    trials,
    true_exits,
)
from tests.every_game.supplies import Supplies

LONG = bool(os.environ.get("CHRONIK_LONG"))
PARTS = 3 if LONG else 1
TRIALS = 150 if LONG else 12
"""Trials in each part."""
LABELLED = 3 if LONG else 1
HELD = 40 if LONG else 4
WORLDS = 800 if LONG else 30
TRIALS_TO_CATCH = 1_000
SOON = {"catan_cards": "planted", "cities_knights": "s18", "katharina": "planted"}
"""Seeds whose matches soon reach positions that leaks need; most seeds take three times as long."""
SOON_IF_ALTERED = "s31"
"""Such a seed for leaks that change how matches go."""

EVERY_GAME = pytest.mark.parametrize("name", list(CURRENT))
PLANTED = [(name, mutant) for name in CURRENT for mutant in SUPPLIES[name].mutants]


@EVERY_GAME
@pytest.mark.parametrize("part", range(PARTS))
def test_no_viewer_can_distinguish_twin_matches(name: str, part: int) -> None:
    counts = trials(true_exits(name), SUPPLIES[name], f"short run/{part}", TRIALS)
    assert counts.trials == TRIALS
    assert not counts.is_vacuous, counts
    assert set(counts.viewers) == {"Seat", "Spectator"}


@EVERY_GAME
def test_a_withheld_match_reveals_no_more_than_an_open_one(name: str) -> None:
    for case in islice(closed_cases(name, SUPPLIES[name], "held"), HELD):
        trial(true_exits(name), SUPPLIES[name], case)


@EVERY_GAME
def test_control_a_twin_match_that_equals_the_original_is_detected(name: str) -> None:
    same = replace(SUPPLIES[name], resample_hidden=lambda game, history, viewer, rng: history)
    assert trials(true_exits(name), same, "vacuous", 30).is_vacuous


@pytest.mark.parametrize(("name", "mutant"), PLANTED)
def test_every_planted_leak_is_caught(name: str, mutant: str) -> None:
    true, supplies = true_exits(name), SUPPLIES[name]
    planted = supplies.mutants[mutant](true)
    looked_at = islice(cases_for(name, mutant, planted, supplies), TRIALS_TO_CATCH)
    assert any(tells(planted, supplies, case) for case in looked_at)


def cases_for(name: str, mutant: str, planted: Exits, supplies: Supplies) -> Iterator[Case]:
    """Returns cases in which a planted leak can show: those of its scene, of closed matches, or any."""
    if mutant in supplies.scenes:
        return scenes(name, supplies, "planted", supplies.scenes[mutant])
    if mutant.startswith("closed: "):
        return closed_cases(name, supplies, "planted")
    same = planted.game.decide is true_exits(name).game.decide
    return shared_cases(name) if same else rich_cases(planted, supplies, SOON_IF_ALTERED)


def tells(planted: Exits, supplies: Supplies, case: Case) -> bool:
    """Returns whether a planted leak shows in a case."""
    try:
        trial(planted, supplies, case)
    except Leak:
        return True
    return False


def shared_cases(name: str) -> Iterator[Case]:
    """Yields the same cases, which differ in more than one field, for all leaks that do not change how matches go."""
    made, more = _made(name)
    for number in count():
        if number == len(made):
            made.append(next(more))
        yield made[number]


@cache
def _made(name: str) -> tuple[list[Case], Iterator[Case]]:
    return [], rich_cases(true_exits(name), SUPPLIES[name], SOON[name])


def rich_cases(exits: Exits, supplies: Supplies, seed: str) -> Iterator[Case]:
    """Yields cases in which more than one hidden field differs."""
    return (case for case in cases(exits, supplies, seed) if sum(case.differs(supplies).values()) > 1)


@EVERY_GAME
def test_there_are_at_least_twenty_planted_leaks(name: str) -> None:
    assert len(SUPPLIES[name].mutants) >= 20


@EVERY_GAME
def test_possible_worlds_with_the_same_feed_look_the_same_to_the_viewer(name: str) -> None:
    assert possible_worlds(SUPPLIES[name], "worlds", WORLDS) > WORLDS // 4


@EVERY_GAME
@pytest.mark.parametrize("seed", range(LABELLED))
def test_a_viewer_gets_no_label_for_a_card_that_it_was_not_shown(name: str, seed: int) -> None:
    assert canaries(SUPPLIES[name], seed) > 20
