"""The rules of every game: options are accepted, matches end, and nothing is lost or created."""

from __future__ import annotations

from random import Random

import pytest

from chronik.domain.engine.match.events import Ending
from chronik.domain.engine.match.fold import fold, walk
from chronik.domain.engine.match.match import Match, Status, outcome
from chronik.domain.engine.result import judge_result
from chronik.domain.games import CURRENT, game
from tests.every_game.games import SUPPLIES, EachTable, each_table
from tests.every_game.playout import STEADY, Habits, Table, chosen, decided_again, opened, play_on, played

IN_A_ROW = 4
LEAST_SAMPLES, LEAST_TRIED, MOST_TRIED = 3, 150, 1_000
VARIED = 80


@each_table
def test_every_listed_option_is_accepted(table: EachTable) -> None:
    rng = Random(f"options/{table}")
    tried = samples = 0
    while tried < LEAST_TRIED or samples < LEAST_SAMPLES:
        steps, options = rng.randrange(1, 150), table.supplies.options(rng)
        match = played(table.game, table.seats, f"options/{samples}", STEADY, steps, options)
        samples += 1
        for _ in range(IN_A_ROW):
            tried += sum(accepted(match, seat, rng) for seat in range(table.seats))
            play_on(match, rng, STEADY, 1)


def accepted(match: Table, seat: int, rng: Random) -> int:
    """Checks that a seat's options are accepted, or a sample if there are many; returns how many were tried."""
    listed = list(match.game.options(match.match.state, seat)) if match.match.closed is None else []
    assert len(listed) == (0 if match.match.closed else len(match.game.options(match.match.state, seat)))
    assert len(set(listed)) == len(listed)
    some = listed if len(listed) <= MOST_TRIED else rng.sample(listed, MOST_TRIED)
    assert [option for option in some if match.refusal(option, seat) is not None] == []
    return len(some)


@each_table
def test_a_seat_has_options_exactly_while_it_is_asked(table: EachTable) -> None:
    for walked in table.walks:
        for _, after in walked:
            if after.state is None:
                continue
            asked = {prompt.seat for prompt in after.state.prompts}
            assert {seat for seat in range(table.seats) if len(table.game.options(after.state, seat))} == asked


@each_table
def test_after_every_batch_a_seat_is_awaited_until_the_match_ends(table: EachTable) -> None:
    for match, walked in zip(table.matches, table.walks, strict=True):
        for entry, after in walked:
            if entry.n in match.heads and after.status is Status.RUNNING:
                assert after.waiting


@each_table
def test_the_default_answer_is_always_accepted(table: EachTable) -> None:
    match = opened(table.game, table.seats, Random("default"))
    commands = 0
    while match.match.closed is None:
        seat = match.match.waiting[0]
        match.do(table.game.default(match.match.state, seat), seat)
        commands += 1
    assert commands >= table.seats


@each_table
def test_matches_end_with_points_and_consistent_places(table: EachTable) -> None:
    for match in table.matches:
        ended = outcome(table.game, match.match)
        assert match.match.closed is not None
        assert match.match.closed.reason is Ending.FINISHED
        assert ended is not None
        assert len(ended.points) == table.seats
        assert ended.winners
        judge_result(ended.points, ended.places, table.seats, one_winner=table.game.one_winner)
        assert all(
            (ended.places[a] < ended.places[b])
            for a in ended.winners
            for b in set(range(table.seats)) - {*ended.winners}
        )


@each_table
def test_no_event_loses_or_creates_pieces_or_cards(table: EachTable) -> None:
    for match, walked in zip(table.matches, table.walks, strict=True):
        for entry, after in walked:
            if after.state is not None:
                table.supplies.conserved(entry.e, after.state)
                if entry.n in match.heads:
                    table.supplies.settled(after.state)


@pytest.mark.parametrize("name", list(CURRENT))
def test_the_invariants_hold_under_all_rule_options(name: str) -> None:
    rules, supplies = game(name), SUPPLIES[name]
    for number, options in enumerate(supplies.variants):
        seats = rules.seats[number % len(rules.seats)]
        match = played(rules, seats, f"variant/{number}", Habits(undoes=0.01), VARIED, options)
        for entry, after in walk(rules, Match(id="00"), match.log):
            if after.state is not None:
                supplies.conserved(entry.e, after.state)
                if entry.n in match.heads:
                    supplies.settled(after.state)
        assert all(accepted(match, seat, Random(number)) for seat in match.match.waiting)
        assert fold(rules, Match(id=match.match.id), match.log) == match.match
        again = decided_again(rules, match.match.id, match.keys.secret, match.stored)
        assert [stored for stored, anew in again if stored != anew] == []


@each_table
def test_a_command_by_a_seat_that_is_not_asked_is_refused_and_changes_nothing(table: EachTable) -> None:
    rng = Random(f"refused/{table}")
    match = opened(table.game, table.seats, rng)
    refused = 0
    while match.match.closed is None:
        before = match.match
        seat = rng.choice(before.waiting)
        command = chosen(match, seat, rng)
        asked = {prompt.seat for prompt in match.state.prompts}
        for other in set(range(table.seats)) - asked:
            assert match.refusal(command, other) is not None
            assert match.match is before
            refused += 1
        play_on(match, rng, steps=1)
    assert refused > 0


@each_table
def test_a_closed_match_refuses_every_command(table: EachTable) -> None:
    match = table.matches[0]
    command = next(table.game_command(entry.cmd) for entry in reversed(match.log) if entry.begins)
    refusal = match.refusal(command, 0)
    assert refusal is not None
    assert refusal.code == "match-closed"
