"""Tie-breaks against the worked examples of their rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import pytest

from domain.tournament.counting.ledger import Ledger, Line
from domain.tournament.counting.sittings import Kind
from domain.tournament.counting.tiebreak import CODES, DIRECT, TIE_BREAKS, direct, units
from tests.support.tournament.published import event, progress

HELD = event("held")
LEDGERS = {
    "swiss_5": progress(HELD["swiss_5"]),
    "swiss_9": progress(HELD["swiss_9"]),
    "round_robin": progress(HELD["round_robin"], predetermined=True),
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


@pytest.mark.parametrize(
    ("ledger", "code"), [(ledger, code) for ledger, codes in HELD["values"].items() for code in codes]
)
def test_worked_examples_of_all_players(ledger: str, code: str) -> None:
    expected = HELD["values"][ledger][code]
    found = [value(LEDGERS[ledger], code, of) for of in range(len(expected))]
    # Half up, as the paper rounds averages.
    assert [int(each * 100 + Fraction(1, 2)) for each in found] == [round(each * 100) for each in expected]


@pytest.mark.parametrize("code", ["BH", "BH-C1"])
def test_worked_examples_of_some_players(code: str) -> None:
    expected = HELD["some"]["swiss_5"][code]
    assert {player: float(value(LEDGERS["swiss_5"], code, int(player) - 1)) for player in expected} == expected


@pytest.mark.parametrize("name", HELD["ranks"])
def test_ranks_by_direct_encounter(name: str) -> None:
    ledger = LEDGERS[name]
    keys: dict[int, tuple[int, int]] = {}
    by_score = sorted(range(len(ledger.lines)), key=lambda of: ledger.scores[of])
    for score, group in groupby(by_score, key=lambda of: ledger.scores[of]):
        tied = list(group)
        found = direct(ledger, tied, "DE")
        keys |= {of: (score, sum(part[0] for part in found.get(of, []))) for of in tied}
    ranks = [1 + sum(other > keys[of] for other in keys.values()) for of in sorted(keys)]
    assert ranks == HELD["ranks"][name]


def test_direct_encounter_needs_everybody_to_have_met() -> None:
    """7, 8 and 16 of the nine rounds are tied, and 7 never met 8: the result of 16 against 7 decides nothing."""
    assert direct(LEDGERS["swiss_9"], [6, 7, 15], "DE") == {}
    assert set(direct(LEDGERS["swiss_9"], [6, 15], "DE")) == {6, 15}


def test_a_table_won_by_ruling_is_an_encounter_for_head_to_head_only() -> None:
    ledger = LEDGERS["swiss_5"]
    assert direct(ledger, [8, 10], "DE") == {}
    assert [part[0] for part in direct(ledger, [8, 10], "H2H")[10]] == [2]


def test_what_is_cut_is_said() -> None:
    parts = TIE_BREAKS["BH-M1"].parts(LEDGERS["swiss_5"], 0)
    assert {(part[0], part[2] + 1) for part in parts if part[3] == "cut"} == {(0, 13), (0, 2)}


@pytest.mark.parametrize("code", ["BH-C2", "BH-M2"])
def test_more_cuts_than_opponents_leave_nothing(code: str) -> None:
    lines = [
        [Line(1, 1, "", Kind.PLAYED, 1, amount=2, won=True, rivals=((1, 2),))],
        [Line(1, 1, "", Kind.PLAYED, 2, amount=0, rivals=((0, 0),))],
    ]
    ledger = Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=False)
    assert value(ledger, code, 0) == value(ledger, code, 1) == 0


def test_nobody_alone_has_met_all_others() -> None:
    assert direct(LEDGERS["swiss_5"], [0], "DE") == {}


def test_a_bye_gives_the_own_average_to_the_fraction() -> None:
    """Catan championship rules: who had 7 and 8 points has 7½ for the bye."""
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


def test_the_only_point_of_a_table_is_the_whole_of_it() -> None:
    """Catan: shares are raised as if four had sat there, and where there are no points all have a quarter."""
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


def test_what_is_as_good_as_a_win_says_how_it_came() -> None:
    """FIDE C.07 7.1: played, ruled, or a bye that gives as much."""
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


def test_what_a_round_without_a_table_gave_counts_against_a_dummy() -> None:
    """FIDE C.07 16.4: a win, a draw or a loss against somebody with one's own score."""
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


def test_half_of_what_could_be_scored_is_strong_and_less_is_not() -> None:
    """FIDE C.07 9.2: a bye in a round robin is no chance to score."""

    def played(round: int, rival: int, amount: int) -> Line:
        return Line(round, 1, "", Kind.PLAYED, 1, amount=amount, won=amount == 2, rivals=((rival, amount),))

    lines = [
        [played(1, 1, 2), Line(2, 0, "", Kind.BYE), played(3, 2, 0)],
        [played(1, 0, 0), played(2, 2, 1), Line(3, 0, "", Kind.BYE)],
        [Line(1, 0, "", Kind.BYE), played(2, 1, 1), played(3, 0, 2)],
    ]
    ledger = Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=True)
    assert ledger.strong == [True, False, True]
    swiss = Ledger(lines, scale=2, win=2, draw=1, averaged=False, predetermined=False)
    assert swiss.strong == [False, False, True]


def test_codes() -> None:
    assert {*TIE_BREAKS, *DIRECT} == CODES
    assert len(CODES) == len(TIE_BREAKS) + len(DIRECT)
