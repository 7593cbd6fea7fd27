"""Undo in Katharina: what is free, what everybody must grant, and that nobody learns by it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec import Raw

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import AnswerUndo, OpenMatch, TakeBack
from chronik.domain.engine.match.decide import Intent, decide
from chronik.domain.engine.match.events import UndoAnswered, UndoAsked, Undone
from chronik.domain.engine.match.fold import fold
from chronik.domain.engine.match.log import Author, Entry, live_entries
from chronik.domain.engine.match.match import Match
from chronik.domain.engine.seats import Referee, SeatHolder, Viewer
from chronik.domain.katharina.commands import Command
from chronik.domain.katharina.events import CardsDrawn, DiscardShuffled, StockShuffled
from chronik.domain.katharina.state import State
from chronik.domain.log.canonical import encode
from chronik.projections.katharina.view import view
from tests.every_game.viewers import viewers
from tests.katharina.table import FACTS, GAME, every_card


class Sitting:
    """A match with its log, as the engine plays it."""

    def __init__(self, seats: int = 2, seed: int = 0) -> None:
        self.random = Random(f"{seats}/{seed}")
        self.keys = Keys.of(self.random.randbytes(16).hex(), self.random.randbytes(32))
        self.match: Match = Match(id=self.keys.match.hex())
        self.log: list[Entry] = []
        self.ends: list[int] = []
        self.do(OpenMatch(tuple(SeatHolder(bot="random") for _ in range(seats)), Raw(b"{}")), None)

    def do(self, command: object, seat: int | None) -> list[object]:
        """The events of a command."""
        wanted = Intent(command=command, raw=Raw(encode(command)), at=0, seat=seat, by=Author.SEAT)
        decided = decide(GAME, self.match, wanted, self.keys, self.log)
        self.match = decided.match
        self.log += decided.entries
        self.ends.append(self.match.version)
        return [entry.e for entry in decided.entries]

    def refused(self, command: object, seat: int) -> Rejected:
        with pytest.raises(Rejected) as refusal:
            self.do(command, seat)
        return refusal.value

    @property
    def state(self) -> State:
        state: State | None = self.match.state
        assert state is not None
        return state

    def answer(self, seat: int) -> Command:
        """A seat takes any of its options."""
        listed = GAME.options(self.state, seat)
        command = listed[self.random.randrange(len(listed))]
        self.do(command, seat)
        return command

    def step(self) -> None:
        """Everybody who owes an answer gives one."""
        for seat in self.match.waiting:
            self.answer(seat)

    def until(self, kind: type) -> None:
        """Plays on to an event of a kind."""
        while not any(isinstance(entry.e, kind) for entry in live_entries(self.log)[-12:]):
            self.answer(self.match.waiting[0])

    def go_back(self, to: int) -> list[object]:
        """Seat 0 asks, and everybody grants it; the events of the last grant."""
        self.do(TakeBack(to, ask=True), 0)
        number, events = self.match.version, list[object]()
        for seat in range(1, len(self.state.seats)):
            events = self.do(AnswerUndo(number, grant=True), seat)
        return events

    def at(self, version: int) -> State:
        """The state at a version."""
        state: State | None = fold(GAME, Match(id=self.match.id), self.log[:version]).state
        assert state is not None
        return state


def seen(state: State, viewer: Viewer) -> bytes:
    """All that a viewer is shown."""
    return msgspec.json.encode(view(FACTS, state, viewer))


def test_a_sealed_choice_is_never_taken_back() -> None:
    """Q23: it is replaced by another one; taking it back is refused, alone or by asking."""
    sitting = Sitting()
    began = sitting.match.version
    sitting.answer(0)
    for command in (TakeBack(began), TakeBack(began, ask=True)):
        assert sitting.refused(command, 0).code == "sealed-choice"
    sitting.answer(0)
    assert sitting.state.sealed[0] is not None


def test_somebody_elses_choice_blocks() -> None:
    """Q23, Q32: what another seat has sealed is not mine to undo; the refusal names the entries that block."""
    sitting = Sitting(3)
    began = sitting.match.version
    sitting.answer(0)
    sitting.answer(1)
    refused = sitting.refused(TakeBack(began), 0)
    assert (refused.code, refused.facts) == ("undo-blocked", {"blocking": (began + 2,)})


def test_what_was_revealed_blocks() -> None:
    """R-C, Q32: after a revelation even the seat that answered last cannot go back alone."""
    sitting = Sitting()
    sitting.answer(0)
    sealed = sitting.match.version
    sitting.answer(1)
    refused = sitting.refused(TakeBack(sealed), 1)
    assert refused.code == "undo-blocked"
    learnt = {type(sitting.log[number - 1].e).__name__ for number in refused.facts["blocking"]}
    assert learnt == {"DisplaysShown", "CardsDrawn"}


def test_nothing_goes_back_before_the_deal() -> None:
    """S5: the deal is not undone, with or without consent."""
    sitting = Sitting()
    sitting.step()
    assert sitting.refused(TakeBack(1, ask=True), 0).code == "no-such-moment"


def test_everybody_must_grant_it() -> None:
    """Q22: one seat that refuses is enough, and the request is gone."""
    sitting = Sitting(3)
    to = sitting.match.version
    sitting.step()
    version = sitting.match.version
    assert sitting.do(TakeBack(to, ask=True), 0) == [UndoAsked(0, to)]
    assert sitting.do(AnswerUndo(version + 1, grant=True), 1) == [UndoAnswered(version + 1, 1, True)]
    assert sitting.do(AnswerUndo(version + 1, grant=False), 2) == [UndoAnswered(version + 1, 2, False)]
    assert sitting.refused(AnswerUndo(version + 1, grant=True), 1).code == "no-such-request"
    assert sitting.state == sitting.at(version)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_unseen_stock_is_shuffled_anew(seats: int) -> None:
    """Q3, Q22: what was drawn meanwhile lies on top as it lay, and below it nothing lies where it lay by design."""
    sitting = Sitting(seats)
    for _ in range(3):
        sitting.step()
    to, before = sitting.match.version, sitting.state
    for _ in range(3):
        sitting.step()
    drawn = len(before.stock) - len(sitting.state.stock)
    assert drawn > 0
    answer, undone, shuffled = sitting.go_back(to)
    assert isinstance(answer, UndoAnswered)
    assert undone == Undone(to)
    assert isinstance(shuffled, StockShuffled)
    assert shuffled.order[:drawn] == before.stock[:drawn]
    assert sorted(shuffled.order[drawn:]) == sorted(before.stock[drawn:])
    assert shuffled.order[drawn:] != before.stock[drawn:]


def test_a_stock_made_anew_meanwhile() -> None:
    """Q3: when the discard became the stock in between, all of the stock gone back to is shuffled."""
    sitting = Sitting(4)
    moments = [sitting.match.version]
    while not any(isinstance(entry.e, DiscardShuffled) for entry in sitting.log):
        sitting.step()
        moments.append(sitting.match.version)
    before = sitting.at(moments[-3])
    *_, shuffled = sitting.go_back(moments[-3])
    assert isinstance(shuffled, StockShuffled)
    assert sorted(shuffled.order) == sorted(before.stock)
    assert shuffled.order != before.stock


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_view_after_going_back_is_the_view_before(seats: int, seed: int) -> None:
    """Q22, E5: for every seat and for spectators, byte for byte; only the order of the stock is another."""
    sitting = Sitting(seats, seed)
    for _ in range(2 + 3 * seed):
        sitting.step()
    to = sitting.match.version
    before = sitting.state
    for _ in range(2 + seed):
        sitting.step()
    sitting.go_back(to)
    for viewer in viewers(seats):
        assert seen(sitting.state, viewer) == seen(before, viewer)
    assert seen(sitting.state, Referee()) != seen(before, Referee())
    assert every_card(sitting.state) == every_card(before)


def test_what_was_learned_stays_true() -> None:
    """Q22: knowledge does not shrink: the cards that were drawn before are drawn again, those below are new ones."""
    sitting = Sitting(2)
    sitting.step()
    to = sitting.match.version
    commands = [(seat, sitting.answer(seat)) for seat in sitting.match.waiting]
    first = [entry.e for entry in sitting.log[to:] if isinstance(entry.e, CardsDrawn)]
    sitting.go_back(to)
    again = sitting.match.version
    for seat, command in commands:
        sitting.do(command, seat)
    assert [entry.e for entry in sitting.log[again:] if isinstance(entry.e, CardsDrawn)] == first


def test_going_back_twice() -> None:
    """Q3: each undo shuffles anew; after another one, which made a new order, the whole stock gone back to."""
    sitting = Sitting(2)
    sitting.step()
    to, stock = sitting.match.version, sitting.state.stock
    orders = []
    for _ in range(3):
        sitting.step()
        *_, shuffled = sitting.go_back(to)
        assert isinstance(shuffled, StockShuffled)
        orders.append(shuffled.order)
    assert len(set(orders)) == 3
    assert [order[:4] == stock[:4] for order in orders] == [True, False, False]
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(orders[0]))}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_goes_on_after_going_back(seats: int) -> None:
    """G1, Q38: with undos on the way a match comes to its end like any other, and folds to the same state."""
    sitting = Sitting(seats, 7)
    undos = 3
    while sitting.match.closed is None:
        sitting.answer(sitting.random.choice(sitting.match.waiting))
        if undos and sitting.match.version > 40 * (4 - undos) and sitting.match.closed is None:
            counting = {entry.n for entry in live_entries(sitting.log)}
            ends = [end for end in sitting.ends[:-2] if end in counting and end >= sitting.match.began]
            sitting.go_back(ends[-3])
            undos -= 1
    assert sitting.match.undos == 3
    assert sitting.state.outcome is not None
    assert fold(GAME, Match(id=sitting.match.id), sitting.log) == sitting.match
