"""Lots: chance separates tied entrants if a place matters, and the lot is recorded, explained and drawn again."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.events import Cause
from chronik.domain.log.verdict import Status
from chronik.domain.tournament.counting.scoring import presets
from chronik.domain.tournament.proof.bundle import BundledEntry, Line
from chronik.domain.tournament.record import seeds
from chronik.domain.tournament.record.commands import Register, ReportResult, RuleTable
from chronik.domain.tournament.record.events import LotDrawn, Purpose, RoundPaired
from chronik.domain.tournament.record.plan import Method, Plan, Stage
from chronik.domain.tournament.rules import planning
from chronik.domain.tournament.rules.tally import final_table, stage_standings
from tests.support.cases import for_each
from tests.support.tournament.local_tournament import SECRET, LocalTournament, encode_bundle, plan
from tests.tournament.test_bundle import change_event, drop_event, find_entry, verify_lines

GROUP_OF_THREE = (Stage(Method.ROUND_ROBIN, 2), Stage(Method.ELIMINATION, 2, cut=2))
SECRETS = [seeds.Secret(sha256(b"%d" % number).digest(), SECRET.tables) for number in range(24)]


class LotTournament(LocalTournament):
    """A tournament of guests that is played elsewhere."""

    def __init__(self, planned: Plan, count: int, secret: seeds.Secret = SECRET) -> None:
        super().__init__(replace(planned, elsewhere=True), secret=secret)
        for number in range(count):
            self.do(Register(player=f"{number + 1:032x}", guest=True))

    def round(self, places: Callable[[tuple[int, ...]], tuple[int, ...]]) -> RoundPaired:
        """Plays a round with places from a function; every seat gets five points."""
        number = self.start()
        for table in self.tournament.rounds[-1].tables:
            points = (5,) * len(table.entrants)
            self.do(ReportResult(number, table.number, points, places(table.entrants)))
        return next(one.e for one in reversed(self.log) if isinstance(one.e, RoundPaired))

    @property
    def lots(self) -> tuple[LotDrawn, ...]:
        return self.tournament.lots


def rank_in_ring(seated: tuple[int, ...]) -> tuple[int, ...]:
    """Returns places in which 1 beats 2, 2 beats 3 and 3 beats 1."""
    return (1, 2) if seated in ((1, 2), (2, 3), (3, 1)) else (2, 1)


def rank_all_equal(seated: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * len(seated)


def play_ring(secret: seeds.Secret = SECRET) -> LotTournament:
    """Returns three entrants who have beaten each other in a ring, of whom two advance."""
    cup = LotTournament(plan(*GROUP_OF_THREE), 3, secret)
    for _ in range(3):
        cup.round(rank_in_ring)
    return cup


def test_a_lot_orders_ties_at_a_cut_and_is_recorded_with_a_reason() -> None:
    cup = play_ring()
    assert {line.place for line in stage_standings(cup.tournament, 0)} == {1}
    paired = cup.round(rank_in_ring)
    (lot,) = cup.lots
    (order,) = lot.orders
    assert (lot.purpose, lot.stage, lot.group, sorted(order)) == (Purpose.CUT, 0, 0, [1, 2, 3])
    lines = stage_standings(cup.tournament, 0, explain=True)
    assert [(line.place, line.entrant) for line in lines] == list(enumerate(order, 1))
    assert {line.ties[-1].code for line in lines} == {"LOT"}
    assert [term.note for term in lines[0].ties[-1].terms] == ["lot"]
    assert cup.tournament.stages[1] == (order[:2],)
    assert [(one.code, one.entrants) for one in paired.reasons if one.code == "lot"] == [("lot", order)]


def test_the_order_of_registration_decides_nothing_at_a_cut() -> None:
    """Each of three entrants is out in some of the lots, and first in others."""
    orders = set[tuple[int, ...]]()
    for secret in SECRETS:
        cup = play_ring(secret)
        cup.round(rank_in_ring)
        orders.add(cup.lots[0].orders[0])
    assert {order[0] for order in orders} == {order[-1] for order in orders} == {1, 2, 3}


@pytest.mark.parametrize("table", [2, 4])
def test_a_lot_decides_the_bye_among_tied_entrants(table: int) -> None:
    """In a Swiss and in pods, the last entrant to register does not simply get the bye."""
    out = set[int]()
    for secret in SECRETS:
        cup = LotTournament(plan(Stage(Method.SWISS, table, rounds=1)), 3 if table == 2 else 5, secret)
        paired = cup.round(rank_all_equal)
        (lot,) = cup.lots
        assert (lot.purpose, lot.round, lot.attempt) == (Purpose.PAIRING, 1, 0)
        assert ("lot", lot.orders[0]) in [(one.code, one.entrants) for one in paired.reasons]
        assert paired.byes == lot.orders[0][len(lot.orders[0]) - len(paired.byes) :]
        out.update(paired.byes)
    assert len(out) > 2


def test_pairing_again_draws_another_lot() -> None:
    cup = LotTournament(plan(), 6)
    cup.pair()
    cup.pair(again=True)
    first, second = cup.lots
    assert (first.attempt, second.attempt) == (0, 1)
    assert first.orders != second.orders
    assert cup.tournament.rounds[0].reasons[0].entrants == second.orders[0]


@for_each("preset", presets())
def test_in_every_preset_a_lot_breaks_the_last_tie_for_a_place_that_matters(preset: str) -> None:
    stages = (Stage(Method.SWISS, 2, rounds=1), Stage(Method.ELIMINATION, 2, cut=2))
    cup = LotTournament(plan(*stages, scoring=preset), 4)
    cup.round(rank_all_equal)
    assert {line.place for line in stage_standings(cup.tournament, 0)} == {1}
    cup.round(rank_all_equal)
    assert [line.place for line in stage_standings(cup.tournament, 0)] == [1, 2, 3, 4]


def test_tied_entrants_share_a_place_that_does_not_matter() -> None:
    """Places below the cut, before the end, or below the prizes do not matter."""
    cup = LotTournament(plan(Stage(Method.SWISS, 2, rounds=1), Stage(Method.ELIMINATION, 2, cut=2)), 6)
    cup.round(lambda _: (1, 2))
    cup.round(lambda _: (1, 2))
    places = [line.place for line in stage_standings(cup.tournament, 0)]
    assert places == [1, 2, 3, 4, 4, 4]
    cup.finish()
    assert [line.place for line in final_table(cup.tournament)] == [1, 2, 3, 4, 4, 4]


@pytest.mark.parametrize(("prizes", "places"), [(0, [1, 1, 1, 1]), (1, [1, 2, 3, 4]), (3, [1, 2, 3, 4])])
def test_a_lot_decides_prizes_among_tied_entrants_at_the_end(prizes: int, places: list[int]) -> None:
    cup = LotTournament(plan(Stage(Method.SWISS, 2, rounds=1), prizes=prizes), 4)
    cup.round(rank_all_equal)
    assert [line.place for line in final_table(cup.tournament)] == [1] * 4
    cup.finish()
    assert [line.place for line in final_table(cup.tournament)] == places
    assert [lot.purpose for lot in cup.lots[1:]] == [Purpose.PRIZE] * (prizes > 0)


def test_a_lot_counts_only_while_the_entrants_are_tied() -> None:
    cup = play_ring()
    cup.round(rank_in_ring)
    (order,) = cup.lots[0].orders
    (table,) = cup.tournament.rounds[0].tables
    assert table.result is not None
    cup.do(RuleTable(1, 1, (5, 5), table.result.places[::-1], Cause.ERROR))
    loser = table.entrants[table.result.places.index(2)]
    lines = stage_standings(cup.tournament, 0)
    assert (lines[0].entrant, [line.place for line in lines]) == (loser, [1, 2, 3])
    assert not any(line.ties[-1].amount for line in lines)
    cup.do(RuleTable(1, 1, (5, 5), table.result.places, Cause.ERROR))
    assert tuple(line.entrant for line in stage_standings(cup.tournament, 0)) == order


def test_a_lot_decides_which_equally_placed_entrants_of_different_groups_advance() -> None:
    """Four groups were planned and three could be filled: one of the three entrants in second place advances."""
    stages = (Stage(Method.ROUND_ROBIN, 2, groups=4), Stage(Method.ELIMINATION, 2, cut=4))
    chosen = set[int]()
    for secret in SECRETS:
        cup = LotTournament(plan(*stages), 6, secret)
        cup.round(lambda seated: (1, 2) if seated[0] < seated[1] else (2, 1))
        assert len(cup.tournament.stages[0]) == 3
        cup.round(lambda _: (1, 2))
        (lot,) = cup.lots
        assert lot.purpose is Purpose.GROUPS
        assert cup.tournament.stages[1][0][3] == lot.orders[0][0]
        chosen.add(next(at for at, one in enumerate(cup.tournament.stages[0]) if lot.orders[0][0] in one))
    assert chosen == {0, 1, 2}


def test_an_unplayed_stage_does_not_change_the_places() -> None:
    cup = LotTournament(plan(Stage(Method.SWISS, 2, rounds=1), Stage(Method.SWISS, 2, rounds=1, cut=4)), 4)
    cup.round(lambda seated: (1, 2) if seated[0] < seated[1] else (2, 1))
    before = [(line.place, line.entrant) for line in final_table(cup.tournament)]
    cup.pair()
    after = [line.entrant for line in final_table(cup.tournament)]
    assert {place for place, _ in before} == {1, 3}
    assert set(after[:2]) == {entrant for place, entrant in before if place == 1}


def test_a_plan_that_names_the_lot_as_a_tie_break_is_refused() -> None:
    with pytest.raises(Rejected) as refusal:
        planning.check_plan(plan(tie_breaks=("BH", "LOT")), (2, 3, 4))
    assert refusal.value.code == "bad-plan"


@pytest.fixture
def lines() -> list[Line]:
    cup = play_ring()
    cup.round(rank_in_ring)
    return list(cup.finish().lines())


def test_before_the_secret_is_published_a_lot_is_drawn_again_from_its_entry() -> None:
    cup = play_ring()
    cup.round(rank_in_ring)
    lines = list(cup.lines())
    assert verify_lines(encode_bundle(lines)).ok
    change_order(lines)
    assert "(lot-drawn) does not follow from the command of entry" in verify_lines(encode_bundle(lines)).sentence


def test_verify_draws_every_lot_again(lines: list[Line]) -> None:
    found = verify_lines(encode_bundle(lines))
    assert found.ok, found
    assert any("a lot put entrants" in note for note in found.notes)


def change_order(lines: list[Line]) -> None:
    line = lines[find_entry(lines, LotDrawn)]
    assert isinstance(line, BundledEntry)
    assert isinstance(line.entry.e, LotDrawn)
    change_event(lines, LotDrawn, orders=(line.entry.e.orders[0][::-1],))


def change_seed(lines: list[Line]) -> None:
    """Replaces a lot by the one that another seed would have drawn."""
    order = seeds.lot_stream(bytes(32), "cut/0/0").shuffle((1, 2, 3))
    change_event(lines, LotDrawn, seed=bytes(32).hex(), orders=(order,))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (change_order, "(lot-drawn) does not follow from the command of entry 18"),
        (change_seed, "has a seed that does not follow from the published secret"),
        (lambda lines: drop_event(lines, LotDrawn), "refuse the command of entry 18 (start-round): no-such-round"),
        (lambda lines: change_event(lines, LotDrawn, orders=((1, 2),)), "(lot-drawn) does not follow from the command"),
        (
            lambda lines: change_event(lines, LotDrawn, purpose=Purpose.PRIZE),
            "(lot-drawn) does not follow from the command",
        ),
        (lambda lines: change_event(lines, LotDrawn, group=1), "(lot-drawn) does not follow from the command"),
    ],
)
def test_a_manipulated_lot_is_detected(lines: list[Line], change: Callable[[list[Line]], None], expected: str) -> None:
    change(lines)
    found = verify_lines(encode_bundle(lines))
    assert found.status is Status.ALTERED, found
    assert expected in found.sentence
