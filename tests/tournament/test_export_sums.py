"""The sums of exported results are the standings, for all methods and presets."""

from __future__ import annotations

import csv
from collections import defaultdict
from fractions import Fraction
from io import StringIO

from chronik.domain.engine.match.events import Cause
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.record.commands import Penalise
from chronik.domain.tournament.record.plan import Method, Stage
from chronik.domain.tournament.rules.tally import stage_standings
from chronik.projections.tournament.tables import pairings_csv, results_csv, standings_csv
from tests.support.cases import for_each
from tests.support.tournament.local_tournament import LocalTournament, plan
from tests.tournament.methods import METHODS, fold_with_scoring, record_method

Sums = dict[tuple[str, str], Fraction]
"""By stage and entrant."""

HALF_A_DIGIT = Fraction(1, 2_000_000)
"""The largest rounding error of a written amount."""


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


def sum_scores(rows: list[dict[str, str]], column: str) -> Sums:
    sums: Sums = defaultdict(Fraction)
    for row in rows:
        sums[row["stage"], row["entrant"]] += Fraction(row[column] or 0)
    return sums


def count_tables(rows: list[dict[str, str]]) -> Sums:
    """Returns the number of tables of each entrant."""
    sums: Sums = defaultdict(Fraction)
    for row in rows:
        sums[row["stage"], row["entrant"]] += bool(row["table"])
    return sums


def scores_of(cup: LocalTournament) -> dict[int, Fraction]:
    return {line.entrant: line.score.amount for line in stage_standings(cup.tournament, 0)}


@for_each("method", METHODS)
def test_exported_results_add_up_to_the_standings(method: str) -> None:
    for preset in presets():
        tournament = fold_with_scoring(record_method(method), preset)
        standings, results = rows_of(standings_csv(tournament, {})), rows_of(results_csv(tournament, {}))
        scores, sums = sum_scores(standings, "score"), sum_scores(results, "score")
        assert scores.keys() == sums.keys()
        for who, score in scores.items():
            assert abs(sums[who] - score) <= HALF_A_DIGIT * (len(tournament.rounds) + 2), (preset, who)
        tables = {who: count for who, count in count_tables(results).items() if who in scores}
        assert tables == sum_scores(standings, "played")
        pairings = count_tables(rows_of(pairings_csv(tournament, {}, str)))
        assert {who: pairings.get(who, 0) for who in scores} == tables


def test_a_bye_in_a_round_robin_has_the_score_of_the_standings() -> None:
    """All entrants have equally many byes there, so a bye gives nothing."""
    tournament = fold_with_scoring(record_method("round robin"), "match-points")
    byes = [row for row in rows_of(results_csv(tournament, {})) if row["kind"] == "bye"]
    assert byes
    assert {row["score"] for row in byes} == {"0"}


def test_an_averaged_bye_is_exported_with_its_current_value() -> None:
    tournament = fold_with_scoring(record_method("swiss"), "wwcc-2013")
    byes = [row for row in rows_of(results_csv(tournament, {})) if row["kind"] == "bye"]
    assert byes
    for row in byes:
        (line,) = (one for one in stage_standings(tournament, 0, explain=True) if one.entrant == int(row["entrant"]))
        (term,) = (term for term in line.score.terms if term.note == "bye" and str(term.round) == row["round"])
        assert abs(Fraction(row["score"]) - term.amount) <= HALF_A_DIGIT


def test_a_penalty_is_exported_once_in_its_stage() -> None:
    cup = LocalTournament(plan(Stage(Method.SWISS, 2, rounds=1), Stage(Method.SWISS, 2, rounds=1))).register_bots(4)
    cup.do(Penalise(1, 25, Cause.CONDUCT))
    cup.play_rounds()
    before = scores_of(cup)
    cup.play_rounds()
    cup.do(Penalise(1, 50, Cause.CONDUCT))
    assert scores_of(cup) == before
    rows = rows_of(results_csv(cup.tournament, {}))
    taken = [(row["stage"], row["entrant"], row["score"]) for row in rows if row["kind"] == "penalty"]
    assert taken == [("0", "1", "-0.25"), ("1", "1", "-0.5")]
