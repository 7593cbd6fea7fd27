"""Tie-breaks against the worked examples of their rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import pytest

from chronik.domain.tournament.counting.ledger import Ledger, Line
from chronik.domain.tournament.counting.results import Kind
from chronik.domain.tournament.counting.tiebreak import CODES, DIRECT, TIE_BREAKS, compare_directly, units
from tests.support.cases import for_each
from tests.tournament.published import load_event, parse_progress

HELD = load_event("held")
LEDGERS = {
    "swiss_5": parse_progress(HELD["swiss_5"]),
    "swiss_9": parse_progress(HELD["swiss_9"]),
    "round_robin": parse_progress(HELD["round_robin"], predetermined=True),
}


def value(ledger: Ledger, code: str, of: int) -> Fraction:
    tie_break = TIE_BREAKS[code]
    total = Fraction(tie_break.sum_of(ledger, of), units(ledger, tie_break.unit))
    parts = tie_break.parts(ledger, of)
    assert total == Fraction(sum(part[0] for part in parts), units(ledger, tie_break.unit))
    if not tie_break.mean:
        return total
    assert tie_break.size_of(ledger, of) == len(parts)
    return total / len(parts) if parts else Fraction(0)


@for_each(("ledger", "code"), [(ledger, code) for ledger, codes in HELD["values"].items() for code in codes])
def test_tie_breaks_match_worked_examples_for_all_players(ledger: str, code: str) -> None:
    expected = HELD["values"][ledger][code]
    found = [value(LEDGERS[ledger], code, of) for of in range(len(expected))]
    # Half up, as the paper rounds averages.
    assert [int(each * 100 + Fraction(1, 2)) for each in found] == [round(each * 100) for each in expected]


@pytest.mark.parametrize("code", ["BH", "BH-C1"])
def test_tie_breaks_match_worked_examples_for_some_players(code: str) -> None:
    expected = HELD["some"]["swiss_5"][code]
    assert {player: float(value(LEDGERS["swiss_5"], code, int(player) - 1)) for player in expected} == expected


@pytest.mark.parametrize("name", HELD["ranks"])
def test_direct_encounter_ranks_match_worked_examples(name: str) -> None:
    ledger = LEDGERS[name]
    keys: dict[int, tuple[int, int]] = {}
    by_score = sorted(range(len(ledger.lines)), key=lambda of: ledger.scores[of])
    for score, group in groupby(by_score, key=lambda of: ledger.scores[of]):
        tied = list(group)
        found = compare_directly(ledger, tied, "DE")
        keys |= {of: (score, sum(part[0] for part in found.get(of, []))) for of in tied}
    ranks = [1 + sum(other > keys[of] for other in keys.values()) for of in sorted(keys)]
    assert ranks == HELD["ranks"][name]


def test_direct_encounter_counts_only_if_all_tied_entrants_have_met() -> None:
    """7, 8 and 16 of nine rounds are tied, and 7 never met 8, so the result of 16 against 7 decides nothing."""
    assert compare_directly(LEDGERS["swiss_9"], [6, 7, 15], "DE") == {}
    assert set(compare_directly(LEDGERS["swiss_9"], [6, 15], "DE")) == {6, 15}


def test_a_table_won_by_ruling_is_an_encounter_for_head_to_head_only() -> None:
    ledger = LEDGERS["swiss_5"]
    assert compare_directly(ledger, [8, 10], "DE") == {}
    assert [part[0] for part in compare_directly(ledger, [8, 10], "H2H")[10]] == [2]


def test_contributions_that_are_cut_are_listed_with_a_note() -> None:
    parts = TIE_BREAKS["BH-M1"].parts(LEDGERS["swiss_5"], 0)
    assert {(part[0], part[2] + 1) for part in parts if part[3] == "cut"} == {(0, 13), (0, 2)}


@pytest.mark.parametrize("code", ["BH-C2", "BH-M2"])
def test_if_more_results_are_cut_than_there_are_opponents_nothing_is_left(code: str) -> None:
    lines = [
        [Line(1, 1, "", Kind.PLAYED, 1, amount=2, won=True, rivals=((1, 2),))],
        [Line(1, 1, "", Kind.PLAYED, 2, amount=0, rivals=((0, 0),))],
    ]
    ledger = Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=False)
    assert value(ledger, code, 0) == value(ledger, code, 1) == 0


def test_a_single_entrant_has_no_direct_encounter() -> None:
    assert compare_directly(LEDGERS["swiss_5"], [0], "DE") == {}


def test_a_bye_gives_the_exact_average_as_a_fraction() -> None:
    """Catan championship rules: an entrant with 7 and 8 points gets 7½ for the bye."""
    rivals = ((1, 2),)
    own = [
        Line(1, 1, "", Kind.PLAYED, 1, points=7, total=10, rivals=rivals),
        Line(2, 1, "", Kind.PLAYED, 1, points=8, total=10, rivals=rivals),
        Line(3, 0, "", Kind.BYE),
    ]
    other = [Line(n, 1, "", Kind.PLAYED, 2, points=10 - line.points, total=10) for n, line in enumerate(own[:2], 1)]
    ledger = Ledger([own, other], scale=2, win=2, draw=1, averaged=True, predetermined=False)
    assert value(ledger, "VP", 0) == Fraction(45, 2)
    assert [part[3] for part in TIE_BREAKS["VP"].parts(ledger, 0)] == ["", "", "bye"]
    assert value(ledger, "VPS", 0) == Fraction(45, 40)
    assert value(ledger, "VP", 1) == 5
    apart = Ledger([own, other], scale=2, win=2, draw=1, averaged=False, predetermined=False)
    assert (value(apart, "VP", 0), units(apart, TIE_BREAKS["VP"].unit)) == (15, 1)


def test_shares_are_scaled_to_four_seats_and_equal_without_points() -> None:
    """Catan: shares are scaled to four seats, and without points each seat has a quarter."""
    lines = [
        [
            Line(1, 1, "", Kind.PLAYED, 1, points=1, total=1, rivals=((1, 2),)),
            Line(2, 1, "", Kind.PLAYED, 1, rivals=((1, 1),)),
        ],
        [
            Line(1, 1, "", Kind.PLAYED, 2, points=0, total=1, rivals=((0, 0),)),
            Line(2, 1, "", Kind.PLAYED, 1, rivals=((0, 1),)),
        ],
    ]
    ledger = Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=False)
    assert value(ledger, "VPS", 0) == Fraction(1, 2) + Fraction(1, 4)
    assert value(ledger, "VPS", 1) == Fraction(1, 4)


def test_each_part_of_a_count_of_wins_says_how_that_win_was_obtained() -> None:
    """FIDE C.07 7.1: a win was played or ruled, or is a bye that gives as much."""
    rivals = ((1, 2),)
    own = [
        Line(1, 1, "", Kind.PLAYED, 1, amount=2, won=True, rivals=rivals),
        Line(2, 1, "", Kind.RULED, 1, amount=2, won=True, rivals=rivals),
        Line(3, 0, "", Kind.BYE, amount=2),
        Line(4, 0, "", Kind.BYE, amount=1),
        Line(5, 0, "", Kind.SKIPPED, amount=2),
    ]
    ledger = Ledger([own, []], scale=2, win=2, draw=1, averaged=False, predetermined=False)
    assert [(part[1].round, part[3]) for part in TIE_BREAKS["WIN"].parts(ledger, 0)] == [
        (1, ""),
        (2, "ruled"),
        (3, "bye"),
    ]
    assert [part[1].round for part in TIE_BREAKS["WON"].parts(ledger, 0)] == [1]


def test_an_unplayed_round_counts_against_a_dummy_opponent() -> None:
    """FIDE C.07 16.4: a win, a draw or a loss against a dummy with the entrant's score."""
    for amount, halves in ((2, 2), (1, 1), (0, 0)):
        won = Line(1, 1, "", Kind.PLAYED, 1, amount=2, won=True, rivals=((1, 2),))
        lost = Line(1, 1, "", Kind.PLAYED, 2, rivals=((0, 0),))
        ledger = Ledger(
            [[won, Line(2, 0, "", Kind.BYE, amount=amount)], [lost, Line(2, 0, "", Kind.BYE, amount=2)]],
            scale=2,
            win=2,
            draw=1,
            averaged=False,
            predetermined=False,
        )
        own = min(2 + amount, 2)
        assert value(ledger, "SB", 0) == Fraction(2 * 2 + own * halves, 4), amount
        assert value(ledger, "BH", 0) == Fraction(2 + own, 2), amount


def test_for_koya_an_opponent_with_half_of_the_possible_points_counts_as_strong() -> None:
    """FIDE C.07 9.2: a bye in a round robin offers no points."""

    def line_of(round: int, rival: int, amount: int) -> Line:
        return Line(round, 1, "", Kind.PLAYED, 1, amount=amount, won=amount == 2, rivals=((rival, amount),))

    lines = [
        [line_of(1, 1, 2), Line(2, 0, "", Kind.BYE), line_of(3, 2, 0)],
        [line_of(1, 0, 0), line_of(2, 2, 1), Line(3, 0, "", Kind.BYE)],
        [Line(1, 0, "", Kind.BYE), line_of(2, 1, 1), line_of(3, 0, 2)],
    ]
    ledger = Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=True)
    assert ledger.strong == [True, False, True]
    swiss = Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=False)
    assert swiss.strong == [False, False, True]


def test_the_set_of_tie_break_codes_never_changes() -> None:
    assert {*TIE_BREAKS, *DIRECT} == CODES
    assert len(CODES) == len(TIE_BREAKS) + len(DIRECT)
