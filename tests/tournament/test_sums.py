"""What a spreadsheet adds up is what the standings say, over all methods and presets."""

from __future__ import annotations

import csv
from collections import defaultdict
from fractions import Fraction
from io import StringIO

import pytest

from domain.engine.match.events import Cause
from domain.tournament.counting.scoring import presets
from domain.tournament.record.commands import Penalise
from domain.tournament.record.plan import Method, Stage
from domain.tournament.rules.tally import stage_standings
from projections.tournament.tables import pairings_csv, results_csv, standings_csv
from tests.support.tournament.held import Held, plan
from tests.support.tournament.methods import METHODS, record_of, tournament_of

Sums = dict[tuple[str, str], Fraction]
"""By stage and entrant."""

HALF_A_DIGIT = Fraction(1, 2_000_000)
"""How far a written amount may be from the exact one."""


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


def summed(rows: list[dict[str, str]], column: str) -> Sums:
    sums: Sums = defaultdict(Fraction)
    for row in rows:
        sums[row["stage"], row["entrant"]] += Fraction(row[column] or 0)
    return sums


def counted(rows: list[dict[str, str]]) -> Sums:
    """How many tables everybody sat at."""
    sums: Sums = defaultdict(Fraction)
    for row in rows:
        sums[row["stage"], row["entrant"]] += bool(row["table"])
    return sums


def scores_of(held: Held) -> dict[int, Fraction]:
    return {line.entrant: line.score.amount for line in stage_standings(held.tournament, 0)}


@pytest.mark.parametrize("method", METHODS)
def test_every_table_adds_up_to_the_standings(method: str) -> None:
    for preset in presets():
        tournament = tournament_of(record_of(method), preset)
        standings, results = rows_of(standings_csv(tournament, {})), rows_of(results_csv(tournament, {}))
        scores, sums = summed(standings, "score"), summed(results, "score")
        assert scores.keys() == sums.keys()
        for who, score in scores.items():
            assert abs(sums[who] - score) <= HALF_A_DIGIT * (len(tournament.rounds) + 2), (preset, who)
        tables = {who: count for who, count in counted(results).items() if who in scores}
        assert tables == summed(standings, "played")
        pairings = counted(rows_of(pairings_csv(tournament, {}, str)))
        assert {who: pairings.get(who, 0) for who in scores} == tables


def test_a_bye_in_a_round_robin_gives_what_the_standings_count() -> None:
    """Everybody rests as often there, and nobody gets anything for it."""
    tournament = tournament_of(record_of("round robin"), "match-points")
    byes = [row for row in rows_of(results_csv(tournament, {})) if row["kind"] == "bye"]
    assert byes
    assert {row["score"] for row in byes} == {"0"}


def test_a_bye_that_gives_an_average_is_told_as_it_counts_now() -> None:
    tournament = tournament_of(record_of("swiss"), "wwcc-2013")
    byes = [row for row in rows_of(results_csv(tournament, {})) if row["kind"] == "bye"]
    assert byes
    for row in byes:
        (line,) = (one for one in stage_standings(tournament, 0, explain=True) if one.entrant == int(row["entrant"]))
        (term,) = (term for term in line.score.terms if term.note == "bye" and str(term.round) == row["round"])
        assert abs(Fraction(row["score"]) - term.amount) <= HALF_A_DIGIT


def test_a_penalty_is_taken_once_in_the_stage_in_which_it_was_given() -> None:
    held = Held(plan(Stage(Method.SWISS, 2, rounds=1), Stage(Method.SWISS, 2, rounds=1))).bots(4)
    held.do(Penalise(1, 25, Cause.CONDUCT))
    held.play()
    before = scores_of(held)
    held.play()
    held.do(Penalise(1, 50, Cause.CONDUCT))
    assert scores_of(held) == before
    rows = rows_of(results_csv(held.tournament, {}))
    taken = [(row["stage"], row["entrant"], row["score"]) for row in rows if row["kind"] == "penalty"]
    assert taken == [("0", "1", "-0.25"), ("1", "1", "-0.5")]
