"""Undo: which commands are free, what blocks, how a seat asks, and what follows."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match import takeback
from chronik.domain.engine.match.commands import AnswerUndo, Inspect, TakeBack
from chronik.domain.engine.match.events import Undone
from chronik.domain.engine.match.fold import NeedsWholeLog, fold
from chronik.domain.engine.match.log import MAX_ENTRIES, Author, live_entries
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.match.takeback import MAX_UNDOS
from chronik.domain.engine.proof.verification import verify_log
from chronik.projections.games import projection
from chronik.projections.match.audit import audit
from chronik.projections.match.lines import Line
from tests.every_game.playout import Table, opened
from tests.support.engine.demo import DEMO, Chosen, Draw, End, PileShuffled, Roll, Step, Toss

LONG = Raw(b'{"goal":1000,"cards":40}')


def table(seats: int = 3, seed: int = 1) -> Table:
    return opened(DEMO, seats, Random(seed), LONG)


def refused(table: Table, command: object, seat: int) -> tuple[str, dict[str, object]]:
    refusal = table.refusal(command, seat)
    assert refusal is not None, f"{command} is accepted"
    return refusal.code, refusal.facts


def granted(table: Table, to: int, seat: int) -> int:
    """Undoes with everyone's consent; returns the version of the request."""
    (asked,) = table.do(TakeBack(to, ask=True), seat)
    for other in range(len(table.match.chairs)):
        if other != seat:
            table.do(AnswerUndo(asked.n, True), other)
    return asked.n


def test_a_seat_can_take_back_its_own_commands_freely_latest_first() -> None:
    match = table()
    start = match.match.version
    match.do(Step(1), 0)
    match.do(Step(2), 0)
    (undone,) = match.do(TakeBack(start + 1), 0)
    assert undone.e == Undone(start + 1)
    assert match.state.pawns == (1, 0, 0)
    match.do(TakeBack(start), 0)
    assert match.state.pawns == (0, 0, 0)
    assert match.match.undos == 2
    assert [entry.n for entry in live_entries(match.log)] == [*range(1, start + 1), start + 4]


def test_each_seat_has_a_limited_number_of_undos_and_requests() -> None:
    match = table()
    start = match.match.version
    match.do(Draw(), 0)
    (asked,) = match.do(TakeBack(start, ask=True), 0)
    match.do(AnswerUndo(asked.n, False), 1)
    here = match.match.version
    for _ in range(MAX_UNDOS - 1):
        match.do(Step(1), 0)
        match.do(TakeBack(here), 0)
        here = match.match.version
    match.do(Step(1), 0)
    assert refused(match, TakeBack(here), 0) == ("undo-too-often", {"most": 200})
    assert refused(match, TakeBack(start, ask=True), 0)[0] == "undo-too-often"
    assert refused(match, TakeBack(here + 5), 0)[0] == "no-such-moment"
    match.do(End(), 0)
    (asked,) = match.do(TakeBack(here, ask=True), 1)  # each seat has its own number
    for seat in (0, 2):
        batch = match.do(AnswerUndo(asked.n, True), seat)
    assert isinstance(batch[1].e, Undone)
    assert len(match.log) < MAX_ENTRIES / 30


def test_a_log_with_more_undos_than_the_limit_still_passes_verification(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table()
    for _ in range(9):
        here = match.match.version
        match.do(Step(1), 0)
        match.do(TakeBack(here), 0)
    monkeypatch.setattr(takeback, "MAX_UNDOS", 3)
    match.do(Step(1), 0)
    assert refused(match, TakeBack(match.match.version - 1), 0)[0] == "undo-too-often"
    head = match.heads[match.match.version]
    assert verify_log(match.match.id, match.stored, match.keys.secret, head, lambda _: DEMO).ok


def test_commands_by_other_seats_block_an_undo_and_are_named() -> None:
    match = table()
    start = match.match.version
    match.do(End(), 0)
    match.do(Step(1), 1)
    assert refused(match, TakeBack(start), 0) == ("undo-blocked", {"blocking": (start + 2,)})
    assert refused(match, TakeBack(start), 2) == ("undo-blocked", {"blocking": (start + 1, start + 2)})


def test_a_barrier_blocks_even_the_seat_that_caused_it_and_is_named() -> None:
    match = table()
    start = match.match.version
    match.do(Step(1), 0)
    match.do(Draw(), 0)
    match.do(Step(1), 0)
    assert refused(match, TakeBack(start), 0) == ("undo-blocked", {"blocking": (start + 2,)})
    match.do(TakeBack(start + 2), 0)
    assert match.state.pawns == (1, 0, 0)


def test_a_request_for_a_free_undo_is_carried_out_at_once() -> None:
    match = table()
    start = match.match.version
    match.do(Step(1), 0)
    (undone,) = match.do(TakeBack(start, ask=True), 0)
    assert undone.e == Undone(start)


def test_every_other_seat_must_grant_an_undo_and_the_last_grant_carries_it_out() -> None:
    match = table()
    start = match.match.version
    match.do(Draw(), 0)
    (asked,) = match.do(TakeBack(start, ask=True), 0)
    assert refused(match, AnswerUndo(asked.n, True), 0)[0] == "answered-already"
    assert refused(match, TakeBack(start, ask=True), 1) == ("undo-asked-already", {"request": asked.n})
    assert refused(match, AnswerUndo(asked.n + 5, True), 1)[0] == "no-such-request"
    match.do(AnswerUndo(asked.n, True), 2)
    assert match.match.request is not None
    assert match.match.request.granted == (2,)
    assert refused(match, AnswerUndo(asked.n, True), 2)[0] == "answered-already"
    batch = match.do(AnswerUndo(asked.n, True), 1)
    assert [type(entry.e).__name__ for entry in batch] == ["UndoAnswered", "Undone", "PileShuffled"]
    assert match.match.request is None
    assert match.state.hands == ((), (), ())


def test_a_refusal_ends_the_request() -> None:
    match = table()
    start = match.match.version
    match.do(Draw(), 0)
    (asked,) = match.do(TakeBack(start, ask=True), 0)
    match.do(AnswerUndo(asked.n, False), 1)
    assert match.match.request is None
    assert match.state.hands[0] != ()
    assert refused(match, AnswerUndo(asked.n, True), 2)[0] == "no-such-request"


def test_a_request_lapses_with_the_next_command_but_not_with_an_inspection() -> None:
    match = table()
    start = match.match.version
    match.do(Draw(), 0)
    (asked,) = match.do(TakeBack(start, ask=True), 0)
    match.do(Inspect("referee"), by=Author.REFEREE)
    assert match.match.request is not None
    match.do(Step(1), 0)
    assert match.match.request is None
    assert refused(match, AnswerUndo(asked.n, True), 1)[0] == "no-such-request"


def test_an_undo_can_go_back_only_to_a_version_that_still_counts() -> None:
    match = table()
    start = match.match.version
    for _ in range(3):
        match.do(Step(1), 0)
    match.do(TakeBack(start + 1), 0)
    facts = {"earliest": start, "latest": match.match.version}
    assert refused(match, TakeBack(start + 2), 0) == ("no-such-moment", facts)
    assert refused(match, TakeBack(start + 3, ask=True), 1)[0] == "no-such-moment"
    assert refused(match, TakeBack(start - 1), 0)[0] == "no-such-moment"
    assert refused(match, TakeBack(match.match.version + 1), 0)[0] == "no-such-moment"
    assert refused(match, TakeBack(match.match.version), 0)[0] == "nothing-to-undo"


def test_an_undo_cannot_go_back_to_the_middle_of_a_batch() -> None:
    match = table(2)
    match.do(Draw(), 0)
    match.do(End(), 0)
    while match.state.prompts[0].seat == 1:
        batch = match.do(Roll(), 1)
    assert len(batch) == 2
    assert refused(match, TakeBack(batch[0].n, ask=True), 0)[0] == "no-such-moment"


def test_undos_can_be_undone() -> None:
    match = table()
    start = match.match.version
    match.do(Step(1), 0)
    match.do(Step(1), 0)
    match.do(TakeBack(start + 1), 0)
    match.do(Step(2), 0)
    again = match.match.version
    match.do(TakeBack(start + 3), 0)  # the undo itself is a moment: the state right after it
    assert match.state.pawns == (1, 0, 0)
    assert again == start + 4
    match.do(TakeBack(start), 0)
    assert match.state.pawns == (0, 0, 0)
    assert fold(DEMO, Match(id=match.match.id), match.log) == match.match


def test_an_undo_across_a_barrier_shuffles_the_unseen_part_of_the_pile() -> None:
    match = table()
    start, before = match.match.version, match.state.pile
    for _ in range(3):
        match.do(Draw(), 0)
    granted(match, start, 0)
    pile = match.state.pile
    assert pile[:3] == before[:3]
    assert pile[3:] != before[3:]
    assert sorted(pile) == sorted(before)


def test_an_undo_without_a_barrier_shuffles_nothing() -> None:
    match = table(2)
    start, before = match.match.version, match.state.pile
    match.do(End(), 0)
    granted(match, start, 1)
    assert match.state.pile == before
    assert isinstance(match.log[-1].e, Undone)


def test_a_seat_cannot_take_back_alone_what_an_undo_has_shuffled() -> None:
    """Otherwise the last seat to grant could restore the old order, which another seat has seen."""
    match = table(2)
    match.do(End(), 0)
    start = match.match.version
    match.do(Step(1), 1)
    to = match.match.version
    match.do(Draw(), 1)
    match.do(End(), 1)
    granted(match, to, 0)
    assert isinstance(match.log[-1].e, PileShuffled)
    assert match.log[-1].seat == 1
    code, facts = refused(match, TakeBack(start), 1)
    assert (code, facts) == ("undo-blocked", {"blocking": (match.match.version,)})
    assert refused(match, TakeBack(to), 1)[0] == "undo-blocked"


def test_a_die_rolled_again_after_an_undo_gives_a_new_random_result() -> None:
    thrown = set()
    match = table(2)
    start = match.match.version
    for _ in range(12):
        rolled = match.do(Roll(), 0)[0]
        thrown.add(rolled.e.pips)
        granted(match, start, 0)
    assert len(thrown) > 5


def test_a_sealed_choice_can_be_replaced_but_not_taken_back() -> None:
    match = with_interrupt()
    first, second = match.match.waiting[:2]
    before = match.match.version
    match.do(Toss(match.state.hands[first][0]), first)
    assert refused(match, TakeBack(before), first)[0] == "sealed-choice"
    (again,) = match.do(Toss(match.state.hands[first][0]), first)
    assert isinstance(again.e, Chosen)
    assert match.state.sealed[first].replaced == 1
    assert match.match.waiting == (second,)


def test_folding_a_tail_that_undoes_earlier_entries_needs_the_whole_log() -> None:
    match = table()
    start = match.match.version
    match.do(Step(1), 0)
    match.do(Step(1), 0)
    match.do(TakeBack(start), 0)
    middle = fold(DEMO, Match(id=match.match.id), match.log[: start + 1])
    with pytest.raises(NeedsWholeLog):
        fold(DEMO, middle, match.log[start + 1 :])
    first = fold(DEMO, Match(id=match.match.id), match.log[:start])
    assert fold(DEMO, first, match.log[start:]) == match.match


def test_the_audit_strikes_out_undone_commands_but_not_requests_votes_or_inspections() -> None:
    match = table(2)
    start = match.match.version
    match.do(Draw(), 0)
    match.do(Inspect("referee"), by=Author.REFEREE)
    granted(match, start, 0)
    told = replace(projection("katharina"), line=lambda event: Line(type(event).__name__))
    rows = audit(told, match.log, opened=False, dated=str)[start:]
    assert [(row.line.key, row.struck) for row in rows] == [
        ("Drawn", True),
        ("inspected", False),
        ("undo-asked", False),
        ("undo-answered", False),
        ("undone", False),
        ("PileShuffled", False),
    ]


def with_interrupt(seats: int = 3) -> Table:
    """Returns a match in which several seats are asked at once: seat 0 rolled even dice while the others held cards."""
    match = table(seats)
    for seat in range(seats):
        match.do(Draw(), seat)
        match.do(Draw(), seat)
        match.do(End(), seat)
    while match.state.prompts[0].seat == 0:
        match.do(Roll(), 0)
    return match


def test_prompts_keep_their_ids_until_they_are_answered() -> None:
    match = table()
    (first,) = match.match.asked
    match.do(Step(1), 0)
    match.do(Draw(), 0)
    assert match.match.asked == (first,)
    match.do(End(), 0)
    (second,) = match.match.asked
    assert second.id == match.match.version > first.id


def test_after_an_interrupt_that_asks_several_seats_the_turn_continues() -> None:
    match = with_interrupt()
    asked = match.match.asked
    assert {one.prompt.seat for one in asked} == {1, 2}
    assert {one.id for one in asked} == {match.match.version}
    with pytest.raises(Rejected, match="not-asked"):
        match.do(Step(1), 0)
    match.do(Toss(match.state.hands[2][0]), 2)
    assert match.match.asked == asked
    assert match.match.waiting == (1,)
    match.do(Toss(match.state.hands[1][0]), 1)
    assert [one.prompt.seat for one in match.match.asked] == [0]
    match.do(Step(1), 0)


def test_prompts_get_new_ids_after_an_undo() -> None:
    match = table()
    start = match.match.version
    (before,) = match.match.asked
    match.do(Step(1), 0)
    match.do(TakeBack(start), 0)
    (after,) = match.match.asked
    assert after.prompt == before.prompt
    assert after.id == match.match.version
