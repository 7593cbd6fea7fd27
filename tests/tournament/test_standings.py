"""Standings: published tables of real tournaments, unplayed rounds, and a slow second implementation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronik.domain.tournament.counting.results import Kind, Penalty, Standing, TableResult
from chronik.domain.tournament.counting.scoring import Preset, award_points, presets
from chronik.domain.tournament.counting.standings import compute_standings
from chronik.domain.tournament.counting.tiebreak import CODES
from tests.tournament.published import duel_result, load_event, parse_cross_table, parse_games, parse_pods, parse_table

CHESS = presets()["match-points"]
CATAN = presets()["catan-championship-2024"]
HALF = Fraction(1, 2)
ALL = tuple(sorted(CODES))


def by_entrant(found: Sequence[Standing]) -> dict[int, list[Fraction]]:
    return {each.entrant: [each.score.amount, *(value.amount for value in each.ties)] for each in found}


# Real events


def test_the_standings_of_the_uzchess_cup_2025_are_reproduced() -> None:
    published = load_event("uzchess_2025")
    expected = parse_table(published["table"])
    found = compute_standings(
        range(1, 11), parse_games(published["games"]), (), CHESS, ("DE", "SB", "WON", "KS"), predetermined=True
    )
    assert by_entrant(found) == expected
    assert [each.entrant for each in found] == list(expected)
    assert [each.place for each in found] == list(range(1, 11))


def test_the_standings_of_a_clubs_round_robin_are_reproduced() -> None:
    published = load_event("bevensen")
    found = compute_standings(
        range(1, 9), parse_cross_table(published["cross"]), (), CHESS, ("SB",), predetermined=True
    )
    assert by_entrant(found) == parse_table(published["table"])
    assert [each.place for each in found] == list(range(1, 9))


def test_the_standings_of_a_catan_league_are_reproduced() -> None:
    published = load_event("catan_league")
    found = compute_standings(range(1, 14), parse_pods(published["tables"]), (), CATAN, ("WON", "VP", "PLC2"))
    assert len(parse_pods(published["tables"])) == 85
    for each in found:
        played, mean, wins, seconds = parse_table(published["table"])[each.entrant]
        won, points, second = (value.amount for value in each.ties)
        assert each.played == played
        assert (each.score.amount, won, second) == (wins, wins, seconds)
        assert round(points / played, 2) == mean


# Unplayed rounds, rulings, penalties, lots


def table_result(
    round: int, entrants: tuple[int, ...], points: tuple[int, ...], kind: Kind = Kind.PLAYED, at: int = 1
) -> TableResult:
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return TableResult(round, at, entrants, points, places, kind, f"m{round}-{at}")


def without_table(round: int, entrant: int, kind: Kind) -> TableResult:
    return TableResult(round, 0, (entrant,), kind=kind)


def test_entrants_tied_in_everything_share_the_better_place() -> None:
    found = compute_standings(
        (1, 2, 3, 4), [table_result(1, (1, 2), (1, 0)), table_result(1, (3, 4), (1, 0), at=2)], (), CHESS
    )
    assert [(each.place, each.entrant) for each in found] == [(1, 1), (1, 3), (3, 2), (3, 4)]


def test_a_bye_at_two_seats_is_a_win_without_a_table() -> None:
    found = compute_standings(
        (1, 2, 3),
        [table_result(1, (1, 2), (1, 0)), without_table(1, 3, Kind.BYE)],
        (),
        CHESS,
        ("WIN", "WON"),
        explain=True,
    )
    three = next(each for each in found if each.entrant == 3)
    assert (three.score.amount, three.played) == (1, 0)
    assert [value.amount for value in three.ties] == [1, 0]
    assert [term.note for term in three.score.terms] == ["bye"]


def test_a_bye_at_pods_gives_the_entrants_average_in_points_and_shares() -> None:
    """Two tables gave one win: the bye is half a win, and half of the points."""
    results = [
        table_result(1, (1, 2, 3, 4), (10, 6, 5, 3)),
        table_result(2, (1, 2, 3, 4), (4, 10, 5, 3)),
        without_table(3, 1, Kind.BYE),
    ]
    found = by_entrant(compute_standings((1, 2, 3, 4), results, (), CATAN, ("VP", "VPS")))
    assert found[1] == [Fraction(3, 2), 21, (Fraction(10, 24) + Fraction(4, 22)) * Fraction(3, 2)]


def test_a_bye_worth_less_than_a_win_does_not_count_as_a_win() -> None:
    results = [table_result(1, (1, 2), (1, 0)), without_table(2, 1, Kind.BYE), without_table(2, 2, Kind.BYE)]
    assert by_entrant(compute_standings((1, 2), results, (), presets()["bga-6-4-2-0"], ("WIN",))) == {
        1: [12, 2],
        2: [0, 0],
    }


@pytest.mark.parametrize("preset", [CHESS, CATAN])
def test_in_a_round_robin_a_bye_gives_no_points(preset: Preset) -> None:
    """Three entrants meet. Those with two wins and with one have at least half of the possible points."""
    results = [
        table_result(1, (1, 2), (1, 0)),
        without_table(1, 3, Kind.BYE),
        table_result(2, (3, 1), (0, 1)),
        without_table(2, 2, Kind.BYE),
    ]
    results += [table_result(3, (2, 3), (1, 0)), without_table(3, 1, Kind.BYE)]
    found = compute_standings((1, 2, 3), results, (), preset, ("SB", "KS", "WIN", "VP"), predetermined=True)
    assert by_entrant(found) == {1: [2, 1, 1, 2, 2], 2: [1, 0, 0, 1, 1], 3: [0, 0, 0, 0, 0]}


def test_rounds_skipped_after_leaving_count_as_draws_for_earlier_opponents() -> None:
    """C.07 16.3.2: 2 lost to 1 and left; 1 counts two draws of 2."""
    results = [table_result(1, (1, 2), (1, 0)), without_table(2, 2, Kind.SKIPPED), without_table(3, 2, Kind.SKIPPED)]
    assert by_entrant(compute_standings((1, 2), results, (), CHESS, ("BH", "SB")))[1] == [1, 1, 1]
    back = [*results, without_table(4, 1, Kind.BYE), table_result(4, (2, 3), (1, 0), at=2)]
    assert by_entrant(compute_standings((1, 2, 3), back, (), CHESS, ("BH",)))[1] == [2, 1 + 2]


def test_a_table_that_was_ruled_gives_points_but_does_not_count_as_a_won_table() -> None:
    found = by_entrant(
        compute_standings((1, 2), [table_result(1, (1, 2), (1, 0), Kind.RULED)], (), CHESS, ("WIN", "WON", "BH"))
    )
    assert found == {1: [1, 1, 0, 0], 2: [0, 0, 0, 0]}


def test_a_penalty_changes_the_score_but_no_tie_break_of_others() -> None:
    results = [table_result(1, (1, 2), (1, 0))]
    found = compute_standings((1, 2), results, [Penalty(1, Fraction(13, 100), 9)], CHESS, ("BH",), explain=True)
    assert by_entrant(found) == {1: [Fraction(87, 100), 0], 2: [0, 1]}
    assert [(term.amount, term.note) for term in found[0].score.terms] == [(Fraction(-13, 100), "penalty"), (1, "")]


def test_the_terms_of_a_value_name_their_matches() -> None:
    results = [table_result(1, (1, 2), (1, 0)), table_result(1, (3, 4), (0, 0), at=2), table_result(2, (1, 3), (0, 1))]
    found = compute_standings((1, 2, 3, 4), results, (), CHESS, ("SB",), explain=True)
    assert [each.entrant for each in found] == [3, 1, 4, 2]
    terms = found[0].ties[0].terms
    assert [(term.round, term.table, term.about, term.match, term.amount) for term in terms] == [
        (1, 2, 4, "m1-2", Fraction(1, 4)),
        (2, 1, 1, "m2-1", 1),
    ]


def test_a_lot_orders_its_entrants_only_while_they_are_tied() -> None:
    results = [table_result(1, (1, 2, 3, 4), (5, 5, 5, 0))]
    ranked = compute_standings((1, 2, 3, 4), results, (), CATAN, lots=((3, 1, 2),), explain=True)
    assert [(each.place, each.entrant) for each in ranked] == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert [(each.ties[-1].code, each.ties[-1].amount) for each in ranked] == [("LOT", n) for n in (2, 1, 0, 0)]
    assert [(term.amount, term.note) for term in ranked[0].ties[-1].terms] == [(2, "lot")]
    assert [each.place for each in compute_standings((1, 2, 3, 4), results, (), CATAN)] == [1, 1, 1, 4]
    further = [table_result(2, (1, 2, 3, 4), (5, 5, 5, 5))]
    assert [each.place for each in compute_standings((1, 2, 3, 4), further, (), CATAN, lots=((3, 1, 2),))] == [
        1,
        1,
        1,
        1,
    ]
    assert [each.entrant for each in compute_standings((1, 2, 3), results, (), CATAN, lots=((3, 1, 2), (2, 3, 1)))] == [
        2,
        3,
        1,
    ]


def test_only_the_requested_entrants_are_ranked() -> None:
    found = compute_standings((2, 1), [table_result(1, (1, 2, 3, 4), (5, 6, 7, 8))], (), CATAN)
    assert [(each.place, each.entrant) for each in found] == [(1, 2), (2, 1)]
    assert compute_standings((), [], (), CATAN) == ()
    assert by_entrant(compute_standings((1,), [], (), CHESS, tuple(sorted(CODES)))) == {1: [0] * (len(CODES) + 1)}


def test_an_unknown_tie_break_code_is_refused() -> None:
    with pytest.raises(KeyError):
        compute_standings((1,), [], (), CHESS, ("LUCK",))


def test_a_thousand_entrants_are_ranked_within_a_second() -> None:
    """It takes under 0.2 s on an idle machine for two seats and all tie-breaks; a busy one gets a second."""
    random, results = Random(1), list[TableResult]()
    for round in range(1, 10):
        order = random.sample(range(1, 1001), 1000)
        results += [
            duel_result(round, at, *pair, random.choice("1=0"))
            for at, pair in enumerate(zip(order[::2], order[1::2], strict=True), 1)
        ]
    begun = process_time()
    assert len(compute_standings(range(1, 1001), results, (), CHESS, ALL)) == 1000
    assert process_time() - begun < 1


# Properties


@st.composite
def events(draw: st.DrawFn) -> tuple[Preset, list[int], list[TableResult]]:
    preset = presets()[draw(st.sampled_from(sorted(presets())))]
    size = draw(st.sampled_from((2, 3, 4)))
    random = Random(draw(st.integers(0, 10**9)))
    entrants = list(range(1, draw(st.integers(2, 9)) + 1))
    results = []
    for round in range(1, draw(st.integers(1, 4)) + 1):
        order = random.sample(entrants, len(entrants))
        while order:
            at = tuple(order[:size])
            order = order[size:]
            if len(at) == 1:
                results.append(without_table(round, at[0], random.choice((Kind.BYE, Kind.SKIPPED))))
            else:
                points = tuple(random.randint(0, 5) for _ in at)
                kind = random.choice((Kind.PLAYED, Kind.PLAYED, Kind.RULED))
                results.append(table_result(round, at, points, kind, len(order)))
    return preset, entrants, results


@settings(max_examples=40, deadline=None)
@given(events(), st.randoms())
def test_the_order_of_entrants_and_results_does_not_change_standings(
    given_event: tuple[Preset, list[int], list[TableResult]], random: Random
) -> None:
    preset, entrants, results = given_event
    found = compute_standings(entrants, results, (), preset, ALL)
    random.shuffle(entrants)
    random.shuffle(results)
    assert compute_standings(entrants, results, (), preset, ALL) == found


@settings(max_examples=40, deadline=None)
@given(events(), st.booleans())
def test_the_terms_of_each_value_add_up_to_it(
    given_event: tuple[Preset, list[int], list[TableResult]], predetermined: bool
) -> None:
    preset, entrants, results = given_event
    found = compute_standings(entrants, results, (), preset, ALL, explain=True, predetermined=predetermined)
    for each in found:
        for value in (each.score, *each.ties):
            assert sum((term.amount for term in value.terms), Fraction(0)) == value.amount, value.code
    bare = compute_standings(entrants, results, (), preset, ALL, predetermined=predetermined)
    assert by_entrant(bare) == by_entrant(found)
    assert all(value.terms == () for each in bare for value in (each.score, *each.ties))


@settings(max_examples=40, deadline=None)
@given(events())
def test_places_follow_the_values(given_event: tuple[Preset, list[int], list[TableResult]]) -> None:
    preset, entrants, results = given_event
    found = compute_standings(entrants, results, (), preset)
    values = by_entrant(found)
    assert sorted(values) == entrants
    for each in found:
        assert each.place == 1 + sum(values[other] > values[each.entrant] for other in entrants)


@settings(max_examples=40, deadline=None)
@given(events(), st.data())
def test_a_better_place_at_the_last_table_never_worsens_the_standing_if_wins_count(
    given_event: tuple[Preset, list[int], list[TableResult]], data: st.DataObject
) -> None:
    _, entrants, results = given_event
    tables = [result for result in results if result.kind is Kind.PLAYED]
    if not tables:
        return
    before = data.draw(st.sampled_from(tables))
    lucky = data.draw(st.sampled_from(before.entrants))
    points = tuple(9 if entrant == lucky else own for entrant, own in zip(before.entrants, before.points, strict=True))
    after = table_result(before.round, before.entrants, points, at=before.table)
    changed = [after if result == before else result for result in results]
    places = [
        {each.entrant: each.place for each in compute_standings(entrants, found, (), CATAN, ("VP",))}
        for found in (results, changed)
    ]
    assert places[1][lucky] <= places[0][lucky]


# The slow obvious second implementation


def against(result: TableResult, own: int, other: int) -> Fraction:
    mine, theirs = (result.places[result.entrants.index(each)] for each in (own, other))
    return Fraction(1) if mine < theirs else HALF if mine == theirs else Fraction(0)


class Slow:
    """Every value by its definition, computed from scratch for each question; byes and rulings for two seats only."""

    def __init__(self, preset: Preset, entrants: list[int], results: list[TableResult]) -> None:
        self.preset, self.entrants = preset, entrants
        self.results = sorted(results, key=lambda result: result.round)
        self.score, self.adjusted, self.rate = cache(self._score), cache(self._adjust), cache(self._rate)

    def of(self, entrant: int) -> list[TableResult]:
        return [result for result in self.results if entrant in result.entrants]

    def tables(self, entrant: int) -> list[TableResult]:
        return [result for result in self.of(entrant) if len(result.entrants) > 1]

    def points_of(self, result: TableResult, entrant: int) -> Fraction:
        if result.kind is Kind.SKIPPED:
            return self.preset.skip
        if result.kind is Kind.BYE:
            if self.preset.bye is not None:
                return self.preset.bye
            own = [self.points_of(other, entrant) for other in self.tables(entrant)]
            return sum(own, Fraction(0)) / len(own) if own else Fraction(0)
        seat = result.entrants.index(entrant)
        return award_points(self.preset, result.places, result.points)[seat]

    def _score(self, entrant: int) -> Fraction:
        return sum((self.points_of(result, entrant) for result in self.of(entrant)), Fraction(0))

    def absent(self, result: TableResult, entrant: int) -> bool:
        lost = result.kind is Kind.RULED and result.places[result.entrants.index(entrant)] > 1
        return lost or result.kind is Kind.SKIPPED

    def _adjust(self, entrant: int) -> Fraction:
        total = Fraction(0)
        for at, result in enumerate(self.of(entrant)):
            rest = self.of(entrant)[at:]
            gone = result.kind is Kind.SKIPPED and all(self.absent(later, entrant) for later in rest)
            draw = self.preset.draw
            total += draw if gone and draw is not None else self.points_of(result, entrant)
        return total

    def facing(self, entrant: int) -> list[tuple[Fraction, Fraction, bool]]:
        """Returns the score, the result and whether the entrant was absent, for each opponent or dummy."""
        found = []
        for result in self.of(entrant):
            gone = self.absent(result, entrant)
            own = self.score(entrant)
            for other in (each for each in result.entrants if each != entrant):
                score = self.adjusted(other)
                against_other = against(result, entrant, other)
                found.append((min(own, score) if result.kind is Kind.RULED else score, against_other, gone))
            if len(result.entrants) == 1:
                draw = self.preset.draw
                rounds = len({each.round for each in self.results})
                points = self.points_of(result, entrant)
                pays = self.preset.places[-1][0] if self.preset.places else None
                worth = Fraction(0) if points <= 0 else Fraction(1) if pays and points >= pays else HALF
                found.append((own if draw is None else min(own, draw * rounds), worth, gone))
        return found

    def cut(self, entrant: int, low: int, high: int, product: bool) -> Fraction:
        left = self.facing(entrant)

        def worth(each: tuple[Fraction, Fraction, bool]) -> Fraction:
            return each[0] * each[1] if product else each[0]

        for _ in range(low):
            if left:
                least = min(left, key=lambda each: (each[0], each[0] * each[1]))
                gone = [each for each in left if each[2]]
                candidate = min(gone, key=worth) if gone else least
                left.remove(candidate if worth(candidate) >= worth(least) else least)
        for _ in range(high):
            if left:
                left.remove(max(left, key=lambda each: (each[0], each[0] * each[1])))
        return sum((worth(each) for each in left), Fraction(0))

    def value(self, code: str, entrant: int) -> Fraction:
        tables = self.tables(entrant)
        met = [other for result in tables for other in result.entrants if other != entrant]
        places = [result.places[result.entrants.index(entrant)] for result in tables]
        match code:
            case "BH" | "BH-C1" | "BH-C2" | "BH-M1" | "BH-M2" | "SB" | "SB-C1":
                low, high = {"": (0, 0), "C1": (1, 0), "C2": (2, 0), "M1": (1, 1), "M2": (2, 2)}[code[3:]]
                return self.cut(entrant, low, high, code.startswith("SB"))
            case "OPT":
                return sum((self.score(other) for other in met), Fraction(0))
            case "OPA":
                return sum((self.score(other) for other in met), Fraction(0)) / len(met) if met else Fraction(0)
            case "OWR":
                return sum((self.rate(other) for other in met), Fraction(0)) / len(met) if met else Fraction(0)
            case "PLC2" | "PLC3":
                return Fraction(places.count(int(code[3:])))
            case "BPL":
                return Fraction(1, min(places)) if places else Fraction(0)
            case "WON":
                return Fraction(sum(self.has_won(result, entrant) for result in tables if result.kind is Kind.PLAYED))
            case "PS":
                last = max(result.round for result in self.results)
                return sum((self.until(entrant, round) for round in range(1, last + 1)), Fraction(0))
            case "VPD" | "GMD":
                count = self.margin if code == "VPD" else self.games
                return sum((count(result, entrant) for result in tables), Fraction(0))
            case _:
                raise AssertionError(code)

    def until(self, entrant: int, round: int) -> Fraction:
        return sum((self.points_of(each, entrant) for each in self.of(entrant) if each.round <= round), Fraction(0))

    def has_won(self, result: TableResult, entrant: int) -> bool:
        place = result.places[result.entrants.index(entrant)]
        return place == 1 and result.places.count(1) == 1

    def _rate(self, entrant: int) -> Fraction:
        tables = self.tables(entrant)
        return Fraction(sum(self.has_won(result, entrant) for result in tables), len(tables))

    def games(self, result: TableResult, entrant: int) -> Fraction:
        return Fraction(0 if result.places.count(1) > 1 else 1 if self.has_won(result, entrant) else -1)

    def margin(self, result: TableResult, entrant: int) -> Fraction:
        own = result.points[result.entrants.index(entrant)]
        return own - Fraction(sum(result.points) - own, len(result.points) - 1)


DEFINED = (
    "BH",
    "BH-C1",
    "BH-C2",
    "BH-M1",
    "BH-M2",
    "SB",
    "SB-C1",
    "OPT",
    "OPA",
    "OWR",
    "PLC2",
    "PLC3",
    "BPL",
    "WON",
    "PS",
    "VPD",
    "GMD",
)


@settings(max_examples=40, deadline=None)
@given(events())
def test_every_value_agrees_with_a_slow_second_implementation(
    given_event: tuple[Preset, list[int], list[TableResult]],
) -> None:
    preset, entrants, results = given_event
    slow = Slow(preset, entrants, results)
    for each in compute_standings(entrants, results, (), preset, DEFINED):
        assert each.score.amount == slow.score(each.entrant)
        for value in each.ties:
            assert value.amount == slow.value(value.code, each.entrant), value.code
