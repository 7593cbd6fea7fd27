"""Lots: where a place matters equals are told apart by chance, which is recorded, told and drawn again."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from msgspec.structs import replace

from domain.engine.game import Rejected
from domain.engine.match.events import Cause
from domain.engine.proof.verification import Status
from domain.tournament.counting.scoring import presets
from domain.tournament.proof.bundle import BundledEntry, Line
from domain.tournament.record import seeds
from domain.tournament.record.commands import Register, ReportResult, RuleTable
from domain.tournament.record.events import LotDrawn, Purpose, RoundPaired
from domain.tournament.record.plan import Method, Plan, Stage
from domain.tournament.rules import planning
from domain.tournament.rules.tally import final_table, stage_standings
from tests.support.tournament.held import SECRET, Held, bound, plan
from tests.tournament.test_bundle import change_event, checked, entry_at, take_event

GROUP_OF_THREE = (Stage(Method.ROUND_ROBIN, 2), Stage(Method.ELIMINATION, 2, cut=2))
SECRETS = [seeds.Secret(sha256(b"%d" % number).digest(), SECRET.tables) for number in range(24)]


class Drawn(Held):
    """A tournament of guests that is played elsewhere."""

    def __init__(self, planned: Plan, count: int, secret: seeds.Secret = SECRET) -> None:
        super().__init__(replace(planned, elsewhere=True), secret=secret)
        for number in range(count):
            self.do(Register(player=f"{number + 1:032x}", guest=True))

    def round(self, places: Callable[[tuple[int, ...]], tuple[int, ...]]) -> RoundPaired:
        """A round in which every table ends as the function says, and everybody has five points."""
        number = self.start()
        for table in self.tournament.rounds[-1].tables:
            points = (5,) * len(table.entrants)
            self.do(ReportResult(number, table.number, points, places(table.entrants)))
        return next(one.e for one in reversed(self.log) if isinstance(one.e, RoundPaired))

    @property
    def lots(self) -> tuple[LotDrawn, ...]:
        return self.tournament.lots


def ring(seated: tuple[int, ...]) -> tuple[int, ...]:
    """1 beats 2, 2 beats 3, 3 beats 1."""
    return (1, 2) if seated in ((1, 2), (2, 3), (3, 1)) else (2, 1)


def shared(seated: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * len(seated)


def in_a_ring(secret: seeds.Secret = SECRET) -> Drawn:
    """Three who have beaten each other in a ring, of whom two go on."""
    held = Drawn(plan(*GROUP_OF_THREE), 3, secret)
    for _ in range(3):
        held.round(ring)
    return held


def test_equals_at_a_cut_are_told_apart_by_a_lot_that_is_recorded_and_told() -> None:
    held = in_a_ring()
    assert {line.place for line in stage_standings(held.tournament, 0)} == {1}
    paired = held.round(ring)
    (lot,) = held.lots
    (order,) = lot.orders
    assert (lot.purpose, lot.stage, lot.group, sorted(order)) == (Purpose.CUT, 0, 0, [1, 2, 3])
    lines = stage_standings(held.tournament, 0, explain=True)
    assert [(line.place, line.entrant) for line in lines] == list(enumerate(order, 1))
    assert {line.ties[-1].code for line in lines} == {"LOT"}
    assert [term.note for term in lines[0].ties[-1].terms] == ["lot"]
    assert held.tournament.stages[1] == (order[:2],)
    assert [(one.code, one.entrants) for one in paired.reasons if one.code == "lot"] == [("lot", order)]


def test_the_order_of_registration_decides_nothing_at_a_cut() -> None:
    """Whoever registered first, second or third: each of them is out in some of the lots, and first in others."""
    orders = set[tuple[int, ...]]()
    for secret in SECRETS:
        held = in_a_ring(secret)
        held.round(ring)
        orders.add(held.lots[0].orders[0])
    assert {order[0] for order in orders} == {order[-1] for order in orders} == {1, 2, 3}


@pytest.mark.parametrize("table", [2, 4])
def test_who_sits_out_among_equals_is_drawn(table: int) -> None:
    """In a Swiss and in pods: nobody has a bye for having registered last."""
    out = set[int]()
    for secret in SECRETS:
        held = Drawn(plan(Stage(Method.SWISS, table, rounds=1)), 3 if table == 2 else 5, secret)
        paired = held.round(shared)
        (lot,) = held.lots
        assert (lot.purpose, lot.round, lot.attempt) == (Purpose.PAIRING, 1, 0)
        assert ("lot", lot.orders[0]) in [(one.code, one.entrants) for one in paired.reasons]
        assert paired.byes == lot.orders[0][len(lot.orders[0]) - len(paired.byes) :]
        out.update(paired.byes)
    assert len(out) > 2


def test_a_pairing_that_is_made_again_has_a_lot_of_its_own() -> None:
    held = Drawn(plan(), 6)
    held.pair()
    held.pair(again=True)
    first, second = held.lots
    assert (first.attempt, second.attempt) == (0, 1)
    assert first.orders != second.orders
    assert held.tournament.rounds[0].reasons[0].entrants == second.orders[0]


@pytest.mark.parametrize("preset", presets())
def test_every_preset_ends_in_a_lot_where_a_place_matters(preset: str) -> None:
    stages = (Stage(Method.SWISS, 2, rounds=1), Stage(Method.ELIMINATION, 2, cut=2))
    held = Drawn(plan(*stages, scoring=preset), 4)
    held.round(shared)
    assert {line.place for line in stage_standings(held.tournament, 0)} == {1}
    held.round(shared)
    assert [line.place for line in stage_standings(held.tournament, 0)] == [1, 2, 3, 4]


def test_equals_share_their_place_where_none_matters() -> None:
    """Below the cut, before the end, and below the prizes."""
    held = Drawn(plan(Stage(Method.SWISS, 2, rounds=1), Stage(Method.ELIMINATION, 2, cut=2)), 6)
    held.round(lambda _: (1, 2))
    held.round(lambda _: (1, 2))
    places = [line.place for line in stage_standings(held.tournament, 0)]
    assert places == [1, 2, 3, 4, 4, 4]
    held.finish()
    assert [line.place for line in final_table(held.tournament)] == [1, 2, 3, 4, 4, 4]


@pytest.mark.parametrize(("prizes", "places"), [(0, [1, 1, 1, 1]), (1, [1, 2, 3, 4]), (3, [1, 2, 3, 4])])
def test_a_prize_among_equals_is_drawn_at_the_end(prizes: int, places: list[int]) -> None:
    held = Drawn(plan(Stage(Method.SWISS, 2, rounds=1), prizes=prizes), 4)
    held.round(shared)
    assert [line.place for line in final_table(held.tournament)] == [1] * 4
    held.finish()
    assert [line.place for line in final_table(held.tournament)] == places
    assert [lot.purpose for lot in held.lots[1:]] == [Purpose.PRIZE] * (prizes > 0)


def test_a_lot_counts_as_long_as_they_are_equal() -> None:
    held = in_a_ring()
    held.round(ring)
    (order,) = held.lots[0].orders
    (table,) = held.tournament.rounds[0].tables
    assert table.result is not None
    held.do(RuleTable(1, 1, (5, 5), table.result.places[::-1], Cause.ERROR))
    loser = table.entrants[table.result.places.index(2)]
    lines = stage_standings(held.tournament, 0)
    assert (lines[0].entrant, [line.place for line in lines]) == (loser, [1, 2, 3])
    assert not any(line.ties[-1].amount for line in lines)
    held.do(RuleTable(1, 1, (5, 5), table.result.places, Cause.ERROR))
    assert tuple(line.entrant for line in stage_standings(held.tournament, 0)) == order


def test_where_only_some_of_a_row_of_groups_go_on_a_lot_says_who() -> None:
    """Four groups were planned and three could be filled: one of the three second ones goes on."""
    stages = (Stage(Method.ROUND_ROBIN, 2, groups=4), Stage(Method.ELIMINATION, 2, cut=4))
    chosen = set[int]()
    for secret in SECRETS:
        held = Drawn(plan(*stages), 6, secret)
        held.round(lambda seated: (1, 2) if seated[0] < seated[1] else (2, 1))
        assert len(held.tournament.stages[0]) == 3
        held.round(lambda _: (1, 2))
        (lot,) = held.lots
        assert lot.purpose is Purpose.GROUPS
        assert held.tournament.stages[1][0][3] == lot.orders[0][0]
        chosen.add(next(at for at, one in enumerate(held.tournament.stages[0]) if lot.orders[0][0] in one))
    assert chosen == {0, 1, 2}


def test_a_stage_that_was_not_played_changes_no_place() -> None:
    held = Drawn(plan(Stage(Method.SWISS, 2, rounds=1), Stage(Method.SWISS, 2, rounds=1, cut=4)), 4)
    held.round(lambda seated: (1, 2) if seated[0] < seated[1] else (2, 1))
    before = [(line.place, line.entrant) for line in final_table(held.tournament)]
    held.pair()
    after = [line.entrant for line in final_table(held.tournament)]
    assert {place for place, _ in before} == {1, 3}
    assert set(after[:2]) == {entrant for place, entrant in before if place == 1}


def test_no_plan_names_the_lot() -> None:
    with pytest.raises(Rejected) as refusal:
        planning.judge(plan(tie_breaks=("BH", "LOT")), (2, 3, 4))
    assert refusal.value.code == "bad-plan"


@pytest.fixture
def lines() -> list[Line]:
    held = in_a_ring()
    held.round(ring)
    return list(held.finish().lines())


def test_before_the_secret_is_published_a_lot_is_drawn_again_from_its_row() -> None:
    held = in_a_ring()
    held.round(ring)
    lines = list(held.lines())
    assert checked(bound(lines)).ok
    another_order(lines)
    assert "(lot-drawn) is not what the command of entry" in checked(bound(lines)).sentence


def test_verify_draws_every_lot_again(lines: list[Line]) -> None:
    found = checked(bound(lines))
    assert found.ok, found
    assert any("a lot put entrants" in note for note in found.notes)


def another_order(lines: list[Line]) -> None:
    line = lines[entry_at(lines, LotDrawn)]
    assert isinstance(line, BundledEntry)
    assert isinstance(line.entry.e, LotDrawn)
    change_event(lines, LotDrawn, orders=(line.entry.e.orders[0][::-1],))


def another_seed(lines: list[Line]) -> None:
    """A lot as another seed would have drawn it."""
    order = seeds.lot_stream(bytes(32), "cut/0/0").shuffled((1, 2, 3))
    change_event(lines, LotDrawn, seed=bytes(32).hex(), orders=(order,))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (another_order, "(lot-drawn) is not what the command of entry 18 brings"),
        (another_seed, "has a seed that does not follow from the published secret"),
        (lambda lines: take_event(lines, LotDrawn), "refuse the command of entry 18 (start-round): no-such-round"),
        (lambda lines: change_event(lines, LotDrawn, orders=((1, 2),)), "(lot-drawn) is not what the command"),
        (
            lambda lines: change_event(lines, LotDrawn, purpose=Purpose.PRIZE),
            "(lot-drawn) is not what the command",
        ),
        (lambda lines: change_event(lines, LotDrawn, group=1), "(lot-drawn) is not what the command"),
    ],
)
def test_a_lot_that_was_tampered_with_is_found_out(
    lines: list[Line], change: Callable[[list[Line]], None], told: str
) -> None:
    change(lines)
    found = checked(bound(lines))
    assert found.status is Status.ALTERED, found
    assert told in found.sentence
