"""Outages (silences in logs): clocks stand still meanwhile, as a recount from the entries' times confirms."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronik.domain.engine.match.clock import AtZero, Clock
from chronik.domain.engine.match.commands import (
    CallTime,
    Extend,
    LeaveSeat,
    OpenMatch,
    PassSilence,
    Pause,
    Resume,
    TakeBack,
    TakeSeat,
)
from chronik.domain.engine.match.events import SilencePassed, TimeOver
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import SeatHolder
from chronik.projections.match.lines import engine_line
from tests.every_game.playout import BEGAN
from tests.support.cases import for_each
from tests.support.engine.demo import DEMO, Draw, End, Step
from tests.support.engine.recount import recounted
from tests.support.engine.timed import LONG, REFEREE, Timed, each

LONGEST = 10_000
AGES = Clock(match=LONGEST)
OUTAGES = (1.001, 6, 60, 600)


def away(table: Timed, seconds: float, number: int | None = None, since: float | None = None) -> Timed:
    """Returns the table after an outage of some seconds, which began now or at `since` and has been logged."""
    since = table.now if since is None else since
    table.after(seconds)
    silence = PassSilence(number or table.match.silence + 1, BEGAN + round(1_000 * since), table.moment)
    table.do(silence, by=Author.ENGINE)
    return table


@for_each("seconds", OUTAGES)
def test_an_outage_does_not_use_up_any_seats_time(seconds: float) -> None:
    table = Timed(Clock(command=4, match=40, at_zero=AtZero.FORFEIT), seats=3).after(1)
    away(table, seconds)
    assert table.due == pytest.approx({0: 4 + seconds})
    assert table.code(CallTime(), by=Author.CLOCK) == "time-left"
    table.after(2.999).do(Step(1), 0)
    timing = table.match.timing
    assert timing is not None
    assert timing.watches[0].left == 40_000 - 3_999
    assert table.verified().ok


def test_the_time_before_and_after_an_outage_counts_for_the_same_answer() -> None:
    table = away(Timed(each(10)).after(6), 100)
    table.after(4)
    assert table.code(Step(1), 0) == "time-over"
    assert table.called()[0] == TimeOver(0)


def test_time_that_was_up_before_an_outage_stays_up() -> None:
    table = away(Timed(Clock(command=10, match=100)).after(30), 60)
    assert table.code(Step(1), 0) == "time-over"
    table.called()
    timing = table.match.timing
    assert timing is not None
    assert timing.watches[0].left == 90_000


def test_a_deadline_during_an_outage_is_moved_by_its_length() -> None:
    table = Timed(Clock(deadline=BEGAN + 60_000)).after(50)
    away(table, 600)
    assert table.due == {0: 660.0}
    table.after(9.999).do(Step(1), 0)
    table.after(0.001)
    assert table.code(Step(1), 0) == "time-over"


def test_a_deadline_at_the_start_of_an_outage_is_not_moved() -> None:
    table = away(Timed(Clock(deadline=BEGAN + 60_000)).after(60), 600)
    assert table.match.timing is not None
    assert table.match.timing.deadline == BEGAN + 60_000


def test_a_deadline_before_an_outage_is_not_moved() -> None:
    table = away(Timed(Clock(deadline=BEGAN + 60_000)).after(61), 600)
    assert table.code(Step(1), 0) == "time-over"
    assert table.due == {0: 60.0}


def test_each_outage_is_logged_once() -> None:
    table = away(Timed(each(10)).after(1), 60)
    silence = table.log[-1].e
    assert isinstance(silence, SilencePassed)
    again = PassSilence(silence.number, silence.since, silence.until)
    assert table.code(again, by=Author.ENGINE) == "silence-passed"
    away(table, 30)
    assert table.match.silence == 2
    assert table.due == {0: 100.0}


def test_an_outage_logged_in_two_parts_counts_as_one_without_a_gap() -> None:
    table = Timed(each(10)).after(1)
    first = PassSilence(1, BEGAN + 1_000, BEGAN + 61_000)
    second = PassSilence(2, BEGAN + 61_000, BEGAN + 101_000)
    table.after(100).do(first, by=Author.ENGINE)
    table.do(second, by=Author.ENGINE)
    assert table.due == {0: 110.0}


def test_several_outages_are_handled_one_after_another() -> None:
    table = Timed(each(10)).after(200)
    table.do(PassSilence(1, BEGAN + 1_000, BEGAN + 101_000), by=Author.ENGINE)
    assert table.due == {0: 110.0}
    table.do(PassSilence(4, BEGAN + 105_000, BEGAN + 195_000), by=Author.ENGINE)
    assert table.due == {0: 200.0}
    assert table.called()[0] == TimeOver(0)


def test_time_counts_up_to_the_last_entry_even_after_the_last_heartbeat() -> None:
    table = Timed(each(10)).after(1)
    table.after(0.4).do(Step(1), 0)
    away(table, 60, since=1.0)
    assert table.due == {0: 71.4}


def test_an_outage_during_a_pause_is_not_counted_twice() -> None:
    table = Timed(Clock(command=10, match=60)).after(4)
    table.do(Pause(REFEREE), by=Author.REFEREE)
    away(table.after(50), 100)
    assert table.due == {}
    table.after(50).do(Resume(REFEREE), by=Author.REFEREE)
    assert table.due == {0: 210.0}


def test_an_outage_is_not_counted_twice_if_a_pause_began_after_the_last_heartbeat() -> None:
    table = Timed(each(10)).after(4)
    table.after(0.3).do(Pause(REFEREE), by=Author.REFEREE)
    away(table, 100, since=4.0)
    table.do(Resume(REFEREE), by=Author.REFEREE)
    assert table.due == {0: 110.0}


def test_an_outage_during_a_pause_moves_a_deadline_too() -> None:
    table = Timed(Clock(deadline=BEGAN + 60_000)).after(10)
    table.do(Pause(REFEREE), by=Author.REFEREE)
    away(table, 100).after(5).do(Resume(REFEREE), by=Author.REFEREE)
    assert table.due == {0: 160.0}, "a pause moves no deadline, an outage does"


def test_a_match_opened_during_an_outage_is_given_back_the_rest_of_it() -> None:
    table = Timed(each(10))
    away(table, 0.2, since=-60)
    assert table.due == {0: 10.2}


def test_an_outage_before_a_match_was_opened_does_not_affect_it() -> None:
    table = Timed(each(10)).after(1)
    table.do(PassSilence(1, BEGAN - 60_000, BEGAN), by=Author.ENGINE)
    assert table.due == {0: 10.0}


def test_an_outage_that_ends_later_than_its_entry_counts_only_up_to_the_entry() -> None:
    table = Timed(each(10)).after(5)
    table.do(PassSilence(1, BEGAN + 2_000, BEGAN + 3_600_000), by=Author.ENGINE)
    assert table.due == {0: 13.0}


def test_an_outage_before_the_last_entry_is_logged_but_has_no_effect() -> None:
    table = Timed(each(10)).after(8)
    table.do(Step(1), 0)
    away(table.after(-7), 5)
    assert table.due == {0: 18.0}
    assert table.match.silence == 1


def test_an_outage_moves_the_deadline_of_a_match_with_open_seats() -> None:
    table = Timed.__new__(Timed)
    super(Timed, table).__init__(DEMO, "0" * 31 + "1", bytes(32))
    table.now = 0.0
    chairs = (SeatHolder(player="a" * 32), SeatHolder())
    table.do(OpenMatch(chairs, LONG, clock=Clock(deadline=BEGAN + 60_000)), by=Author.ENGINE)
    away(table.after(1), 100)
    table.do(TakeSeat(1, "b" * 32), 1)
    assert table.due == {0: 160.0}
    assert table.code(LeaveSeat(1), 1) == "started-already"


def test_a_match_without_a_clock_does_not_log_outages() -> None:
    assert Timed(None).code(PassSilence(1, BEGAN, BEGAN + 60_000), by=Author.ENGINE) == "no-clock"


def test_an_outage_blocks_no_undo_and_ends_no_request() -> None:
    table = Timed(each(10), seats=2)
    start = table.match.version
    table.do(Step(1), 0)
    away(table, 60)
    table.do(TakeBack(start), 0)
    table.do(Draw(), 0)
    table.do(TakeBack(start, ask=True), 0)
    assert table.match.request is not None
    away(table, 60)
    assert table.match.request is not None, "a request waits for its votes"
    assert table.match.silence == 2


def test_the_public_line_of_an_outage_says_how_long_it_was() -> None:
    table = away(Timed(each(10)), 60.4)
    entry = table.log[-1]
    assert (entry.seat, entry.by) == (None, Author.ENGINE)
    line = engine_line(entry.e)
    assert (line.key, line.seat, line.params) == ("silence-passed", None, {"seconds": 60})


def left(table: Timed) -> list[int]:
    timing = table.match.timing
    assert timing is not None
    return [watch.left for watch in timing.watches]


def lived(seed: int, seats: int) -> Timed:
    """Plays, pauses and extends a match while the service comes and goes; a start may be interrupted too."""
    rng, table = Random(seed), Timed(AGES, seats)
    for _ in range(40):
        table.after(rng.choice([0, 0.25, 0.5, 7, 30]))
        if rng.random() < 0.25:
            table.after(rng.choice([0, 0.499]))
            since = max(0.0, table.now - rng.choice([0, 0.25, 0.499]))
            for _ in range(rng.choice([1, 1, 2])):
                seconds = rng.choice(OUTAGES)
                table.after(seconds)
                silence = PassSilence(table.match.silence + 1, BEGAN + round(1_000 * since), table.moment)
                table.do(silence, by=Author.ENGINE)
                since = table.now
        referee = [Pause(REFEREE), Resume(REFEREE), Resume(REFEREE), Extend(REFEREE, 9), Extend(REFEREE, 7, seat=0)]
        command: Any
        if rng.random() < 0.3:
            command, seat, by = rng.choice(referee), None, Author.REFEREE
        else:
            seat, by = rng.choice(table.match.waiting), Author.SEAT
            command = rng.choice([Step(1), Draw(), End()])
        if table.code(command, seat, by) is None:
            table.do(command, seat, by)
    return table


@given(seed=st.integers(0, 10_000), seats=st.integers(2, 4))
@settings(max_examples=20, deadline=None)
def test_the_time_left_equals_a_recount_from_the_times_of_the_entries(seed: int, seats: int) -> None:
    table = lived(seed, seats)
    assert left(table) == recounted(DEMO, table.log, LONGEST)
    assert fold(DEMO, Match(id=table.match.id), table.log) == table.match
    found = table.verified()
    assert found.ok, found.sentence


def test_control_a_recount_that_ignores_outages_finds_less_time() -> None:
    tables = [lived(seed, 3) for seed in range(10)]
    assert all(
        sum(recounted(DEMO, table.log, LONGEST, [])) < sum(left(table)) for table in tables if table.match.silence
    )
    assert any(table.match.silence for table in tables)


def test_control_an_extension_instead_of_an_outage_counts_a_pause_twice() -> None:
    table = Timed(AGES).after(4)
    table.do(Pause(REFEREE), by=Author.REFEREE)
    table.after(100)
    table.do(Extend(REFEREE, 100), by=Author.REFEREE)
    table.do(Resume(REFEREE), by=Author.REFEREE)
    honest = Timed(AGES).after(4)
    honest.do(Pause(REFEREE), by=Author.REFEREE)
    away(honest, 100).do(Resume(REFEREE), by=Author.REFEREE)
    assert left(table)[0] - left(honest)[0] == 100_000
    assert left(honest) == recounted(DEMO, honest.log, LONGEST)
