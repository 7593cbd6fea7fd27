"""Victory points, the winner and the moment of winning, and the places of the others (R17, C-65)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.board import HEX
from chronik.domain.cities_knights.commands import BuildSettlement, EndTurn, PlayMerchant, Roll, Track
from chronik.domain.cities_knights.events import (
    BarbariansLeft,
    DefenderNamed,
    DiceRolled,
    Finished,
    MerchantPlaced,
    ProgressDrawn,
    TurnBegan,
)
from chronik.domain.cities_knights.prompts import RollPrompt
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import Face, Merchant, Metropolis, Phase, SeatState
from tests.cities_knights.loaded import load_dice
from tests.support.cities_knights.table import BEGINNER, FACTS, Moment, at, card, cards, given, knight, path, position

SETTLEMENT = cards(brick=1, lumber=1, wool=1, grain=1)


def builder(defender: int, **more: object) -> SeatState:
    """Returns a seat with a city and `more` points that can build a settlement at 18."""
    seat = SeatState(hand=SETTLEMENT, cities=at(16), roads=path(16, 26, 18), defender=defender)
    return replace(seat, **more)


def test_each_source_of_points_gives_the_stated_number() -> None:
    """R17.1, R2.4, R10.6: all of it is public."""
    worth = {
        "settlement": (SeatState(settlements=at(0)), 1),
        "sideways city": (SeatState(sideways=at(0)), 1),
        "city": (SeatState(cities=at(0)), 2),
        "Defender of Catan, beyond the six that are printed": (SeatState(defender=7), 7),
        "Printer and Constitution": (SeatState(shown=(card("printer"), card("constitution"))), 2),
        "what is worth nothing": (SeatState(hand=SETTLEMENT, roads=path(0, 5, 1), levels=(3, 3, 3)), 0),
    }
    for name, (seat, expected) in worth.items():
        assert points(FACTS, position(seat, SeatState())) == (expected, 0), name
    metropolis = position(SeatState(cities=at(0)), SeatState(), metropolises=(None, Metropolis(0, 0), None))
    assert points(FACTS, metropolis) == (4, 0)
    assert points(FACTS, position(SeatState(), SeatState(), longest=1, merchant=Merchant(0, 3))) == (1, 2)


@pytest.mark.parametrize(("before", "won"), [(11, False), (12, True), (13, True)])
def test_a_seat_wins_with_thirteen_points_or_more(before: int, won: bool) -> None:
    """R17.2, C-32, victory_points=13: at any moment of its turn."""
    moment = given(position(builder(before - 2), SeatState())).when(0, BuildSettlement(18))
    assert [event.points for event in moment.all(Finished)] == [(before + 1, 0)] * won
    assert (moment.state.phase is Phase.OVER) is won


@pytest.mark.parametrize("enough", [5, 30])
def test_the_points_needed_to_win_are_an_option(enough: int) -> None:
    """R17.2, victory_points=5 to victory_points=30."""
    for before in (enough - 2, enough - 1):
        options = replace(BEGINNER, victory_points=enough)
        moment = given(position(builder(before - 2), SeatState(), options=options)).when(0, BuildSettlement(18))
        assert len(moment.all(Finished)) == (before + 1 == enough)


def test_a_seat_wins_at_the_very_start_of_its_turn() -> None:
    """R17.2, R17.3, C-33: it wins before it rolls."""
    moment = given(position(SeatState(), SeatState(defender=13), SeatState())).when(0, EndTurn())
    moment.then(TurnBegan(1), Finished((0, 13, 0), (2, 1, 2)))
    moment.then_asked()


def test_points_gained_in_another_seats_turn_win_only_when_the_seats_turn_begins() -> None:
    """R17.2: the thirteenth point is drawn in seat 0's roll; seat 1 wins only when its turn begins."""
    printer = (card("printer"), *[one for one in FACTS.decks[2] if one != card("printer")])
    seats = (SeatState(), SeatState(defender=12, levels=(0, 0, 1)))
    state = position(*seats, phase=Phase.PRE_ROLL, decks=(*FACTS.decks[:2], printer))
    moment = given(state).when(0, Roll(), load_dice((1, 1), event="science"))
    assert [event.seat for event in moment.all(ProgressDrawn)] == [1]
    assert points(FACTS, moment.state) == (0, 13)
    assert moment.state.outcome is None
    moment.when(0, EndTurn()).then(TurnBegan(1), Finished((0, 13), (2, 1)))


def test_points_gained_in_another_seats_turn_can_be_lost_again_before_they_win() -> None:
    """R17.2: the merchant is taken away in time."""
    thief = SeatState(settlements=at(16), progress=(card("merchant"),))
    state = position(thief, SeatState(defender=12), merchant=Merchant(1, HEX[0, 0]))
    assert points(FACTS, state) == (1, 13)
    hex_ = next(command.hex for command in given(state).options(0, PlayMerchant))
    moment = given(state).when(0, PlayMerchant(card("merchant"), hex_)).then(..., MerchantPlaced(0, hex_))
    moment.when(0, EndTurn()).then(TurnBegan(1)).then_asked(RollPrompt(1, 8))


def win_match(*more: int) -> Moment:
    """Wins as seat 0 with its thirteenth point; the others have these points."""
    seats = [SeatState(defender=points) for points in more]
    return given(position(builder(10), *seats)).when(0, BuildSettlement(18))


def test_the_losing_seats_are_placed_by_their_points() -> None:
    """C-65: equal points share the better place."""
    assert win_match(3, 7, 3).the(Finished) == Finished((13, 3, 7, 3), (1, 3, 2, 3))
    assert win_match(5, 5).the(Finished) == Finished((13, 5, 5), (1, 2, 2))


@pytest.mark.parametrize("theirs", [13, 14])
def test_only_the_active_seat_can_win(theirs: int) -> None:
    """C-65, R17.2: a seat with at least as many points comes second if it is not its turn."""
    moment = win_match(theirs, 4)
    assert moment.the(Finished) == Finished((13, theirs, 4), (1, 2, 3))
    assert moment.state.outcome is not None
    assert moment.state.outcome.winners == (0,)


def test_a_winning_point_drawn_during_the_roll_ends_the_match_at_once() -> None:
    """R17.2, R17.3: the thirteenth point is drawn at the gate; the seven of the same roll is not resolved any more."""
    printer = (card("printer"), *[one for one in FACTS.decks[2] if one != card("printer")])
    seats = (SeatState(defender=12, levels=(0, 0, 1)), SeatState(hand=cards(brick=9)))
    state = position(*seats, phase=Phase.PRE_ROLL, decks=(*FACTS.decks[:2], printer), awake=True)
    moment = given(state).when(0, Roll(), load_dice((1, 6), event="science"))
    moment.then(
        DiceRolled(1, 6, Face.SCIENCE),
        ProgressDrawn(0, Track.SCIENCE, card("printer")),
        Finished((13, 0), (1, 2)),
    ).then_asked()


def test_a_defender_with_enough_points_wins_before_production() -> None:
    """R17.2, R17.3, R9.3a: after the barbarians have left, and without production."""
    seat = SeatState(defender=10, settlements=at(22), cities=at(16), knights=(knight(18, active=True),))
    state = position(seat, SeatState(), phase=Phase.PRE_ROLL, ship=6, options=replace(BEGINNER, victory_points=14))
    moment = given(state).when(0, Roll(), load_dice((2, 3), event="ship"))
    moment.then(..., DefenderNamed(0), BarbariansLeft(), Finished((14, 0), (1, 2)))
