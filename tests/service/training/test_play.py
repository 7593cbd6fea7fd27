"""Matches in this process."""

from __future__ import annotations

from random import Random

import pytest

import chronik
from chronik.domain.engine.game import Outcome, Rejected
from chronik.domain.engine.match.match import outcome
from chronik.domain.engine.match.options import BadOptions
from chronik.domain.games import game
from chronik.domain.katharina.commands import PASS
from chronik.projections.games import projection
from chronik.service.cli.simulation import FIRST, play_out
from chronik.service.training.play import Play, name_match


def play_on(match: Play, seed: int) -> Outcome | None:
    """Plays a match to its end at random."""
    luck = Random(seed)
    for _ in match:
        match.answer(luck.choice(match.options))
    return match.outcome


def test_the_same_arguments_give_the_same_match() -> None:
    first, again = (play_on(chronik.play("katharina", 3, seed=5), 1) for _ in range(2))
    assert first == again != play_on(chronik.play("katharina", 3, seed=6), 1)


def test_a_match_deals_the_cards_of_a_simulated_match() -> None:
    simulated = play_out(game("katharina"), projection("katharina"), *name_match(9, 0), [FIRST, FIRST])
    match = chronik.play("katharina", 2, seed=9)
    for _ in match:
        match.answer(match.options[0])
    assert match.outcome == outcome(game("katharina"), simulated.match)


def test_a_clone_continues_equally_and_independently() -> None:
    match = chronik.play("cities_knights", 3, {"victory_points": 5}, seed=2)
    luck = Random(3)
    for _ in range(40):
        match.answer(luck.choice(match.options))
    view, clone = match.view, match.clone()
    found = play_on(clone, 4)
    assert match.view == view
    assert clone.over
    assert found is not None
    assert play_on(match, 4) == found


def test_returns_follow_from_the_places() -> None:
    match = chronik.play("katharina", 3, seed=5)
    assert match.returns == (0, 0, 0)
    found = play_on(match, 1)
    assert found is not None
    assert [match.returns[seat] for seat in found.winners] == [1]
    assert sum(match.returns) == 0
    with pytest.raises(ValueError, match="The match is over"):
        match.answer(PASS)


def test_a_refused_command_changes_nothing() -> None:
    match = chronik.play("katharina", 2)
    before = match.view
    with pytest.raises(Rejected):
        match.answer(PASS)
    assert (match.view, match.seat) == (before, 0)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="katharina has 2 or 3 or 4 seats, not 5"):
        chronik.play("katharina", 5)
    with pytest.raises(BadOptions):
        chronik.play("katharina", 2, {"nonsense": True})
    with pytest.raises(KeyError):
        chronik.play("chess", 2)
