"""Undo in Katharina: what is free, what needs consent, and that no seat gains information by it."""

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
from tests.support.cases import for_each


class Sitting:
    """A match with its log, played through the engine."""

    def __init__(self, seats: int = 2, seed: int = 0) -> None:
        self.random = Random(f"{seats}/{seed}")
        self.keys = Keys.of(self.random.randbytes(16).hex(), self.random.randbytes(32))
        self.match: Match = Match(id=self.keys.match.hex())
        self.log: list[Entry] = []
        self.ends: list[int] = []
        self.do(OpenMatch(tuple(SeatHolder(bot="random") for _ in range(seats)), Raw(b"{}")), None)

    def do(self, command: object, seat: int | None) -> list[object]:
        """Gives a command and returns its events."""
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
        """Lets a seat choose a random option."""
        listed = GAME.options(self.state, seat)
        command = listed[self.random.randrange(len(listed))]
        self.do(command, seat)
        return command

    def step(self) -> None:
        """Lets every seat that owes an answer give one."""
        for seat in self.match.waiting:
            self.answer(seat)

    def until(self, kind: type) -> None:
        """Plays until an event of a kind has happened."""
        while not any(isinstance(entry.e, kind) for entry in live_entries(self.log)[-12:]):
            self.answer(self.match.waiting[0])

    def go_back(self, to: int) -> list[object]:
        """Lets seat 0 ask for an undo and all others grant it; returns the events of the last grant."""
        self.do(TakeBack(to, ask=True), 0)
        number, events = self.match.version, list[object]()
        for seat in range(1, len(self.state.seats)):
            events = self.do(AnswerUndo(number, grant=True), seat)
        return events

    def at(self, version: int) -> State:
        """Returns the state at a version."""
        state: State | None = fold(GAME, Match(id=self.match.id), self.log[:version]).state
        assert state is not None
        return state


def seen(state: State, viewer: Viewer) -> bytes:
    """Returns everything that a viewer is shown."""
    return msgspec.json.encode(view(FACTS, state, viewer))


def test_a_sealed_choice_is_never_taken_back() -> None:
    """Q23: it can be replaced; taking it back is refused, even by asking."""
    sitting = Sitting()
    began = sitting.match.version
    sitting.answer(0)
    for command in (TakeBack(began), TakeBack(began, ask=True)):
        assert sitting.refused(command, 0).code == "sealed-choice"
    sitting.answer(0)
    assert sitting.state.sealed[0] is not None


def test_the_sealed_choice_of_another_seat_blocks_an_undo() -> None:
    """Q23, Q32: a seat cannot undo it; the refusal names the blocking entries."""
    sitting = Sitting(3)
    began = sitting.match.version
    sitting.answer(0)
    sitting.answer(1)
    refused = sitting.refused(TakeBack(began), 0)
    assert (refused.code, refused.facts) == ("undo-blocked", {"blocking": (began + 2,)})


def test_a_revelation_blocks_an_undo() -> None:
    """R-C, Q32: after it, even the seat that answered last cannot undo alone."""
    sitting = Sitting()
    sitting.answer(0)
    sealed = sitting.match.version
    sitting.answer(1)
    refused = sitting.refused(TakeBack(sealed), 1)
    assert refused.code == "undo-blocked"
    learnt = {type(sitting.log[number - 1].e).__name__ for number in refused.facts["blocking"]}
    assert learnt == {"DisplaysShown", "CardsDrawn"}


def test_an_undo_cannot_go_back_before_the_deal() -> None:
    """S5: the deal is not undone, even with consent."""
    sitting = Sitting()
    sitting.step()
    assert sitting.refused(TakeBack(1, ask=True), 0).code == "no-such-moment"


def test_every_other_seat_must_grant_an_undo() -> None:
    """Q22: a single refusal ends the request."""
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
def test_an_undo_shuffles_the_unseen_part_of_the_stock(seats: int) -> None:
    """Q3, Q22: cards drawn meanwhile are on top in their old order; the cards below them have a new order."""
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


def test_an_undo_shuffles_the_whole_stock_if_it_takes_back_a_reshuffle_of_the_discard() -> None:
    """Q3: the restored stock is shuffled as a whole."""
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


@for_each("seats", [2, 3, 4])
@for_each("seed", range(4))
def test_an_undo_restores_the_view_of_every_seat_and_spectator(seats: int, seed: int) -> None:
    """Q22, E5: views are equal byte by byte; only the order of the stock, which the referee sees, differs."""
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


def test_cards_drawn_before_an_undo_are_drawn_again_after_it() -> None:
    """Q22: what seats have learned remains true; only cards that were not seen come in a new order."""
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


def test_each_undo_shuffles_the_stock_again() -> None:
    """Q3: the first keeps the drawn cards on top; later ones shuffle the whole stock, whose order is new."""
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
def test_a_match_with_undos_finishes_like_any_other(seats: int) -> None:
    """G1, Q38: it ends with a result, and folds to the same state."""
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
