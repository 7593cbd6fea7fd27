"""Clocks and undo: a question that is asked again keeps its time, for the answer and for the match."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chronik.domain.engine.game import Game
from chronik.domain.engine.match.clock import AtZero, Clock
from chronik.domain.engine.match.commands import AnswerUndo, CallTime, Extend, PassSilence, Pause, Resume, TakeBack
from chronik.domain.engine.match.events import TimeOver
from chronik.domain.engine.match.fold import NeedsWholeLog, fold, walk
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.takeback import MAX_UNDOS
from chronik.domain.log.entries import batches
from tests.engine.test_clock import anything, asked_together, clocks
from tests.support.engine.demo import DEMO, Draw, End, Step, Toss, TurnBegan
from tests.support.engine.timed import KEEPING, LONG, REFEREE, Timed, each, thoughts

ALL = (Pause, Resume, Extend)
each_rules = pytest.mark.parametrize("rules", [DEMO, KEEPING], ids=["rules 1", "rules 2"])


def left(table: Timed) -> list[int]:
    """Returns the milliseconds that each seat has left for the match."""
    timing = table.match.timing
    assert timing is not None
    return [watch.left for watch in timing.watches]


def test_a_question_asked_again_after_a_free_undo_keeps_its_time() -> None:
    table = Timed(each(5), 2, KEEPING)
    start = table.match.version
    table.after(4).do(Step(1), 0)
    assert table.due == {0: 9.0}, "the next question has its own time"
    table.after(3).do(TakeBack(start), 0)
    assert table.due == {0: 8.0}
    assert table.after(1).called() == (TimeOver(0), TurnBegan(1))
    assert table.verified().ok


def test_under_rules_1_a_question_gets_its_full_time_again_after_an_undo() -> None:
    table = Timed(each(5), 2, DEMO)
    start = table.match.version
    table.after(4).do(Step(1), 0)
    table.after(3).do(TakeBack(start), 0)
    assert table.due == {0: 12.0}
    assert table.verified().ok


@each_rules
def test_many_undos_lengthen_the_time_for_a_question_only_under_rules_1(rules: Game) -> None:
    """Under rules 1, three undone answers turned 5 seconds for an answer into 14.6."""
    table = Timed(each(5), 2, rules)
    start = table.match.version
    for _ in range(MAX_UNDOS):
        table.after(4.8)
        if table.code(Step(1), 0) == "time-over":
            table.called()
            break
        table.do(Step(1), 0)
        table.do(TakeBack(start), 0)
    first = thoughts(rules, table.match.id, table.log)[0]
    assert first.passed == (4_800 * MAX_UNDOS if rules is DEMO else 5_000)


def test_answers_taken_back_together_each_keep_their_used_time() -> None:
    """A seat cannot undo one answer more, answer again, and so get the full time for the next question."""
    table = Timed(each(5), 2, KEEPING)
    start = table.match.version
    table.after(1).do(Step(1), 0)
    table.after(4).do(Step(1), 0)
    table.after(2).do(TakeBack(start), 0)
    assert table.due == {0: 7.0 + 4}
    table.do(Step(1), 0)
    assert table.due == {0: 7.0 + 1}
    table.do(Step(2), 0)
    assert table.due == {0: 7.0 + 3}, "whatever it answers this time"
    table.do(Step(2), 0)
    assert table.due == {0: 7.0 + 5}
    assert table.verified().ok


def test_used_time_of_later_answers_is_forgotten_when_another_seat_plays() -> None:
    table = Timed(each(5), 2, KEEPING)
    start = table.match.version
    table.do(Step(1), 0)
    table.after(4).do(TakeBack(start), 0)
    table.do(End(), 0)
    table.do(End(), 1)
    assert table.due == {0: 4.0 + 5}


def test_an_undo_that_was_granted_gives_no_seat_its_time_back() -> None:
    table = Timed(each(5), 2, KEEPING)
    table.do(End(), 0)
    start = table.match.version
    table.after(2).do(End(), 1)
    table.after(3).do(Draw(), 0)
    table.go_back(start, 0)
    assert table.due == {1: 5.0 + 3}
    table.after(1).do(Step(1), 1)
    table.go_back(start, 0)
    assert table.due == {1: 6.0 + 2}
    assert table.verified().ok


@each_rules
def test_a_request_for_an_undo_stops_no_clock(rules: Game) -> None:
    table = Timed(each(5), 2, rules)
    start = table.match.version
    table.after(1).do(Draw(), 0)
    table.after(1).do(TakeBack(start, ask=True), 0)
    assert table.due == {0: 6.0}
    table.after(1).do(AnswerUndo(table.match.version, grant=False), 1)
    assert table.due == {0: 6.0}
    table.after(1).do(TakeBack(start, ask=True), 0)
    table.do(AnswerUndo(table.match.version, grant=True), 1)
    assert table.due == {0: 8.0 if rules is KEEPING else 9.0}
    assert table.verified().ok


def test_after_an_undo_time_used_for_another_seats_question_stays_used() -> None:
    """Seat 0 ends its turn, takes that back while seat 1 thinks, and ends it again."""
    table = Timed(each(5), 2, KEEPING)
    start = table.match.version
    table.do(End(), 0)
    table.after(3).do(TakeBack(start), 0)
    table.do(End(), 0)
    assert table.due == {1: 3.0 + 2}
    assert table.after(2).called() == (TimeOver(1), TurnBegan(0))
    assert table.verified().ok


def test_after_an_undo_a_different_question_gets_its_full_time() -> None:
    """A seat cannot use up another seat's time by asking it something and then undoing that."""
    table = Timed(each(5), 2, KEEPING)
    start = table.match.version
    table.do(End(), 0)
    table.after(4).do(TakeBack(start), 0)
    table.do(Step(1), 0)
    table.do(End(), 0)
    assert table.due == {1: 4.0 + 5}
    table.after(4).do(TakeBack(start), 0)
    assert table.due == {0: 8.0 + 5}
    assert table.verified().ok


def test_a_question_undone_at_the_request_of_its_seat_keeps_its_used_time() -> None:
    table = Timed(each(5), 2, KEEPING)
    start = table.match.version
    table.do(End(), 0)
    table.after(4)
    table.go_back(start, 1)
    table.do(End(), 0)
    assert table.due == {1: 4.0 + 1}
    assert table.verified().ok


@each_rules
def test_an_undo_returns_no_time_for_the_match_and_a_second_answer_earns_no_second_increment(rules: Game) -> None:
    table = Timed(Clock(match=60, increment=5), 2, rules)
    start = table.match.version
    for _ in range(4):
        table.after(3).do(Step(1), 0)
        table.do(TakeBack(start), 0)
    table.do(Step(1), 0)
    assert left(table)[0] == (60_000 if rules is DEMO else 60_000 - 12_000 + 5_000)
    assert table.verified().ok


def test_after_an_undo_an_answer_by_the_clock_earns_no_increment() -> None:
    table = Timed(Clock(command=5, match=60, increment=5), 2, KEEPING)
    start = table.match.version
    table.after(5).called()
    table.go_back(start, 0)
    assert table.due == {0: 5.0}, "its time is still over"
    assert table.called()[0] == TimeOver(0)
    assert left(table)[0] == 55_000


def test_pauses_extensions_and_outages_count_once_across_an_undo() -> None:
    table = Timed(each(10), 2, KEEPING)
    start = table.match.version
    table.after(2).do(Pause(REFEREE), by=Author.REFEREE)
    table.after(100).do(Resume(REFEREE), by=Author.REFEREE)
    table.after(1).do(Extend(REFEREE, 30, seat=0), by=Author.REFEREE)
    table.after(51).do(PassSilence(1, table.moment - 50_000, table.moment), by=Author.ENGINE)
    table.do(Step(1), 0)
    table.do(TakeBack(start), 0)
    assert table.due == {0: table.now + 40 - 4}
    table.after(51).do(PassSilence(2, table.moment - 50_000, table.moment), by=Author.ENGINE)
    table.do(Pause(REFEREE), by=Author.REFEREE)
    table.after(100).do(Resume(REFEREE), by=Author.REFEREE)
    assert table.due == {0: table.now + 40 - 5}
    assert table.verified().ok


def test_even_after_an_undo_a_choice_sealed_by_the_clock_cannot_be_replaced() -> None:
    table = asked_together(each(10), seats=3, game=KEEPING)
    table.do(Extend(REFEREE, 5, seat=2), by=Author.REFEREE)
    assert table.after(10).called()[0] == TimeOver(1)
    sealed = table.match.version
    table.do(Toss(table.state.hands[2][0]), 2)
    table.go_back(sealed, 2)
    assert table.match.waiting == (2,)
    assert table.code(Toss(table.state.hands[1][0]), 1) == "time-over"
    assert table.due == {2: 15.0}
    assert table.verified().ok


def test_a_seat_taken_over_by_a_bot_is_asked_again_without_a_clock() -> None:
    table = Timed(each(10, AtZero.BOT, "easy"), 2, KEEPING)
    start = table.match.version
    table.after(10).called()
    table.do(End(), 0, Author.BOT)
    table.after(4).do(TakeBack(start, ask=True), 1)
    table.do(AnswerUndo(table.match.version, grant=True), 0, Author.BOT)
    assert table.due == {}
    table.do(End(), 0, Author.BOT)
    assert table.due == {1: 14.0 + 6}
    assert table.verified().ok


@given(clock=clocks, seed=st.integers(0, 10_000), seats=st.integers(2, 4), split=st.floats(0, 1))
@settings(max_examples=20, deadline=None)
def test_after_undos_clocks_are_the_same_however_a_log_is_folded(
    clock: Clock, seed: int, seats: int, split: float
) -> None:
    table = restless(clock, seats, KEEPING, seed)
    whole = Match(id=table.match.id)
    assert fold(KEEPING, whole, table.log) == table.match
    *_, (_, walked) = walk(KEEPING, whole, table.log)
    assert walked == table.match
    ends = [batch[-1].n for batch in batches(table.log)]
    at = ends[int(split * (len(ends) - 1))]
    try:
        tail = fold(KEEPING, fold(KEEPING, whole, table.log[:at]), table.log[at:])
    except NeedsWholeLog:
        return
    assert tail == table.match
    assert table.verified().ok


@given(clock=clocks, seed=st.integers(0, 10_000), seats=st.integers(2, 4))
@settings(max_examples=20, deadline=None)
def test_no_seat_uses_more_time_for_a_question_than_its_clock_allows(clock: Clock, seed: int, seats: int) -> None:
    clock = replace(clock, command=5)
    table = restless(clock, seats, KEEPING, seed, (Pause, Resume))
    assert [one for one in thoughts(KEEPING, table.match.id, table.log) if one.passed > 5_000] == []


@given(clock=clocks, seed=st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_no_seat_gets_back_more_than_one_increment_per_question(clock: Clock, seed: int) -> None:
    clock = replace(clock, match=120, increment=3)
    table = restless(clock, 2, KEEPING, seed, (Pause, Resume))
    found = thoughts(KEEPING, table.match.id, table.log)
    for seat, milliseconds in enumerate(left(table)):
        own = [one for one in found if one.seat == seat]
        back = sum(min(3_000, one.passed) for one in own)
        assert milliseconds <= 120_000 - sum(one.passed for one in own) + back


@each_rules
def test_control_random_undos_exceed_the_time_for_an_answer_only_under_rules_1(rules: Game) -> None:
    """One seat plays alone: its nth answer that counts has the time of one answer, however often it undoes."""
    longest = 0.0
    for seed in range(20):
        rng, table = Random(seed), Timed(each(5), 2, rules)
        passed: dict[int, float] = {}
        answers = {table.match.version: 0}
        for _ in range(60):
            number, seconds = answers[table.match.version], rng.choice([0, 1, 3])
            table.after(seconds)
            if table.code(CallTime(), by=Author.CLOCK) is None:
                break
            passed[number] = passed.get(number, 0) + seconds
            if rng.random() < 0.5 and number:
                to = rng.choice([n for n, count in answers.items() if count < number])
                if table.code(TakeBack(to), 0) is None:
                    table.do(TakeBack(to), 0)
                    answers[table.match.version] = answers[to]
                    continue
            table.do(Step(1), 0)
            answers[table.match.version] = number + 1
        longest = max(longest, *passed.values())
    assert longest > 5 if rules is DEMO else longest < 5


def restless(clock: Clock, seats: int, rules: Game, seed: int, orders: tuple[type, ...] = ALL) -> Timed:
    """Returns a match in which seats answer, undo freely, ask for undos, grant them, and run out of time."""
    rng, table = Random(seed), Timed(clock, seats, rules, LONG)
    for _ in range(60):
        if table.match.closed is not None:
            break
        seat = rng.choice(table.match.waiting)
        moments = table.moments()[-4:]
        if rng.random() < 0.25 and moments and not table.match.paused:
            to = TakeBack(rng.choice(moments), ask=rng.random() < 0.5)
            if table.code(to, seat) is None:
                table.do(to, seat)
        elif table.match.request is not None and rng.random() < 0.7:
            for other in set(table.match.playing) - {table.match.request.seat, *table.match.request.granted}:
                vote = AnswerUndo(table.match.request.number, grant=True)
                if table.code(vote, other) is None:
                    table.do(vote, other)
                if table.match.request is None:
                    break
        else:
            anything(table, rng, orders)
    return table
