"""The value of a position of every game: which matches have one, how well it predicts, and that it reveals nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from math import exp, log
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.valuing import STAGES, Knowledge, Position, Valuing
from chronik.domain.engine.win_chances import CERTAIN, win_chances
from chronik.domain.games import CURRENT, game
from tests.every_game.games import SUPPLIES
from tests.every_game.leaks import Case, cases, true_exits
from tests.train.corpus import Table, play
from tests.train.subjects import SUBJECTS

SETTINGS = [(name, setting) for name, subject in SUBJECTS.items() for setting in subject.settings]
TABLES = [Table(name, setting, seats) for name, setting in SETTINGS for seats in game(name).seats]
SCORED = {"katharina": 15, "cities_knights": 6, "catan_cards": 8}
"""The number of matches on which the models are scored; training never saw these."""
TWINS = 8
"""The number of twins in each setting."""
OTHER_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "cities_knights": {"victory_points": 10},
    "catan_cards": {"offers_per_turn": 4},
}

every_game = pytest.mark.parametrize("name", list(SUBJECTS))


def valuing(name: str) -> Valuing[Any]:
    found = game(name).valuing
    assert found is not None
    return found


def states(table: Table, seed: object) -> Iterator[Any]:
    """Yields the states of a match between greedy bots."""
    return play(game(table.game), SUBJECTS[table.game], table, [0.0] * table.seats, Random(f"{seed}/{table}"))


class Moment(NamedTuple):
    """A state of a match, what a model sees of it, and the seat that won in the end."""

    state: Any
    position: Position
    winner: int


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Returns every tenth state of several matches, of those states that have a value."""
    table = Table(name, next(iter(SUBJECTS[name].settings)), min(3, max(game(name).seats)))
    found: list[Moment] = []
    for number in range(SCORED[name]):
        *before, last = states(table, number)
        outcome = game(name).outcome(last)
        assert outcome is not None
        valued = [state for state in before[::10] if valuing(name).setting(state) is not None]
        found += [Moment(state, valuing(name).position(state), outcome.winners[0]) for state in valued]
    assert len(found) > 100
    return tuple(found)


def log_loss(name: str, chances: Callable[[Moment], Sequence[float]]) -> float:
    """Returns the mean log-loss of these chances."""
    losses = [-log(max(chances(moment)[moment.winner], 1e-9)) for moment in moments(name)]
    return sum(losses) / len(losses)


def test_every_game_is_trained() -> None:
    assert set(SUBJECTS) == set(CURRENT)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_setting_has_a_model_for_every_number_of_seats(table: Table) -> None:
    begun = [
        state for state in islice(states(table, "covered"), 200) if valuing(table.game).setting(state) == table.setting
    ]
    assert len(begun) > 50
    for state in begun[::20]:
        for knowledge in Knowledge:
            found = win_chances(game(table.game), state, knowledge)
            assert found is not None
            assert len(found) == table.seats
            assert CERTAIN - table.seats <= sum(found) <= CERTAIN


def test_every_preset_is_trained() -> None:
    for name, subject in SUBJECTS.items():
        assert set(game(name).presets) <= set(subject.settings)


@pytest.mark.parametrize("name", list(OTHER_OPTIONS))
def test_a_match_with_other_options_has_no_value(name: str) -> None:
    subject = replace(SUBJECTS[name], settings={"other": lambda rng: OTHER_OPTIONS[name]})
    for state in islice(play(game(name), subject, Table(name, "other", 2), [0.0] * 2, Random(1)), 100):
        assert win_chances(game(name), state, Knowledge.PUBLIC) is None


@every_game
def test_an_older_rules_version_has_no_model(name: str) -> None:
    assert game(name, 1).valuing is None


@every_game
def test_after_the_end_only_the_winners_have_a_chance(name: str) -> None:
    rules, seats = game(name), max(game(name).seats)
    *_, last = states(Table(name, next(iter(SUBJECTS[name].settings)), seats), "ended")
    outcome = rules.outcome(last)
    assert outcome is not None
    assert valuing(name).score(last, Knowledge.TRUTH) is None
    shares = [CERTAIN // len(outcome.winners) * (place == 1) for place in outcome.places]
    assert win_chances(rules, last, Knowledge.TRUTH) == tuple(shares)


@pytest.mark.parametrize("name", [name for name in SUBJECTS if name != "katharina"])
def test_a_match_that_a_seat_has_left_has_no_value(name: str) -> None:
    rules = game(name)
    *_, state = islice(states(Table(name, next(iter(SUBJECTS[name].settings)), max(rules.seats)), "left"), 60)
    assert valuing(name).score(state, Knowledge.PUBLIC) is not None
    assert valuing(name).score(rules.retire(state, 1), Knowledge.PUBLIC) is None


@every_game
def test_the_stored_weights_predict_better_than_points(name: str) -> None:
    """The rival knows points and stage, and is fitted to the very matches on which both are scored."""
    best = min(log_loss(name, partial(chances_by_points, number / 10)) for number in range(10))
    for knowledge in Knowledge:
        assert log_loss(name, partial(chances_by_model, game(name), knowledge)) < best - 0.02


def chances_by_points(slope: float, moment: Moment) -> Sequence[float]:
    """Returns the chances by points alone, which count more as the match goes on."""
    powers = [exp(slope * (0.3 + moment.position.stage / STAGES) * row[0]) for row in moment.position.rows]
    return [power / sum(powers) for power in powers]


def chances_by_model(rules: Game, knowledge: Knowledge, moment: Moment) -> Sequence[float]:
    """Returns the chances by the stored weights."""
    found = win_chances(rules, moment.state, knowledge)
    assert found is not None
    return [chance / CERTAIN for chance in found]


@every_game
def test_a_score_is_made_of_integers(name: str) -> None:
    moment = moments(name)[50]
    assert {type(feature) for row in moment.position.rows for feature in row} == {int}
    for knowledge in Knowledge:
        score = valuing(name).score(moment.state, knowledge)
        assert score is not None
        assert {type(one) for one in score} == {int}


# The public value reveals nothing


def twins(name: str) -> Iterator[Case]:
    """Yields twins of matches with a value, in every setting, which differ only in what their viewer may not know."""
    for setting, draw in SUBJECTS[name].settings.items():
        supplies = replace(SUPPLIES[name], options=partial(draw_options, game(name), draw))
        valued = (case for case in cases(true_exits(name), supplies, setting) if has_value(name, case))
        yield from islice(valued, TWINS)


def draw_options(rules: Game, draw: Callable[[Random], Mapping[str, Any]], rng: Random) -> Raw:
    """Returns the rule options of a match in a setting."""
    return options_of(rules, draw(rng))


def has_value(name: str, case: Case) -> bool:
    return valuing(name).setting(case.world.state) is not None


def differs(name: str, case: Case, knowledge: Knowledge) -> bool:
    """Returns whether the values of twins differ."""
    here, there = (valuing(name).score(world.state, knowledge) for world in (case.world, case.twin))
    return here != there


@every_game
def test_the_public_value_is_the_same_for_twins_that_differ_in_hidden_content(name: str) -> None:
    assert not any(differs(name, case, Knowledge.PUBLIC) for case in twins(name))


@every_game
def test_control_a_public_value_that_uses_the_truth_is_caught(name: str) -> None:
    assert any(differs(name, case, Knowledge.TRUTH) for case in twins(name))
