"""Undo at random moments: the old view returns, shown entries stay in the log, and later chance is different."""

from __future__ import annotations

from random import Random

from chronik.domain.engine.match.commands import TakeBack
from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.match.fold import fold, walk
from chronik.domain.engine.match.log import Entry
from chronik.domain.engine.match.match import Match
from chronik.projections.match.frames import frames, to_plain, view
from tests.every_game.games import EachTable, each_game
from tests.every_game.playout import Habits, Table, play_on, played, vote
from tests.every_game.viewers import viewers

UNDOES = 25


def undone(table: EachTable, seed: int) -> tuple[Table, int, int, tuple[Entry, ...]] | None:
    """Returns a match right after an undo, the version before the request, the target version, and the last entries."""
    rng = Random(f"undo/{table}/{seed}")
    match = played(table.game, table.seats, f"undo/{seed}", Habits(undoes=0.05), rng.randrange(1, 60))
    moments = match.moments()[-15:]
    if match.match.closed is not None or not moments:
        return None
    seat, to, before = rng.randrange(table.seats), rng.choice(moments), match.match.version
    if match.refusal(TakeBack(to, ask=True), seat) is not None:
        return None
    match.do(TakeBack(to, ask=True), seat)
    vote(match, True, rng)
    return match, before, to, tuple(match.log[before:])


@each_game
def test_an_undo_restores_the_earlier_view(table: EachTable) -> None:
    checked = 0
    for seed in range(UNDOES):
        if (case := undone(table, seed)) is None:
            continue
        match, _, to, _ = case
        then = fold(table.game, Match(id=match.match.id), match.log[:to])
        for viewer in viewers(table.seats):
            now, before = (to_plain(view(table.projection, one, viewer)) for one in (match.match, then))
            assert table.supplies.undone(now) == table.supplies.undone(before)
        assert [asked.prompt for asked in match.match.asked] == [asked.prompt for asked in then.asked]
        assert all(asked.id > to for asked in match.match.asked)
        checked += 1
    assert checked > UNDOES // 2


@each_game
def test_an_undo_does_not_change_frames_that_were_already_shown(table: EachTable) -> None:
    for seed in range(5):
        if (case := undone(table, seed)) is None:
            continue
        match, before, _, _ = case
        for viewer in viewers(table.seats):
            earlier = list(frames(table.game, table.projection, Match(id="00"), match.log[:before], viewer))
            later = list(frames(table.game, table.projection, Match(id="00"), match.log, viewer))
            assert later[:before] == earlier


@each_game
def test_an_undo_reshuffles_what_was_learned_and_keeps_everything_else(table: EachTable) -> None:
    shuffled = 0
    for seed in range(UNDOES):
        if (case := undone(table, seed)) is None:
            continue
        match, before, to, _ = case
        states = {entry.n: after.state for entry, after in walk(table.game, Match(id="00"), match.log)}
        shuffled += table.supplies.shuffled_anew(states[to], states[before], match.state)
    assert shuffled > UNDOES // 4


@each_game
def test_every_undo_starts_a_new_epoch_of_chance(table: EachTable) -> None:
    undos = [sum(type(entry.e) is Undone for entry in match.log) for match in table.matches]
    assert [match.match.undos for match in table.matches] == undos
    assert sum(undos) > 0


@each_game
def test_after_an_undo_the_same_commands_draw_different_cards(table: EachTable) -> None:
    rng = Random(f"epoch/{table}")
    match = played(table.game, table.seats, "epoch", steps=table.seats)
    to = match.match.version
    play_on(match, rng, steps=4 * table.seats)
    first = match.log[to:]
    match.do(TakeBack(to, ask=True), 0)
    vote(match, True, rng)
    after = table.supplies.hidden_order(match.state)
    before = table.supplies.hidden_order(fold(table.game, Match(id="00"), match.log[:to]).state)
    assert first
    assert sorted(after) == sorted(before)
    assert after != before
