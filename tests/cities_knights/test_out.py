"""Seats that are out of the match: they cannot win, end a roll early or trade; their pieces stay (C-80)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import Cards
from chronik.domain.cities_knights.commands import AcceptOffer, ConfirmTrade, CounterOffer, EndTurn, OfferTrade, Roll
from chronik.domain.cities_knights.events import ActionBegan, DefenderNamed, Finished, OfferMade, TurnBegan
from chronik.domain.cities_knights.forms import OfferForm
from chronik.domain.cities_knights.game import game
from chronik.domain.cities_knights.prompts import ActionPrompt, OfferPrompt, RollPrompt
from chronik.domain.cities_knights.state import Phase, SeatState, State
from chronik.domain.engine.game import Outcome
from chronik.domain.engine.match.clock import AtZero
from chronik.domain.engine.match.commands import Resign, TakeBack
from chronik.domain.engine.match.events import BotTookOver, TimeOver
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import outcome
from chronik.domain.engine.prompts import NumberedPrompt
from tests.cities_knights.loaded import load_dice
from tests.every_game.playout import NO_OPTIONS, Table, opened, vote
from tests.support.cities_knights.table import FACTS, GAME, Moment, at, cards, given, knight, path, position
from tests.support.engine.timed import Timed, each

RICH = SeatState(hand=cards(ore=3, wool=3))
GIVE, WANT = Cards(ore=1), Cards(wool=1)
FIRST = game(FACTS, 1)
"""Rules version 1, in which a seat that was out could win."""


def begin_at(state: State, rules: object = GAME) -> Table:
    """A match that has come to a state."""
    table = opened(GAME if rules is GAME else FIRST, len(state.seats), Random("out"))
    asked = tuple(NumberedPrompt(table.match.version, prompt) for prompt in state.prompts)
    table.match = replace(table.match, state=state, asked=asked)
    return table


def put_out(state: State, *seats: int) -> Moment:
    """The moment after some seats are out."""
    for seat in seats:
        state = GAME.retire(state, seat)
    return given(state)


# Winning


def test_a_seat_that_is_out_does_not_win_at_the_start_of_its_turn() -> None:
    """C-80, R17.2: the match continues until another seat has enough points, and has one winner."""
    state = position(SeatState(defender=5), SeatState(defender=14), SeatState(defender=5))
    table = begin_at(state)
    table.do(Resign(), 1)
    table.do(EndTurn(), 0)
    assert table.match.closed is None
    assert table.match.waiting == (2,), "the turn of the seat that is out has passed"
    table.match = replace(
        table.match, state=replace(table.state, seats=(*table.state.seats[:2], SeatState(defender=13)))
    )
    table.do(Roll(), 2)
    assert outcome(GAME, table.match) == Outcome((5, 14, 13), (2, 3, 1))


def test_under_rules_1_a_seat_that_is_out_can_win() -> None:
    """C-80: a match of rules version 1 keeps its old rules."""
    table = begin_at(position(SeatState(defender=5), SeatState(defender=14), SeatState(defender=5)), FIRST)
    table.do(Resign(), 1)
    table.do(EndTurn(), 0)
    assert outcome(FIRST, table.match) == Outcome((5, 14, 5), (1, 3, 1))


def test_seats_that_are_out_are_skipped_even_with_enough_points() -> None:
    """C-80: two seats are left, and the match continues whatever points they have."""
    state = position(*[SeatState(defender=13) for _ in range(4)])
    table = begin_at(replace(state, seats=(SeatState(), *state.seats[1:3], SeatState(defender=12))))
    table.do(Resign(), 1)
    table.do(Resign(), 2)
    table.do(EndTurn(), 0)
    assert table.match.closed is None
    assert table.match.waiting == (3,)


def test_the_roll_of_a_seat_that_is_out_is_played_to_its_end() -> None:
    """C-80, R17.3: it is the best defender and has enough points, but the hexes still produce for the others."""
    seat = SeatState(defender=12, knights=(knight(18, active=True),), roads=path(16, 26, 18))
    state = position(seat, SeatState(cities=at(16)), SeatState(), phase=Phase.PRE_ROLL, ship=6)
    moment = put_out(state, 0).when(0, Roll(), load_dice((2, 3), event="ship"))
    moment.then(..., DefenderNamed(0), ..., ActionBegan())
    assert moment.all(Finished) == []


def test_the_last_remaining_seat_wins_when_another_resigns_in_its_turn() -> None:
    """C-80: seat 1 has enough points to win in its next turn, but resigns before that."""
    table = begin_at(position(SeatState(), SeatState(defender=13), SeatState(defender=13)))
    table.do(Resign(), 1)
    table.do(Resign(), 0)
    assert outcome(GAME, table.match) == Outcome((0, 0, 0), (2, 2, 1)), "one seat is left"


def test_a_seat_played_by_a_bot_can_win() -> None:
    """C-80: its player has run out of time, but has not lost the match."""
    table = Timed(each(10, AtZero.BOT, "easy"), 3, GAME, NO_OPTIONS)
    state = position(SeatState(defender=13), SeatState(), SeatState(), phase=Phase.PRE_ROLL)
    table.match = replace(table.match, state=state, asked=(NumberedPrompt(table.match.version, RollPrompt(0, 7)),))
    assert table.after(10).called() == (TimeOver(0), BotTookOver(0, "easy"))
    table.do(Roll(), 0, Author.BOT)
    assert outcome(GAME, table.match) == Outcome((13, 0, 0), (1, 2, 2))


def test_pieces_of_a_seat_that_is_out_stay_and_count() -> None:
    """C-80, R16.2: it can still hold the longest road."""
    state = position(SeatState(), SeatState(roads=path(0, 5, 1)), SeatState(), longest=1)
    moment = put_out(state, 1)
    assert moment.state.longest == 1
    assert moment.state.seats == state.seats


# Trading


def make_offers() -> State:
    """Seat 0 offers an ore for a wool; seat 1 has accepted, seat 2 counters."""
    moment = given(position(RICH, RICH, RICH, RICH)).when(0, OfferTrade(GIVE, WANT))
    return moment.when(1, AcceptOffer(1)).when(2, CounterOffer(1, WANT, Cards(ore=2))).state


def test_acceptances_of_a_seat_that_is_out_lapse() -> None:
    """C-80."""
    moment = put_out(make_offers(), 1).then_asked(ActionPrompt(0), OfferPrompt(3, 1))
    assert moment.options(0, ConfirmTrade) == []
    moment.when(0, ConfirmTrade(1, 1)).then_rejected("offer")


def test_offers_of_a_seat_that_is_out_lapse() -> None:
    """C-80: here it had accepted an offer."""
    moment = put_out(make_offers(), 2)
    assert [offer.number for offer in moment.state.offers] == [1]
    moment.when(0, AcceptOffer(2)).then_rejected("offer")


def test_when_an_active_seat_is_out_its_offers_and_their_answers_lapse() -> None:
    """C-80."""
    put_out(make_offers(), 0).then_asked(ActionPrompt(0))


def test_a_seat_that_is_out_is_not_asked_about_offers() -> None:
    """C-80: its question is closed, and the others keep theirs."""
    table = begin_at(given(position(RICH, RICH, RICH)).when(0, OfferTrade(GIVE, WANT)).state)
    before = {asked.prompt: asked.id for asked in table.match.asked}
    table.do(Resign(), 2)
    assert {asked.prompt: asked.id for asked in table.match.asked} == {
        prompt: number for prompt, number in before.items() if prompt != OfferPrompt(2, 1)
    }


@pytest.mark.parametrize("to", [(1,), (1, 2)])
def test_an_offer_to_a_seat_that_is_out_is_refused(to: tuple[int, ...]) -> None:
    """C-80, R15.1: it can be made neither by name nor to all seats."""
    moment = put_out(position(RICH, RICH, RICH), 1)
    moment.when(0, OfferTrade(GIVE, WANT, to)).then_rejected("offered-to", "R15.1")
    moment.when(0, OfferTrade(GIVE, WANT)).then(OfferMade(0, 1, cards(ore=1), cards(wool=1), (2,)))
    assert [form.to for form in GAME.forms(moment.state, 0) if isinstance(form, OfferForm)] == [(2,)]


def test_offers_of_a_seat_that_is_out_lapse_again_after_an_undo() -> None:
    """C-80: offers that an undo opens again are open without the seat that is out."""
    table = opened(GAME, 3, Random("back"))
    while table.state.phase is not Phase.ACTION or not any(table.state.seats[table.state.active].hand):
        seat = table.match.waiting[0]
        table.do(GAME.default(table.state, seat), seat)
    active = table.state.active
    form = next(form for form in GAME.forms(table.state, active) if isinstance(form, OfferForm))
    give = next(kind for kind in ("brick", "lumber", "wool", "grain", "ore") if getattr(form.give, kind))
    want = "ore" if give != "ore" else "wool"
    table.do(OfferTrade(Cards(**{give: 1}), Cards(**{want: 1})), active)
    to, (first, second) = table.match.version, form.to
    table.do(Resign(), first)
    table.do(EndTurn(), active)
    table.do(TakeBack(to, ask=True), second)
    vote(table, True, Random(0))
    assert table.match.undos == 1
    assert table.state.offers[0].open == (second,)
    assert table.match.waiting == (active, second) if active < second else (second, active)


def test_a_seat_that_is_out_plays_its_turns_with_default_answers() -> None:
    """C-80: the default answers skip its turn."""
    table = begin_at(position(SeatState(), SeatState(), SeatState()))
    table.do(Resign(), 1)
    brought = [entry.e for entry in table.do(EndTurn(), 0)]
    assert [event for event in brought if isinstance(event, TurnBegan)] == [TurnBegan(1), TurnBegan(2)]
    assert table.state.prompts == (RollPrompt(2, 9),)
