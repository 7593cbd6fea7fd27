"""Seats that are out, in every game: the match is always won by a seat that stayed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from chronik.domain.engine.match.clock import AtZero
from chronik.domain.engine.match.commands import Resign, TakeBack
from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.match.match import outcome
from chronik.domain.games import game
from tests.every_game.games import SUPPLIES, TABLES, EachTable, each_table
from tests.every_game.playout import Habits, Table, decided_again, opened, play_on, step, vote
from tests.support.engine.timed import Timed, each

MATCHES, RESIGNS, LISTED = 2, 0.02, 12
RESTLESS = Habits(replaces=0.05, undoes=0.04)

more_than_two = pytest.mark.parametrize(
    "table", [EachTable(name, seats) for name, seats in TABLES if seats > 2], ids=str
)


@cache
def left(name: str, seats: int, number: int) -> Table:
    """Plays a match in which seats resign at random moments; at least one stays, and undos may go back further."""
    rng = Random(f"resigning/{name}/{seats}/{number}")
    table = opened(game(name), seats, rng, SUPPLIES[name].tables[number % 3])
    while table.match.closed is None:
        playing = table.match.playing
        if len(playing) > 2 - number % 2 and rng.random() < RESIGNS:
            table.do(Resign(), rng.choice(playing))
        else:
            step(table, rng, RESTLESS)
    return table


@each_table
@pytest.mark.parametrize("number", range(MATCHES))
def test_only_seats_that_are_not_out_win(table: EachTable, number: int) -> None:
    played = left(table.name, table.seats, number)
    ended = outcome(table.game, played.match)
    assert ended is not None
    out = set(played.match.forfeited)
    assert not out.intersection(ended.winners)
    assert not table.game.one_winner or len(ended.winners) == 1
    assert {ended.places[seat] for seat in out} <= {table.seats - len(out) + 1}


@each_table
def test_deciding_a_match_with_resignations_again_gives_the_same_bytes(table: EachTable) -> None:
    played = left(table.name, table.seats, 0)
    pairs = decided_again(table.game, played.match.id, played.keys.secret, played.stored)
    assert [stored for stored, again in pairs if stored != again] == []


@more_than_two
def test_every_listed_option_is_accepted_after_another_seat_resigned(table: EachTable) -> None:
    rng = Random(f"listed/{table}")
    played = opened(table.game, table.seats, rng, table.supplies.tables[0])
    for number in range(200):
        if played.match.closed is not None:
            break
        if number == 30:
            played.do(Resign(), rng.choice(played.match.playing))
        for seat in played.match.waiting:
            listed = table.game.options(played.state, seat)
            for command in rng.sample(range(len(listed)), min(LISTED, len(listed))):
                assert played.refusal(listed[command], seat) is None
        step(played, rng, Habits())


@more_than_two
def test_a_seat_that_forfeits_by_the_clock_does_not_win(table: EachTable) -> None:
    rng = Random(f"clock/{table}")
    timed = Timed(each(10, AtZero.FORFEIT), table.seats, table.game, table.supplies.tables[1])
    for _ in range(25):
        step(timed, rng, Habits())
    timed.after(10).called()
    assert timed.match.forfeited
    while timed.match.closed is None:
        step(timed, rng, Habits())
    ended = outcome(table.game, timed.match)
    assert ended is not None
    assert not set(ended.winners).intersection(timed.match.forfeited)
    assert timed.verified().ok


@more_than_two
def test_a_seat_stays_out_after_an_undo(table: EachTable) -> None:
    """The undo restores the position from before the seat left, but the seat stays out."""
    rng = Random(f"back/{table}")
    played = play_on(opened(table.game, table.seats, rng, table.supplies.tables[0]), rng, steps=3 * table.seats)
    to = played.match.version
    played.do(Resign(), 1)
    play_on(played, rng, steps=3)
    played.do(TakeBack(to, ask=True), 0)
    vote(played, True, rng)
    assert played.match.undos == 1
    assert played.match.forfeited == (1,)
    assert 1 not in played.match.waiting
    assert played.state == table.game.retire(played.state, 1)


def test_matches_in_these_tests_end_both_by_forfeit_and_by_the_rules() -> None:
    """Otherwise the tests above might see only matches in which one seat is left."""
    closed = [
        left(name, seats, number).match.closed for name, seats in TABLES if seats > 2 for number in range(MATCHES)
    ]
    assert {one.reason for one in closed if one is not None} >= {Ending.FINISHED, Ending.FORFEITED}
