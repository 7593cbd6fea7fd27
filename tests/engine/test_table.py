"""Before the first card and after the last: opening, taking and leaving seats, the start, the end of a log."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import Raw

from chronik.domain.engine.game import Outcome, Rejected
from chronik.domain.engine.match import decide as deciding
from chronik.domain.engine.match.commands import LeaveSeat, OpenMatch, Resign, TakeSeat
from chronik.domain.engine.match.events import Closed, Ending
from chronik.domain.engine.match.log import MAX_ENTRIES, Author
from chronik.domain.engine.match.match import Status, outcome
from chronik.domain.engine.match.refusals import REFUSALS
from chronik.domain.engine.seats import SeatHolder
from tests.every_game.playout import NO_OPTIONS, Table, opened
from tests.support.cases import for_each
from tests.support.engine.demo import DEMO, End, Step

ID, SECRET = "00" * 16, b"s" * 32


def opened_by(*chairs: SeatHolder, secret: bytes = SECRET, options: Raw = NO_OPTIONS) -> Table:
    table = Table(DEMO, ID, secret)
    table.do(OpenMatch(chairs, options, opener="ann"), by=Author.ENGINE)
    return table


def code(table: Table, command: object, seat: int | None = None) -> str:
    refusal = table.refusal(command, seat)
    assert refusal is not None
    assert refusal.code in {**REFUSALS, **DEMO.refusals}
    return refusal.code


def test_a_match_starts_when_its_last_seat_is_taken() -> None:
    table = opened_by(SeatHolder(player="ann"), SeatHolder(), SeatHolder(bot="random"))
    assert table.match.status is Status.OPEN
    assert code(table, Step(1), 0) == "not-started"
    batch = table.do(TakeSeat(1, "bob"))
    assert [type(entry.e).__name__ for entry in batch] == ["SeatTaken", "Started", "PileShuffled", "TurnBegan"]
    assert table.match.status is Status.RUNNING
    assert table.match.began == table.match.version


def test_a_bot_can_take_any_free_seat_even_the_last() -> None:
    table = opened_by(SeatHolder(player="ann"), SeatHolder(), SeatHolder())
    assert code(table, TakeSeat(0, bot="random")) == "seat-taken"
    table.do(TakeSeat(1, bot="random"))
    assert code(table, LeaveSeat(1)) == "no-such-seat"
    batch = table.do(TakeSeat(2, bot="random"))
    assert [type(entry.e).__name__ for entry in batch[:2]] == ["SeatTaken", "Started"]
    assert [chair.bot for chair in table.match.chairs] == ["", "random", "random"]


def test_a_match_that_has_not_started_has_no_outcome() -> None:
    assert outcome(DEMO, opened_by(SeatHolder(player="ann"), SeatHolder()).match) is None


def test_all_seats_that_share_the_first_place_are_winners() -> None:
    assert Outcome((5, 9, 9, 7), (4, 1, 1, 3)).winners == (1, 2)


def test_a_prompt_is_open_only_for_the_seat_that_is_asked() -> None:
    match = opened_by(SeatHolder(player="ann"), SeatHolder(player="bob")).match
    assert [asked.prompt.seat for asked in match.prompts(0)] == [0]
    assert match.prompts(1) == ()


def test_after_a_resignation_a_match_has_no_outcome_while_others_play_on() -> None:
    table = opened_by(SeatHolder(player="ann"), SeatHolder(player="bob"), SeatHolder(player="eve"))
    table.do(Resign(), 1)
    assert table.match.forfeited == (1,)
    assert outcome(DEMO, table.match) is None


def test_a_match_of_bots_starts_at_once() -> None:
    assert opened_by(SeatHolder(bot="random"), SeatHolder(bot="random")).match.status is Status.RUNNING


def test_seats_can_be_taken_left_and_taken_again_until_the_start() -> None:
    table = opened_by(SeatHolder(player="ann"), SeatHolder(), SeatHolder())
    table.do(TakeSeat(1, "bob"))
    table.do(LeaveSeat(1))
    assert [chair.player for chair in table.match.chairs] == ["ann", "", ""]
    table.do(TakeSeat(2, "bob"))
    table.do(LeaveSeat(0))
    assert [chair.player for chair in table.match.chairs] == ["", "", "bob"]
    for seat in (-1, 0, 3):
        assert code(table, LeaveSeat(seat)) == "no-such-seat"
    table.do(TakeSeat(0, "ann"))
    table.do(TakeSeat(1, "eve"))
    assert [chair.player for chair in table.match.chairs] == ["ann", "eve", "bob"]
    assert code(table, LeaveSeat(1)) == "started-already"
    assert code(table, TakeSeat(1, "joe")) == "started-already"


def test_a_player_can_take_only_one_seat_that_exists_and_is_free() -> None:
    table = opened_by(SeatHolder(player="ann"), SeatHolder(), SeatHolder())
    assert code(table, TakeSeat(1, "ann")) == "seated-already"
    assert code(table, TakeSeat(0, "bob")) == "seat-taken"
    with pytest.raises(Rejected) as again:
        opened_by(SeatHolder(player="bob"), SeatHolder(player="ann"), SeatHolder(player="ann"))
    assert again.value.facts == {"seats": (1, 2)}
    assert code(table, TakeSeat(3, "bob")) == "no-such-seat"
    assert code(table, TakeSeat(-1, "bob")) == "no-such-seat"
    assert code(table, LeaveSeat(3)) == "no-such-seat"
    assert code(table, LeaveSeat(1)) == "no-such-seat"


@for_each(
    ("chairs", "reason"),
    [
        ((SeatHolder(player="ann"),), "seats"),
        ((SeatHolder(),) * 5, "seats"),
        ((SeatHolder(player="ann"), SeatHolder(player="ann")), "seated-already"),
        ((SeatHolder(player="ann", entropy="not hex"), SeatHolder()), "entropy"),
        ((SeatHolder(player="ann", entropy="00" * 65), SeatHolder()), "entropy"),
    ],
)
def test_a_match_with_invalid_seats_is_not_opened(chairs: tuple[SeatHolder, ...], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        opened_by(*chairs)


def test_the_entropy_of_a_seat_changes_every_draw() -> None:
    piles = set()
    for entropy in ("", "00", "0000", "ff"):
        table = opened_by(SeatHolder(bot="random"), SeatHolder())
        table.do(TakeSeat(1, "bob", entropy))
        piles.add(table.state.pile)
    assert len(piles) == 4


def test_entropy_must_be_at_most_64_bytes_in_hexadecimal() -> None:
    table = opened_by(SeatHolder(bot="random"), SeatHolder())
    assert code(table, TakeSeat(1, "bob", "xy")) == "entropy"
    assert code(table, TakeSeat(1, "bob", "00" * 65)) == "entropy"
    table.do(TakeSeat(1, "bob", "AB" * 64))
    assert table.match.chairs[1].entropy == "ab" * 64


def test_the_end_of_the_game_closes_the_match_in_the_same_batch_and_publishes_the_secret() -> None:
    table = opened_by(SeatHolder(bot="random"), SeatHolder(bot="random"), options=Raw(b'{"goal":2}'))
    batch = table.do(Step(2), 0)
    assert batch[-1].e == Closed(Ending.FINISHED, SECRET.hex())
    assert table.match.status is Status.FINISHED
    assert table.match.waiting == ()
    assert table.match.prompts(1) == ()
    assert code(table, End(), 1) == "match-closed"


def test_the_log_of_a_running_match_does_not_contain_the_secret() -> None:
    table = opened(DEMO, 2, Random(4))
    for seat in (0, 1) * 20:
        table.do(End(), seat)
    assert not any(table.keys.secret.hex().encode() in stored for stored in table.stored)


def test_a_log_that_would_grow_too_long_is_closed_without_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_ENTRIES == 15_000
    monkeypatch.setattr(deciding, "MAX_ENTRIES", 50)
    table = opened(DEMO, 2, Random(5))
    while table.match.closed is None:
        table.do(End(), table.match.waiting[0])
    assert table.match.closed == Closed(Ending.TOO_LONG, table.keys.secret.hex())
    assert table.match.version == 50
    assert outcome(DEMO, table.match) is None
    assert table.log[-1].begins
