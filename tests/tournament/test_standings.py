"""Standings: published tables of real events, what an unplayed round does, and a second implementation that is slow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.counting.scoring import Preset, awarded, presets
from domain.tournament.counting.sittings import Kind, Penalty, Sitting, Standing
from domain.tournament.counting.standings import standings
from domain.tournament.counting.tiebreak import CODES
from tests.support.tournament.published import cross, duel, event, games, pods, table

CHESS = presets()["match-points"]
CATAN = presets()["catan-championship-2024"]
HALF = Fraction(1, 2)
ALL = tuple(sorted(CODES))


def by_entrant(found: Sequence[Standing]) -> dict[int, list[Fraction]]:
    return {each.entrant: [each.score.amount, *(value.amount for value in each.ties)] for each in found}


# Real events


def test_uzchess_cup_2025() -> None:
    published = event("uzchess_2025")
    expected = table(published["table"])
    found = standings(range(1, 11), games(published["games"]), (), CHESS, ("DE", "SB", "WON", "KS"), predetermined=True)
    assert by_entrant(found) == expected
    assert [each.entrant for each in found] == list(expected)
    assert [each.place for each in found] == list(range(1, 11))


def test_a_round_robin_of_a_club() -> None:
    published = event("bevensen")
    found = standings(range(1, 9), cross(published["cross"]), (), CHESS, ("SB",), predetermined=True)
    assert by_entrant(found) == table(published["table"])
    assert [each.place for each in found] == list(range(1, 9))


def test_a_league_of_catan_at_tables_of_three_and_four() -> None:
    published = event("catan_league")
    found = standings(range(1, 14), pods(published["tables"]), (), CATAN, ("WON", "VP", "PLC2"))
    assert len(pods(published["tables"])) == 85
    for each in found:
        played, mean, wins, seconds = table(published["table"])[each.entrant]
        won, points, second = (value.amount for value in each.ties)
        assert each.played == played
        assert (each.score.amount, won, second) == (wins, wins, seconds)
        assert round(points / played, 2) == mean


# Unplayed rounds, rulings, penalties, lots


def sit(
    round: int, entrants: tuple[int, ...], points: tuple[int, ...], kind: Kind = Kind.PLAYED, at: int = 1
) -> Sitting:
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return Sitting(round, at, entrants, points, places, kind, f"m{round}-{at}")


def alone(round: int, entrant: int, kind: Kind) -> Sitting:
    return Sitting(round, 0, (entrant,), kind=kind)


def test_who_is_equal_in_all_shares_the_better_place() -> None:
    found = standings((1, 2, 3, 4), [sit(1, (1, 2), (1, 0)), sit(1, (3, 4), (1, 0), at=2)], (), CHESS)
    assert [(each.place, each.entrant) for each in found] == [(1, 1), (1, 3), (3, 2), (3, 4)]


def test_a_bye_is_a_win_at_two_and_no_table() -> None:
    found = standings(
        (1, 2, 3), [sit(1, (1, 2), (1, 0)), alone(1, 3, Kind.BYE)], (), CHESS, ("WIN", "WON"), explain=True
    )
    three = next(each for each in found if each.entrant == 3)
    assert (three.score.amount, three.played) == (1, 0)
    assert [value.amount for value in three.ties] == [1, 0]
    assert [term.note for term in three.score.terms] == ["bye"]


def test_a_bye_at_pods_gives_the_own_average_in_points_and_shares_too() -> None:
    """Two tables gave a win and none: the bye is half a win, and half of the points."""
    sittings = [sit(1, (1, 2, 3, 4), (10, 6, 5, 3)), sit(2, (1, 2, 3, 4), (4, 10, 5, 3)), alone(3, 1, Kind.BYE)]
    found = by_entrant(standings((1, 2, 3, 4), sittings, (), CATAN, ("VP", "VPS")))
    assert found[1] == [Fraction(3, 2), 21, (Fraction(10, 24) + Fraction(4, 22)) * Fraction(3, 2)]


def test_a_bye_worth_less_than_a_win_is_none() -> None:
    sittings = [sit(1, (1, 2), (1, 0)), alone(2, 1, Kind.BYE), alone(2, 2, Kind.BYE)]
    assert by_entrant(standings((1, 2), sittings, (), presets()["bga-6-4-2-0"], ("WIN",))) == {1: [12, 2], 2: [0, 0]}


@pytest.mark.parametrize("preset", [CHESS, CATAN])
def test_who_rests_in_a_round_robin_gets_nothing_for_it(preset: Preset) -> None:
    """Three meet; who won both games and who won one have half of what they could have had, the third has not."""
    sittings = [sit(1, (1, 2), (1, 0)), alone(1, 3, Kind.BYE), sit(2, (3, 1), (0, 1)), alone(2, 2, Kind.BYE)]
    sittings += [sit(3, (2, 3), (1, 0)), alone(3, 1, Kind.BYE)]
    found = standings((1, 2, 3), sittings, (), preset, ("SB", "KS", "WIN", "VP"), predetermined=True)
    assert by_entrant(found) == {1: [2, 1, 1, 2, 2], 2: [1, 0, 0, 1, 1], 3: [0, 0, 0, 0, 0]}


def test_who_left_after_a_round_has_drawn_the_others_for_the_opponent() -> None:
    """C.07 16.3.2: 2 lost to 1 and left; 1 counts two draws of 2."""
    sittings = [sit(1, (1, 2), (1, 0)), alone(2, 2, Kind.SKIPPED), alone(3, 2, Kind.SKIPPED)]
    assert by_entrant(standings((1, 2), sittings, (), CHESS, ("BH", "SB")))[1] == [1, 1, 1]
    back = [*sittings, alone(4, 1, Kind.BYE), sit(4, (2, 3), (1, 0), at=2)]
    assert by_entrant(standings((1, 2, 3), back, (), CHESS, ("BH",)))[1] == [2, 1 + 2]


def test_a_ruled_table_gives_its_points_but_nobody_has_won_it() -> None:
    found = by_entrant(standings((1, 2), [sit(1, (1, 2), (1, 0), Kind.RULED)], (), CHESS, ("WIN", "WON", "BH")))
    assert found == {1: [1, 1, 0, 0], 2: [0, 0, 0, 0]}


def test_a_penalty_changes_the_score_and_no_tie_break_of_others() -> None:
    sittings = [sit(1, (1, 2), (1, 0))]
    found = standings((1, 2), sittings, [Penalty(1, Fraction(13, 100), 9)], CHESS, ("BH",), explain=True)
    assert by_entrant(found) == {1: [Fraction(87, 100), 0], 2: [0, 1]}
    assert [(term.amount, term.note) for term in found[0].score.terms] == [(Fraction(-13, 100), "penalty"), (1, "")]


def test_terms_lead_to_the_matches() -> None:
    sittings = [sit(1, (1, 2), (1, 0)), sit(1, (3, 4), (0, 0), at=2), sit(2, (1, 3), (0, 1))]
    found = standings((1, 2, 3, 4), sittings, (), CHESS, ("SB",), explain=True)
    assert [each.entrant for each in found] == [3, 1, 4, 2]
    terms = found[0].ties[0].terms
    assert [(term.round, term.table, term.about, term.match, term.amount) for term in terms] == [
        (1, 2, 4, "m1-2", Fraction(1, 4)),
        (2, 1, 1, "m2-1", 1),
    ]


def test_a_lot_tells_apart_whom_it_holds_as_long_as_they_are_equal() -> None:
    sittings = [sit(1, (1, 2, 3, 4), (5, 5, 5, 0))]
    told = standings((1, 2, 3, 4), sittings, (), CATAN, lots=((3, 1, 2),), explain=True)
    assert [(each.place, each.entrant) for each in told] == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert [(each.ties[-1].code, each.ties[-1].amount) for each in told] == [("LOT", n) for n in (2, 1, 0, 0)]
    assert [(term.amount, term.note) for term in told[0].ties[-1].terms] == [(2, "lot")]
    assert [each.place for each in standings((1, 2, 3, 4), sittings, (), CATAN)] == [1, 1, 1, 4]
    further = [sit(2, (1, 2, 3, 4), (5, 5, 5, 5))]
    assert [each.place for each in standings((1, 2, 3, 4), further, (), CATAN, lots=((3, 1, 2),))] == [1, 1, 1, 1]
    assert [each.entrant for each in standings((1, 2, 3), sittings, (), CATAN, lots=((3, 1, 2), (2, 3, 1)))] == [
        2,
        3,
        1,
    ]


def test_only_the_entrants_asked_for_are_placed() -> None:
    found = standings((2, 1), [sit(1, (1, 2, 3, 4), (5, 6, 7, 8))], (), CATAN)
    assert [(each.place, each.entrant) for each in found] == [(1, 2), (2, 1)]
    assert standings((), [], (), CATAN) == ()
    assert by_entrant(standings((1,), [], (), CHESS, tuple(sorted(CODES)))) == {1: [0] * (len(CODES) + 1)}


def test_a_code_that_is_no_tie_break_is_refused() -> None:
    with pytest.raises(KeyError):
        standings((1,), [], (), CHESS, ("LUCK",))


def test_a_thousand_entrants_take_no_time() -> None:
    """Under 0.2 s on a quiet machine for two seats and all tie-breaks; a busy one gets a second."""
    random, sittings = Random(1), list[Sitting]()
    for round in range(1, 10):
        order = random.sample(range(1, 1001), 1000)
        sittings += [
            duel(round, at, *pair, random.choice("1=0"))
            for at, pair in enumerate(zip(order[::2], order[1::2], strict=True), 1)
        ]
    begun = process_time()
    assert len(standings(range(1, 1001), sittings, (), CHESS, ALL)) == 1000
    assert process_time() - begun < 1


# Properties


@st.composite
def events(draw: st.DrawFn) -> tuple[Preset, list[int], list[Sitting]]:
    preset = presets()[draw(st.sampled_from(sorted(presets())))]
    size = draw(st.sampled_from((2, 3, 4)))
    random = Random(draw(st.integers(0, 10**9)))
    entrants = list(range(1, draw(st.integers(2, 9)) + 1))
    sittings = []
    for round in range(1, draw(st.integers(1, 4)) + 1):
        order = random.sample(entrants, len(entrants))
        while order:
            at = tuple(order[:size])
            order = order[size:]
            if len(at) == 1:
                sittings.append(alone(round, at[0], random.choice((Kind.BYE, Kind.SKIPPED))))
            else:
                points = tuple(random.randint(0, 5) for _ in at)
                kind = random.choice((Kind.PLAYED, Kind.PLAYED, Kind.RULED))
                sittings.append(sit(round, at, points, kind, len(order)))
    return preset, entrants, sittings


@settings(max_examples=40, deadline=None)
@given(events(), st.randoms())
def test_the_order_of_entrants_and_sittings_changes_nothing(
    given_event: tuple[Preset, list[int], list[Sitting]], random: Random
) -> None:
    preset, entrants, sittings = given_event
    found = standings(entrants, sittings, (), preset, ALL)
    random.shuffle(entrants)
    random.shuffle(sittings)
    assert standings(entrants, sittings, (), preset, ALL) == found


@settings(max_examples=40, deadline=None)
@given(events(), st.booleans())
def test_terms_add_up_to_their_value(given_event: tuple[Preset, list[int], list[Sitting]], predetermined: bool) -> None:
    preset, entrants, sittings = given_event
    found = standings(entrants, sittings, (), preset, ALL, explain=True, predetermined=predetermined)
    for each in found:
        for value in (each.score, *each.ties):
            assert sum((term.amount for term in value.terms), Fraction(0)) == value.amount, value.code
    bare = standings(entrants, sittings, (), preset, ALL, predetermined=predetermined)
    assert by_entrant(bare) == by_entrant(found)
    assert all(value.terms == () for each in bare for value in (each.score, *each.ties))


@settings(max_examples=40, deadline=None)
@given(events())
def test_places_follow_the_values(given_event: tuple[Preset, list[int], list[Sitting]]) -> None:
    preset, entrants, sittings = given_event
    found = standings(entrants, sittings, (), preset)
    values = by_entrant(found)
    assert sorted(values) == entrants
    for each in found:
        assert each.place == 1 + sum(values[other] > values[each.entrant] for other in entrants)


@settings(max_examples=40, deadline=None)
@given(events(), st.data())
def test_a_better_place_at_the_last_table_is_never_worse_where_wins_count(
    given_event: tuple[Preset, list[int], list[Sitting]], data: st.DataObject
) -> None:
    _, entrants, sittings = given_event
    tables = [sitting for sitting in sittings if sitting.kind is Kind.PLAYED]
    if not tables:
        return
    before = data.draw(st.sampled_from(tables))
    lucky = data.draw(st.sampled_from(before.entrants))
    points = tuple(9 if entrant == lucky else own for entrant, own in zip(before.entrants, before.points, strict=True))
    after = sit(before.round, before.entrants, points, at=before.table)
    changed = [after if sitting == before else sitting for sitting in sittings]
    places = [
        {each.entrant: each.place for each in standings(entrants, found, (), CATAN, ("VP",))}
        for found in (sittings, changed)
    ]
    assert places[1][lucky] <= places[0][lucky]


# The slow obvious second implementation


def against(sitting: Sitting, own: int, other: int) -> Fraction:
    mine, theirs = (sitting.places[sitting.entrants.index(each)] for each in (own, other))
    return Fraction(1) if mine < theirs else HALF if mine == theirs else Fraction(0)


class Slow:
    """Everything by its definition, from scratch for each question; byes and rulings for two seats only."""

    def __init__(self, preset: Preset, entrants: list[int], sittings: list[Sitting]) -> None:
        self.preset, self.entrants = preset, entrants
        self.sittings = sorted(sittings, key=lambda sitting: sitting.round)
        self.score, self.adjusted, self.rate = cache(self._score), cache(self._adjusted), cache(self._rate)

    def of(self, entrant: int) -> list[Sitting]:
        return [sitting for sitting in self.sittings if entrant in sitting.entrants]

    def tables(self, entrant: int) -> list[Sitting]:
        return [sitting for sitting in self.of(entrant) if len(sitting.entrants) > 1]

    def given(self, sitting: Sitting, entrant: int) -> Fraction:
        if sitting.kind is Kind.SKIPPED:
            return self.preset.skip
        if sitting.kind is Kind.BYE:
            if self.preset.bye is not None:
                return self.preset.bye
            own = [self.given(other, entrant) for other in self.tables(entrant)]
            return sum(own, Fraction(0)) / len(own) if own else Fraction(0)
        seat = sitting.entrants.index(entrant)
        return awarded(self.preset, sitting.places, sitting.points)[seat]

    def _score(self, entrant: int) -> Fraction:
        return sum((self.given(sitting, entrant) for sitting in self.of(entrant)), Fraction(0))

    def absent(self, sitting: Sitting, entrant: int) -> bool:
        lost = sitting.kind is Kind.RULED and sitting.places[sitting.entrants.index(entrant)] > 1
        return lost or sitting.kind is Kind.SKIPPED

    def _adjusted(self, entrant: int) -> Fraction:
        total = Fraction(0)
        for at, sitting in enumerate(self.of(entrant)):
            rest = self.of(entrant)[at:]
            gone = sitting.kind is Kind.SKIPPED and all(self.absent(later, entrant) for later in rest)
            draw = self.preset.draw
            total += draw if gone and draw is not None else self.given(sitting, entrant)
        return total

    def facing(self, entrant: int) -> list[tuple[Fraction, Fraction, bool]]:
        """The score, the result and whether the entrant was absent, for each opponent or dummy."""
        found = []
        for sitting in self.of(entrant):
            gone = self.absent(sitting, entrant)
            own = self.score(entrant)
            for other in (each for each in sitting.entrants if each != entrant):
                score = self.adjusted(other)
                result = against(sitting, entrant, other)
                found.append((min(own, score) if sitting.kind is Kind.RULED else score, result, gone))
            if len(sitting.entrants) == 1:
                draw = self.preset.draw
                rounds = len({each.round for each in self.sittings})
                points = self.given(sitting, entrant)
                pays = self.preset.places[-1][0] if self.preset.places else None
                result = Fraction(0) if points <= 0 else Fraction(1) if pays and points >= pays else HALF
                found.append((own if draw is None else min(own, draw * rounds), result, gone))
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
        met = [other for sitting in tables for other in sitting.entrants if other != entrant]
        places = [sitting.places[sitting.entrants.index(entrant)] for sitting in tables]
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
                return Fraction(sum(self.won(sitting, entrant) for sitting in tables if sitting.kind is Kind.PLAYED))
            case "PS":
                last = max(sitting.round for sitting in self.sittings)
                return sum((self.until(entrant, round) for round in range(1, last + 1)), Fraction(0))
            case "VPD" | "GMD":
                count = self.margin if code == "VPD" else self.games
                return sum((count(sitting, entrant) for sitting in tables), Fraction(0))
            case _:
                raise AssertionError(code)

    def until(self, entrant: int, round: int) -> Fraction:
        return sum((self.given(each, entrant) for each in self.of(entrant) if each.round <= round), Fraction(0))

    def won(self, sitting: Sitting, entrant: int) -> bool:
        place = sitting.places[sitting.entrants.index(entrant)]
        return place == 1 and sitting.places.count(1) == 1

    def _rate(self, entrant: int) -> Fraction:
        tables = self.tables(entrant)
        return Fraction(sum(self.won(sitting, entrant) for sitting in tables), len(tables))

    def games(self, sitting: Sitting, entrant: int) -> Fraction:
        return Fraction(0 if sitting.places.count(1) > 1 else 1 if self.won(sitting, entrant) else -1)

    def margin(self, sitting: Sitting, entrant: int) -> Fraction:
        own = sitting.points[sitting.entrants.index(entrant)]
        return own - Fraction(sum(sitting.points) - own, len(sitting.points) - 1)


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
def test_every_value_is_what_its_definition_says(given_event: tuple[Preset, list[int], list[Sitting]]) -> None:
    preset, entrants, sittings = given_event
    slow = Slow(preset, entrants, sittings)
    for each in standings(entrants, sittings, (), preset, DEFINED):
        assert each.score.amount == slow.score(each.entrant)
        for value in each.ties:
            assert value.amount == slow.value(value.code, each.entrant), value.code
