"""Clocks: how time is counted, when it is over, and what happens then."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chronik.domain.engine.game import Game, Outcome, Rejected
from chronik.domain.engine.match.clock import AtZero, Clock, Takebacks
from chronik.domain.engine.match.commands import (
    AnswerUndo,
    CallOff,
    CallTime,
    Extend,
    Pause,
    Resign,
    Resume,
    RuleResult,
    TakeBack,
)
from chronik.domain.engine.match.events import (
    BotTookOver,
    CalledOff,
    Cause,
    Closed,
    Ending,
    Extended,
    Forfeited,
    Opened,
    Paused,
    Resumed,
    Ruled,
    TimeOver,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from chronik.domain.engine.match.fold import fold, walk
from chronik.domain.engine.match.forfeits import outcome_without_play, rank_forfeited_last
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.games import game
from chronik.domain.log.canonical import encode
from chronik.domain.log.entries import batches
from tests.every_game.playout import NO_OPTIONS
from tests.support.cases import for_each
from tests.support.engine.demo import DEMO, Chosen, Draw, End, Roll, Step, Toss, Tossed, TurnBegan
from tests.support.engine.edits import edited
from tests.support.engine.timed import REFEREE, Timed, each, events

FORFEIT = AtZero.FORFEIT


def test_a_match_without_a_clock_has_the_same_bytes_as_before_clocks_existed() -> None:
    opened = Timed(None).log[0].e
    assert isinstance(opened, Opened)
    assert b"clock" not in encode(opened)
    assert b"takebacks" not in encode(opened)
    assert Timed(None).match.timing is None


@for_each(
    "clock",
    [
        Clock(),
        Clock(command=-1),
        Clock(command=5, increment=5),
        Clock(command=5, at_zero=AtZero.FORFEIT, bot="easy"),
        Clock(command=5, at_zero=AtZero.BOT),
        Clock(match=5, increment=-5),
    ],
)
def test_a_clock_that_limits_nothing_or_contradicts_itself_is_refused(clock: Clock) -> None:
    with pytest.raises(Rejected, match="clock"):
        Timed(clock)


def test_the_time_for_an_answer_ends_at_the_exact_millisecond() -> None:
    table = Timed(each(10))
    assert table.due == {0: 10.0}
    table.after(9.999)
    refusal = table.refusal(CallTime(), by=Author.CLOCK)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("time-left", {"due": table.moment + 1})
    assert table.code(Step(1), 0) is None
    table.after(0.001)
    assert table.code(Step(1), 0) == "time-over"
    assert table.code(CallTime(), by=Author.CLOCK) is None


def test_when_time_is_up_the_default_answer_is_given_and_the_next_clock_starts() -> None:
    table = Timed(each(10)).after(10)
    assert table.called() == (TimeOver(0), TurnBegan(1))
    assert {(entry.seat, entry.by) for entry in table.log[-2:]} == {(None, Author.CLOCK)}
    assert table.due == {1: 20.0}
    assert table.code(CallTime(), by=Author.CLOCK) == "time-left"


def test_an_answer_that_takes_no_time_earns_no_increment() -> None:
    table = Timed(Clock(match=60, increment=5))
    table.do(End(), 0)
    assert table.match.timing is not None
    assert table.match.timing.watches[0].left == 60_000


def test_every_answer_starts_a_new_time_limit() -> None:
    table = Timed(each(10))
    table.after(8).do(Step(1), 0)
    assert table.due == {0: 18.0}
    table.after(8).do(End(), 0)
    assert table.due == {1: 26.0}


def test_time_that_is_up_stays_up_even_if_it_is_called_late() -> None:
    table = Timed(Clock(command=10, match=100)).after(5_000)
    assert table.code(Step(1), 0) == "time-over"
    table.called()
    timing = table.match.timing
    assert timing is not None
    assert timing.watches[0].left == 90_000, "a clock stops when its time is over, called or not"
    assert table.due == {1: 5_010.0}


def test_all_answers_of_a_seat_share_its_time_for_the_match() -> None:
    table = Timed(Clock(match=30), seats=2)
    table.after(20).do(Step(1), 0)
    assert table.due == {0: 30.0}
    table.do(End(), 0)
    table.after(25).do(End(), 1)
    assert table.due == {0: 55.0}
    assert table.after(10).called() == (TimeOver(0), TurnBegan(1))
    table.after(4).do(End(), 1)
    assert table.due == {0: 59.0}, "a seat without time left is due as soon as it is asked"
    assert table.called() == (TimeOver(0, 2), TurnBegan(1))


def test_an_increment_returns_at_most_the_time_that_the_answer_took() -> None:
    table = Timed(Clock(match=30, increment=5), seats=2)
    table.after(3).do(Step(1), 0)
    for _ in range(20):
        table.do(Step(1), 0)
    assert table.due == {0: 33.0}
    table.after(12).do(Step(1), 0)
    assert table.due == {0: 38.0}
    table.after(30)
    assert table.called() == (TimeOver(0), TurnBegan(1))
    table.do(End(), 1)
    assert table.due == {0: 45.0}, "an answer by the clock earns no increment"


def test_the_earliest_of_several_limits_ends_the_time_for_an_answer() -> None:
    table = Timed(Clock(command=20, match=30, deadline=Timed(None).moment + 45_000), seats=2)
    assert table.due == {0: 20.0}
    table.after(19).do(Step(1), 0)
    assert table.due == {0: 30.0}
    table.do(End(), 0)
    table.after(11).do(End(), 1)
    table.do(Step(1), 0)
    table.do(End(), 0)
    assert table.due == {1: 45.0}


def test_after_the_deadline_no_seat_has_time_left() -> None:
    table = Timed(Clock(deadline=Timed(None).moment + 60_000))
    assert table.due == {0: 60.0}
    table.after(59).do(End(), 0)
    table.after(1)
    assert table.code(End(), 1) == "time-over"
    assert table.code(AnswerUndo(1, grant=True), 2) == "time-over"
    for seat in (1, 2, 0):
        assert table.called()[0] == TimeOver(seat)


def test_time_never_runs_backwards() -> None:
    table = Timed(Clock(match=30)).after(10)
    table.do(Step(1), 0)
    table.after(-8).do(Step(1), 0)
    assert table.due == {0: 30.0}
    table.after(8).do(Step(1), 0)
    assert table.due == {0: 30.0}


def test_bots_have_no_clock() -> None:
    table = Timed(each(10), bots=(0,))
    assert table.due == {}
    table.after(1_000).do(End(), 0, Author.BOT)
    assert table.due == {1: 1_010.0}


def asked_together(clock: Clock | None, seats: int = 3, game: Game = DEMO) -> Timed:
    """Returns a match in which seats 1 and 2 are asked at the same time, in its last second."""
    table = Timed(clock, seats, game)
    for seat in range(seats):
        table.do(Draw(), seat)
        table.do(Draw(), seat)
        table.do(End(), seat)
    while table.state.prompts[0].seat == 0:
        table.do(Roll(), 0)
    return table


def test_time_is_called_at_once_on_all_seats_that_were_asked_together() -> None:
    table = asked_together(each(10))
    assert table.match.waiting == (1, 2)
    brought = table.after(10).called()
    assert brought[:2] == (TimeOver(1), TimeOver(2))
    assert [type(event) for event in brought[2:]] == [Chosen, Chosen, Tossed]
    assert table.due == {0: 20.0}


def test_time_is_not_called_on_a_seat_that_has_answered() -> None:
    table = asked_together(each(10))
    table.after(4).do(Toss(table.state.hands[1][0]), 1)
    assert table.due == {2: 10.0}
    brought = table.after(6).called()
    assert [type(event) for event in brought] == [TimeOver, Chosen, Tossed]
    assert brought[0] == TimeOver(2)


def test_time_is_called_separately_on_seats_with_different_limits() -> None:
    table = asked_together(Clock(command=10, match=1_000))
    table.do(Extend(REFEREE, 5, seat=2), by=Author.REFEREE)
    assert table.due == {1: 10.0, 2: 15.0}
    brought = table.after(100).called()
    assert [type(event) for event in brought] == [TimeOver, Chosen]
    assert table.called()[0] == TimeOver(2)


def test_a_choice_sealed_by_the_clock_cannot_be_replaced() -> None:
    table = asked_together(each(10), seats=3)
    table.after(2).do(Toss(table.state.hands[1][0]), 1)
    table.do(Extend(REFEREE, 5, seat=2), by=Author.REFEREE)
    assert table.code(Toss(table.state.hands[1][1]), 1) is None, "a seat may still replace its choice"
    other = asked_together(each(10), seats=3)
    other.do(Extend(REFEREE, 5, seat=2), by=Author.REFEREE)
    assert other.after(10).called()[0] == TimeOver(1)
    assert other.code(Toss(other.state.hands[1][0]), 1) == "time-over"
    assert other.code(Toss(other.state.hands[2][0]), 2) is None


def test_a_seat_that_a_bot_has_taken_over_still_belongs_to_its_player() -> None:
    table = Timed(each(10, AtZero.BOT, "easy")).after(10)
    assert table.called() == (TimeOver(0), BotTookOver(0, "easy"))
    chair = table.match.chairs[0]
    assert (chair.player, chair.bot) == (f"{0:032x}", "easy")
    assert table.match.waiting == (0,)
    assert table.match.due == {}
    assert table.code(End(), 0) == "bot-plays"
    assert table.code(TakeBack(table.match.began), 0) == "bot-plays"
    assert table.code(Resign(), 0) == "bot-plays"
    table.do(End(), 0, Author.BOT)
    assert table.match.waiting == (1,)
    table.do(TakeBack(table.match.began, ask=True), 1)
    table.do(AnswerUndo(table.match.version, grant=True), 0, Author.BOT)
    table.do(AnswerUndo(table.log[-2].n, grant=True), 2)
    assert table.match.chairs[0].bot == "easy", "an undo does not end the bot's takeover"
    assert table.match.waiting == (0,)


def missed_twice(bot: str = "") -> Timed:
    """Returns a match in which seat 0 took a step, then let its time run out twice, and is on turn again."""
    table = Timed(each(10, bot=bot))
    table.do(Step(1), 0)
    for missed in (1, 2):
        assert table.after(10).called() == (TimeOver(0, missed), TurnBegan(1))
        table.do(End(), 1)
        table.do(End(), 2)
    return table


def test_a_seat_that_runs_out_of_time_three_times_in_a_row_forfeits() -> None:
    table = missed_twice()
    assert table.after(10).called() == (TimeOver(0, 3), Forfeited(0), TurnBegan(1))
    assert table.match.forfeited == (0,)
    assert table.code(End(), 0) == "forfeited"
    assert table.verified().ok


def test_after_three_timeouts_a_bot_takes_over_if_the_clock_names_one() -> None:
    table = missed_twice(bot="easy")
    assert table.after(10).called() == (TimeOver(0, 3), BotTookOver(0, "easy"))
    assert table.match.due == {}
    table.do(End(), 0, Author.BOT)
    assert table.match.forfeited == ()
    assert table.verified().ok


@pytest.mark.parametrize("shown", ["by an answer", "by going back", "by a vote"])
def test_any_command_by_a_seat_resets_its_count_of_timeouts(shown: str) -> None:
    table = missed_twice()
    assert table.match.absent == (0,)
    if shown == "by an answer":
        table.do(Step(1), 0)
    elif shown == "by going back":
        table.do(TakeBack(table.match.began, ask=True), 0)
    else:
        table.do(TakeBack(table.match.began, ask=True), 2)
        table.do(AnswerUndo(table.match.version, grant=False), 0)
    assert table.match.absent == ()
    assert table.after(10).called() == (TimeOver(0), TurnBegan(1))
    assert table.verified().ok


def test_the_last_seat_left_after_timeouts_wins_only_once_it_acts() -> None:
    table = Timed(each(10), seats=2)
    for missed in (1, 2):
        assert table.after(10).called() == (TimeOver(0, missed), TurnBegan(1))
        assert table.after(10).called() == (TimeOver(1, missed), TurnBegan(0))
    assert table.after(10).called() == (TimeOver(0, 3), Forfeited(0), TurnBegan(1))
    assert table.match.absent == (1,)
    table.do(Pause(REFEREE), by=Author.REFEREE)
    table.do(Resume(REFEREE), by=Author.REFEREE)
    assert table.match.closed is None, "a referee's command does not show that the seat is there"
    assert isinstance(events(table.do(Step(1), 1))[-1], Closed)
    assert outcome(DEMO, table.match) == Outcome((0, 0), (2, 1))
    assert table.verified().ok


def test_if_every_seat_stops_playing_there_is_no_winner() -> None:
    table = Timed(each(10), seats=2)
    while table.match.closed is None:
        table.after(10).called()
    assert table.match.closed.reason is Ending.FORFEITED
    assert outcome(DEMO, table.match) == Outcome((0, 0), (2, 2))
    assert table.verified().ok


def test_a_resignation_lets_the_other_seat_win_at_once() -> None:
    table = Timed(each(10), seats=2)
    table.do(End(), 0)
    assert table.after(10).called() == (TimeOver(1), TurnBegan(0))
    table.do(Resign(), 0)
    assert outcome(DEMO, table.match) == Outcome((0, 0), (2, 1))


def test_a_seat_that_forfeits_is_out_and_gets_default_answers_from_then_on() -> None:
    table = Timed(each(10, FORFEIT)).after(10)
    assert table.called() == (TimeOver(0), Forfeited(0), TurnBegan(1))
    assert table.code(End(), 0) == "forfeited"
    assert table.code(Resign(), 0) == "forfeited"
    table.do(End(), 1)
    assert events(table.do(End(), 2)) == (TurnBegan(0), TurnBegan(1))
    assert table.match.waiting == (1,)


def test_a_match_ends_when_all_but_one_are_out() -> None:
    table = Timed(each(10, FORFEIT)).after(10)
    table.called()
    closed = table.after(10).called()
    assert closed[:2] == (TimeOver(1), Forfeited(1))
    assert isinstance(closed[2], Closed)
    assert closed[2].reason is Ending.FORFEITED
    assert outcome(DEMO, table.match) == Outcome((0, 0, 0), (2, 2, 1))
    assert table.verified().ok


def test_seats_that_forfeit_together_are_out_together() -> None:
    table = asked_together(each(10, FORFEIT)).after(10)
    brought = table.called()
    assert brought[:4] == (TimeOver(1), Forfeited(1), TimeOver(2), Forfeited(2))
    assert outcome(DEMO, table.match) == Outcome((0, 0, 0), (1, 2, 2))


def test_if_all_seats_forfeit_at_once_none_takes_first_place() -> None:
    rules = game("katharina")
    table = Timed(each(10, FORFEIT), 2, rules, options=NO_OPTIONS)
    assert table.match.waiting == (0, 1)
    table.after(10).called()
    assert outcome(rules, table.match) == Outcome((0, 0), (2, 2))
    assert table.verified().ok


def test_a_seat_that_is_out_is_placed_last_and_keeps_its_points() -> None:
    table = Timed(None, 3)
    table.do(Step(2), 0)
    table.do(Resign(), 0)
    while table.match.closed is None:
        seat = table.match.waiting[0]
        table.do(Step(2), seat)
        if table.match.closed is None:
            table.do(End(), seat)
    assert table.match.closed.reason is Ending.FINISHED
    played = DEMO.outcome(table.state)
    assert played is not None
    assert played.places == (2, 1, 2)
    assert outcome(DEMO, table.match) == Outcome(played.points, (3, 1, 2))


def test_a_result_never_has_two_winners_in_a_game_with_one_winner() -> None:
    """In rules version 1 a seat that was out could win, and all other level seats then shared the first place."""
    played = Outcome((5, 14, 5), (2, 1, 2))
    assert rank_forfeited_last(played, (1,), one_winner=False) == Outcome((5, 14, 5), (1, 3, 1))
    with pytest.raises(AssertionError):
        rank_forfeited_last(played, (1,), one_winner=True)
    assert rank_forfeited_last(Outcome((14, 5, 5), (1, 2, 2)), (1,), one_winner=True) == Outcome((14, 5, 5), (1, 3, 2))
    assert rank_forfeited_last(outcome_without_play(3), (0, 1), one_winner=True) == Outcome((0, 0, 0), (2, 2, 1))
    assert rank_forfeited_last(outcome_without_play(2), (0, 1), one_winner=True) == Outcome((0, 0), (2, 2)), (
        "no seat is left"
    )


def test_a_seat_may_resign_without_a_clock_and_out_of_turn() -> None:
    table = Timed(None, 2)
    brought = events(table.do(Resign(), 1))
    assert brought[0] == Forfeited(1, resigned=True)
    assert isinstance(brought[1], Closed)
    assert outcome(DEMO, table.match) == Outcome((0, 0), (1, 2))
    assert table.verified().ok


def test_a_resignation_answers_the_open_question_of_the_seat() -> None:
    table = asked_together(None)
    brought = events(table.do(Resign(), 1))
    assert [type(event) for event in brought] == [Forfeited, Chosen]
    assert table.match.waiting == (2,)


def test_a_seat_that_is_out_has_no_vote() -> None:
    table = Timed(None, 3)
    start = table.match.version
    table.do(Draw(), 0)
    table.do(Resign(), 2)
    table.do(TakeBack(start, ask=True), 0)
    brought = events(table.do(AnswerUndo(table.match.version, grant=True), 1))
    assert brought[1] == Undone(start)
    assert table.match.forfeited == (2,), "an undo brings no seat back"
    table.do(Draw(), 0)
    table.do(TakeBack(table.log[-2].n, ask=True), 0)
    table.do(Resign(), 1)
    assert table.match.closed is not None


def test_an_undo_asks_the_question_again_without_returning_time_for_the_match() -> None:
    table = Timed(Clock(command=10, match=30), seats=2)
    start = table.match.version
    table.after(6).do(Step(1), 0)
    table.after(3).do(TakeBack(start), 0)
    assert table.due == {0: 19.0}
    timing = table.match.timing
    assert timing is not None
    assert timing.watches[0].left == 21_000


def test_answers_given_by_the_clock_or_after_time_was_up_cannot_be_taken_back_freely() -> None:
    table = Timed(each(10), seats=2)
    start = table.match.version
    table.do(Step(1), 0)
    table.after(10)
    assert table.code(TakeBack(start), 0) == "time-over"
    table.called()
    assert table.code(TakeBack(start), 0) == "undo-blocked"


def test_if_only_free_undos_are_allowed_a_seat_cannot_ask_for_one() -> None:
    table = Timed(None, 2, takebacks=Takebacks.OWN)
    start = table.match.version
    table.do(Step(1), 0)
    table.do(TakeBack(start), 0)
    table.do(Draw(), 0)
    assert table.code(TakeBack(start, ask=True), 0) == "undo-own-only"
    assert table.code(TakeBack(start), 0) == "undo-own-only"


def test_a_pause_stops_the_clock_and_blocks_every_command_by_a_seat() -> None:
    table = Timed(Clock(command=10, match=60))
    table.after(4).do(Pause(REFEREE, Cause.ERROR), by=Author.REFEREE)
    assert table.log[-1].e == Paused(REFEREE, Cause.ERROR)
    assert table.due == {}
    table.after(3_600)
    for command in (Step(1), TakeBack(table.match.began), AnswerUndo(1, grant=True)):
        assert table.code(command, 0) == "paused"
    assert table.code(CallTime(), by=Author.CLOCK) == "time-left"
    assert table.code(Pause(REFEREE), by=Author.REFEREE) == "paused-already"
    assert events(table.do(Resume(REFEREE), by=Author.REFEREE)) == (Resumed(REFEREE),)
    assert table.code(Resume(REFEREE), by=Author.REFEREE) == "not-paused"
    assert table.due == {0: 3_610.0}
    table.do(Step(1), 0)


def test_during_a_pause_bots_wait_but_a_seat_may_resign() -> None:
    table = Timed(None, bots=(0,))
    table.do(Pause(REFEREE), by=Author.REFEREE)
    assert table.code(End(), 0, Author.BOT) == "paused"
    table.do(Resign(), 1)


def test_a_referee_can_give_more_time_to_one_seat_or_to_all() -> None:
    deadline = Timed(None).moment + 100_000
    table = Timed(Clock(command=10, match=60, deadline=deadline), seats=2)
    table.after(8).do(Extend(REFEREE, 30, seat=0, cause=Cause.TIME), by=Author.REFEREE)
    assert table.log[-1].e == Extended(REFEREE, 30, 0, Cause.TIME)
    assert table.due == {0: 40.0}
    assert table.match.timing is not None
    assert table.match.timing.deadline == deadline
    table.after(31).do(End(), 0)
    table.do(Extend(REFEREE, 30), by=Author.REFEREE)
    assert table.due == {1: 79.0}
    timing = table.match.timing
    assert timing is not None
    assert [watch.left for watch in timing.watches] == [81_000, 90_000]
    assert timing.deadline == deadline + 30_000


def test_an_extension_saves_a_seat_whose_time_is_up_but_not_yet_called() -> None:
    table = Timed(each(10)).after(25)
    assert table.code(Step(1), 0) == "time-over"
    table.do(Extend(REFEREE, 20, seat=0), by=Author.REFEREE)
    assert table.due == {0: 45.0}
    table.do(Step(1), 0)


def test_an_extension_is_refused_without_a_clock_and_for_bots_and_seats_that_are_out() -> None:
    assert Timed(None).code(Extend(REFEREE, 10), by=Author.REFEREE) == "no-clock"
    for seat in (-1, 3):
        assert Timed(each(60)).code(Extend(REFEREE, 10, seat=seat), by=Author.REFEREE) == "no-such-seat"
    table = Timed(each(10), bots=(0,))
    assert table.code(Extend(REFEREE, 10, seat=0), by=Author.REFEREE) == "no-clock"
    assert table.code(Extend(REFEREE, 10, seat=9), by=Author.REFEREE) == "no-such-seat"
    table.do(Resign(), 2)
    assert table.code(Extend(REFEREE, 10, seat=2), by=Author.REFEREE) == "no-clock"


def test_a_ruling_closes_the_match_and_decides_its_result() -> None:
    table = Timed(each(10))
    table.do(Pause(REFEREE), by=Author.REFEREE)
    brought = events(table.do(RuleResult(REFEREE, (3, 7, 0), (2, 1, 3), Cause.CONDUCT), by=Author.REFEREE))
    assert brought[0] == Ruled(REFEREE, (3, 7, 0), (2, 1, 3), Cause.CONDUCT)
    assert isinstance(brought[1], Closed)
    assert brought[1].reason is Ending.RULED
    assert outcome(DEMO, table.match) == Outcome((3, 7, 0), (2, 1, 3))
    assert table.code(Step(1), 0) == "match-closed"
    assert table.verified().ok


def test_calling_off_closes_the_match_without_a_result() -> None:
    table = Timed(each(10))
    table.do(Pause(REFEREE), by=Author.REFEREE)
    brought = events(table.do(CallOff(REFEREE), by=Author.REFEREE))
    assert brought[0] == CalledOff(REFEREE)
    assert isinstance(brought[1], Closed)
    assert brought[1].reason is Ending.CALLED_OFF
    assert outcome(DEMO, table.match) is None
    assert table.code(Step(1), 0) == "match-closed"
    assert table.verified().ok


@for_each(
    ("places", "code"),
    [
        ((1, 2), "result-size"),
        ((0, 1, 2), "result-places"),
        ((1, 2, 4), "result-places"),
        ((2, 2, 1), None),
        ((1, 1, 3), "one-winner"),
    ],
)
def test_a_ruled_result_that_the_game_could_not_produce_is_refused(places: tuple[int, ...], code: str | None) -> None:
    assert Timed(None).code(RuleResult(REFEREE, (1, 2, 3), places), by=Author.REFEREE) == code


def test_resigning_pausing_and_calling_time_are_refused_before_the_start_and_after_the_end() -> None:
    table = Timed(each(10), seats=2)
    table.match = replace(table.match, state=None)
    assert table.code(Resign(), 0) == "not-started"
    assert table.code(Pause(REFEREE), by=Author.REFEREE) == "not-started"
    assert table.code(CallTime(), by=Author.CLOCK) == "time-left"
    over = Timed(each(10), seats=2)
    over.do(Resign(), 0)
    assert over.after(100).code(CallTime(), by=Author.CLOCK) == "match-closed"


def test_a_match_with_every_clock_event_verifies_and_a_changed_time_is_found() -> None:
    table = Timed(Clock(command=10, match=60, increment=2, at_zero=AtZero.FORFEIT), seats=4)
    start = table.match.version
    table.after(3).do(Step(1), 0)
    table.after(1).do(TakeBack(start), 0)
    table.do(Draw(), 0)
    table.do(TakeBack(start, ask=True), 0)
    request = table.match.version
    for seat in (1, 2, 3):
        table.do(AnswerUndo(request, grant=True), seat)
    table.after(2).do(Pause(REFEREE), by=Author.REFEREE)
    table.after(500).do(Resume(REFEREE), by=Author.REFEREE)
    table.do(Extend(REFEREE, 20), by=Author.REFEREE)
    table.after(28).called()
    table.do(Resign(), 3)
    table.do(End(), 1)
    table.after(9.999)
    table.do(Draw(), 2)
    table.after(10).called()
    assert table.match.closed is not None
    found = table.verified()
    assert found.ok, found.sentence
    kinds = {type(entry.e) for entry in table.log}
    assert {TimeOver, Forfeited, Paused, Resumed, Extended, Undone, UndoAsked, UndoAnswered} <= kinds
    early = next(entry for entry in table.log if isinstance(entry.e, TimeOver))
    table.stored = edited(table.stored, early.n, b'"at":%d' % early.at, b'"at":%d' % (early.at - 1))
    assert "time-left" in table.verified().sentence
    assert table.verified().entry == early.n


def stepwise(table: Timed) -> Match:
    """Folds a match batch by batch, and folds the whole log again after each undo."""
    match: Match = Match(id=table.match.id)
    for batch in batches(table.log):
        if any(isinstance(entry.e, Undone) for entry in batch):
            match = fold(table.game, Match(id=match.id), table.log[: batch[-1].n])
        else:
            match = fold(table.game, match, batch)
    return match


clocks = st.builds(
    Clock,
    command=st.sampled_from([0, 5, 20]),
    match=st.sampled_from([30, 120]),
    increment=st.sampled_from([0, 3]),
    deadline=st.sampled_from([0, Timed(None).moment + 90_000]),
    at_zero=st.sampled_from([AtZero.DEFAULT, AtZero.FORFEIT]),
)


@given(clock=clocks, seed=st.integers(0, 10_000), seats=st.integers(2, 4))
@settings(max_examples=20, deadline=None)
def test_clocks_are_the_same_however_a_log_is_folded(clock: Clock, seed: int, seats: int) -> None:
    rng = Random(seed)
    table = Timed(clock, seats)
    for _ in range(40):
        if table.match.closed is None:
            anything(table, rng)
    assert fold(DEMO, Match(id=table.match.id), table.log) == table.match
    assert stepwise(table) == table.match
    *_, (_, walked) = walk(DEMO, Match(id=table.match.id), table.log)
    assert walked == table.match
    found = table.verified()
    assert found.ok, found.sentence


def anything(table: Timed, rng: Random, orders: tuple[type, ...] = (Pause, Resume, Extend)) -> None:
    """Lets some time pass, sometimes backwards, and gives a random command; calls time if it is over."""
    table.after(rng.choice([0, 0.5, 2, 7, 26, -3]))
    if table.code(CallTime(), by=Author.CLOCK) is None and rng.random() < 0.9:
        table.called()
        return
    seat = rng.randrange(len(table.match.chairs))
    referee = [Pause(REFEREE), Resume(REFEREE), Resume(REFEREE), Extend(REFEREE, 9, seat), Extend(REFEREE, 9)]
    command: object
    if rng.random() < 0.15 and orders:
        command, by = rng.choice([order for order in referee if isinstance(order, orders)]), Author.REFEREE
    elif rng.random() < 0.1:
        command, by = TakeBack(rng.choice(table.moments() or [0]), ask=True), Author.SEAT
    elif table.match.request is not None and rng.random() < 0.7:
        command, by = AnswerUndo(table.match.request.number, grant=rng.random() < 0.8), Author.SEAT
    elif rng.random() < 0.02:
        command, by = Resign(), Author.SEAT
    else:
        seat = rng.choice(table.match.waiting)
        command, by = rng.choice(DEMO.options(table.state, seat)), Author.SEAT
    if table.code(command, None if by is Author.REFEREE else seat, by) is None:
        table.do(command, None if by is Author.REFEREE else seat, by)
