"""Clocks in every game: the clock answers for a seat that does not, and every way to read the log agrees."""

from __future__ import annotations

from random import Random

import pytest

from chronik.domain.engine.match.clock import AtZero, Clock
from chronik.domain.engine.match.commands import CallTime, Resign, TakeBack
from chronik.domain.engine.match.events import Ending, TimeOver
from chronik.domain.engine.match.fold import fold, walk
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.games import game
from tests.every_game.games import EachTable, each_game, each_table
from tests.every_game.playout import BEGAN, NO_OPTIONS, chosen, decided_again, play_on
from tests.support.engine.timed import Timed, thoughts

STEPS = 120
MANY = 2_000
HASTY = Clock(command=20, match=300, increment=5)
ENDS = (
    Clock(command=20),
    Clock(match=60, increment=5),
    Clock(deadline=BEGAN + 60_000),
    Clock(command=20, bot="random"),
    Clock(command=20, at_zero=AtZero.BOT, bot="random"),
    Clock(command=20, at_zero=AtZero.FORFEIT),
)


def hasty(table: EachTable, seed: object, clock: Clock = HASTY, steps: int = STEPS) -> Timed:
    """Plays a match of people who answer only now and then, so that the clock answers for them in between."""
    rng = Random(f"hasty/{table}/{seed}")
    match = Timed(clock, table.seats, table.game, NO_OPTIONS)
    for _ in range(steps):
        if match.match.closed is not None:
            break
        seat = rng.choice(match.match.waiting)
        command = chosen(match, seat, rng)
        match.after(rng.choice([1, 6, 19, 20]))
        if match.code(command, seat) is None:
            match.do(command, seat)
        else:
            match.called()
    return match


@each_table
def test_the_clock_answers_for_a_seat_that_runs_out_of_time(table: EachTable) -> None:
    match = hasty(table, 0)
    assert sum(isinstance(entry.e, TimeOver) for entry in match.log) > 3
    assert fold(table.game, Match(id=match.match.id), match.log) == match.match
    again = decided_again(table.game, match.match.id, match.keys.secret, match.stored)
    assert [stored for stored, anew in again if stored != anew] == []
    *_, (_, walked) = walk(table.game, Match(id=match.match.id), match.log)
    assert walked == match.match


@each_table
def test_while_a_match_runs_every_awaited_seat_has_a_due_time(table: EachTable) -> None:
    match = hasty(table, 1)
    for entry, after in walk(table.game, Match(id=match.match.id), match.log):
        if entry.n in match.heads and after.state is not None and after.closed is None:
            assert set(after.due) == set(after.waiting)
            assert min(after.due.values()) >= entry.at


@each_game
def test_undos_gain_time_for_an_answer_under_rules_1_but_not_under_rules_2(table: EachTable) -> None:
    """Under rules 2, a question that is asked again after an undo keeps the time already used."""
    longest = {}
    for version in (1, 2):
        rng = Random(f"undos/{table}")
        match = Timed(Clock(command=20), table.seats, game(table.name, version), NO_OPTIONS)
        for _ in range(STEPS // 2):
            if match.match.closed is not None:
                break
            seat = rng.choice(match.match.waiting)
            command = chosen(match, seat, rng)
            match.after(rng.choice([1, 6, 12, 19]))
            if match.code(command, seat) is not None:
                match.called()
                continue
            match.do(command, seat)
            if rng.random() < 0.5 and match.moments():
                to = rng.choice(match.moments()[-2:])
                if match.code(TakeBack(to, ask=rng.random() < 0.7), seat) is None:
                    match.go_back(to, seat)
        longest[version] = max(one.passed for one in thoughts(match.game, match.match.id, match.log))
        assert fold(match.game, Match(id=match.match.id), match.log) == match.match
        assert match.verified().ok
    assert longest[1] > 20_000 >= longest[2]


@each_table
def test_seats_that_are_asked_together_time_out_in_one_batch(table: EachTable) -> None:
    rng = Random(f"together/{table}")
    match = Timed(Clock(command=20), table.seats, table.game, NO_OPTIONS)
    while len(match.match.waiting) < 2:
        if match.match.closed is not None or match.match.version > MANY:
            match = Timed(Clock(command=20), table.seats, table.game, NO_OPTIONS)
        seat = min(match.match.waiting)
        match.do(chosen(match, seat, rng), seat)
    waiting = match.match.waiting
    brought = match.after(20).called()
    assert tuple(event.seat for event in brought if isinstance(event, TimeOver)) == waiting
    assert not set(waiting) & set(match.match.waiting) or match.match.asked[0].id > match.log[-len(brought)].n


@each_table
def test_a_match_ends_with_a_result_even_if_seats_time_out_and_forfeit(table: EachTable) -> None:
    match = hasty(table, 3, Clock(match=40, at_zero=AtZero.FORFEIT), steps=1_000)
    assert match.match.closed is not None
    ended = outcome(table.game, match.match)
    assert ended is not None
    stayed = match.match.playing
    assert {ended.places[seat] for seat in match.match.forfeited} <= {max(1, len(stayed)) + 1}
    assert all(ended.places[seat] <= len(stayed) for seat in stayed)
    assert match.verified().ok


@each_game
@pytest.mark.parametrize("clock", ENDS, ids=str)
@pytest.mark.parametrize("steps", [0, 40])
def test_an_abandoned_match_ends_with_a_result(table: EachTable, clock: Clock, steps: int) -> None:
    rng = Random(f"deserted/{table}/{steps}")
    match = Timed(clock, table.seats, table.game, table.supplies.tables[-1])
    play_on(match, rng, steps=steps)
    left = match.match.version
    while match.match.closed is None:
        bot = next((seat for seat in match.match.waiting if match.match.chairs[seat].bot), None)
        if bot is None:
            match.after(60).called()
        else:
            match.do(chosen(match, bot, rng), bot, Author.BOT)
    assert match.match.closed.reason in (Ending.FORFEITED, Ending.FINISHED)
    assert outcome(table.game, match.match) is not None
    assert clock.bot or match.match.version < left + 400
    assert match.verified().ok


@each_table
@pytest.mark.parametrize("steps", [0, 25])
def test_a_seat_that_resigned_gets_default_answers_until_the_end(table: EachTable, steps: int) -> None:
    match = hasty(table, 4, Clock(command=60), steps)
    match.do(Resign(), 0)
    for _ in range(60):
        if match.match.closed is not None:
            break
        assert 0 not in match.match.waiting
        assert match.code(CallTime(), by=Author.CLOCK) == "time-left"
        rng = Random(match.match.version)
        seat = rng.choice(match.match.waiting)
        match.do(chosen(match, seat, rng), seat)
    assert (match.match.closed is not None) >= (table.seats == 2)
    assert match.verified().ok
