"""The roll: dice, event die, gates, Alchemist (R5.2, R5.3, R6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.commands import BuildRoad, EndTurn, PlayAlchemist, Roll, Track
from chronik.domain.cities_knights.events import (
    ActionBegan,
    BarbariansLanded,
    BarbariansLeft,
    CardPlayed,
    DiceRolled,
    Produced,
    ProgressDrawn,
    ShipMoved,
    TurnBegan,
)
from chronik.domain.cities_knights.facts.rulesets import SevensBeforeFirstAttack
from chronik.domain.cities_knights.prompts import ActionPrompt, RobberPrompt, RollPrompt
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.cities_knights.state import Face, Phase, SeatState, State
from tests.cities_knights.loaded import load_dice
from tests.support.cases import for_each
from tests.support.cities_knights.table import BEGINNER, CHANCE, FACTS, GAME, at, card, cards, given, knight, position

REROLL = replace(BEGINNER, sevens_before_first_attack=SevensBeforeFirstAttack.REROLL)
ALCHEMIST = card("alchemist")


def roll_position(*seats: SeatState, **changes: Any) -> State:
    """Returns a state in which seat 0 is about to roll."""
    return position(*seats, phase=Phase.PRE_ROLL, **changes)


NOBODY = (SeatState(), SeatState(), SeatState())


def test_a_roll_without_choices_leads_to_the_action_phase() -> None:
    """R5.1, R5.3, R6.1: the event die, then production, then the actions of the active seat."""
    moment = given(roll_position(*NOBODY)).when(0, Roll(), load_dice((1, 2), event="ship"))
    moment.then(DiceRolled(1, 2, Face.SHIP), ShipMoved(1), ActionBegan())
    moment.then_asked(ActionPrompt(0))


def test_each_roll_draws_from_its_own_random_stream() -> None:
    """1.19: the same seed gives the same roll, and a second roll other streams."""
    state = roll_position(*NOBODY)
    one = given(state).when(0, Roll()).the(DiceRolled)
    assert one == given(state).when(0, Roll()).the(DiceRolled)
    dice = CHANCE.stream("dice", 0)
    assert (one.red, one.yellow) == (dice.below(6) + 1, dice.below(6) + 1)
    assert one.event.value == FACTS.event_faces[CHANCE.stream("event-die", 0).below(6)]


def test_only_the_active_seat_rolls_and_only_once() -> None:
    """R5.1, R5.2: before the roll no other command is accepted."""
    moment = given(roll_position(SeatState(hand=cards(brick=1, lumber=1), settlements=at(26)), SeatState()))
    moment.when(1, Roll()).then_rejected("not-asked")
    moment.when(0, BuildRoad(30)).then_rejected("another-question")
    moment.when(0, EndTurn()).then_rejected("another-question")
    rolled = moment.when(0, Roll(), load_dice((1, 1)))
    rolled.when(0, Roll()).then_rejected("another-question")


@for_each("level", range(6))
@for_each("red", range(1, 7))
def test_which_seats_draw_at_a_gate_depends_on_their_level_and_the_red_die(level: int, red: int) -> None:
    """R6.2: level 1 draws on 1 or 2, each further level on one more, level 0 never; no city is needed."""
    seat = SeatState(levels=(0, level, 0))
    moment = given(roll_position(seat, SeatState())).when(0, Roll(), load_dice((red, 1), event="politics"))
    drawn = moment.all(ProgressDrawn)
    assert bool(drawn) == (level >= 1 and red <= level + 1)
    assert all(one == ProgressDrawn(0, Track.POLITICS, FACTS.decks[1][0]) for one in drawn)


def test_only_the_track_of_the_open_gate_draws_cards() -> None:
    """R6.2."""
    seat = SeatState(levels=(5, 0, 5))
    moment = given(roll_position(seat, SeatState())).when(0, Roll(), load_dice((1, 1), event="politics"))
    assert not moment.all(ProgressDrawn)


def test_cards_are_drawn_clockwise_from_the_active_seat_until_the_deck_is_empty() -> None:
    """R6.3, C-21, C-54: later seats get nothing, nothing is reshuffled, and drawing is mandatory."""
    able = SeatState(levels=(1, 0, 0))
    state = roll_position(replace(able, shown=FACTS.decks[0][3:]), able, able, able, active=2)
    moment = given(state).when(2, Roll(), load_dice((2, 1), event="trade"))
    order = [(one.seat, one.card) for one in moment.all(ProgressDrawn)]
    assert order == [(2, FACTS.decks[0][0]), (3, FACTS.decks[0][1]), (0, FACTS.decks[0][2])]
    assert moment.state.decks[0] == ()


def test_a_drawn_card_worth_a_point_is_face_up_at_once() -> None:
    """R13.1: also in another seat's turn; the card is not in the hand."""
    printer = card("printer")
    state = roll_position(SeatState(), SeatState(levels=(0, 0, 1)))
    deck = (printer, *[one for one in state.decks[2] if one != printer])
    moment = given(replace(state, decks=(*state.decks[:2], deck)))
    before = points_of(FACTS, moment.state, 1)
    moment = moment.when(0, Roll(), load_dice((1, 1), event="science"))
    moment.then_seat(1, shown=(printer,), progress=())
    assert points_of(FACTS, moment.state, 1) == before + 1


def test_the_event_die_counts_on_a_seven_and_after_an_alchemist() -> None:
    """R6.4."""
    able = SeatState(levels=(0, 0, 2), progress=(ALCHEMIST,))
    given(roll_position(able, SeatState())).when(0, Roll(), load_dice((3, 4), event="science")).then(
        DiceRolled(3, 4, Face.SCIENCE), ProgressDrawn(0, Track.SCIENCE, FACTS.decks[2][1]), ActionBegan()
    )
    given(roll_position(able, SeatState())).when(0, PlayAlchemist(ALCHEMIST, 6, 6), load_dice(event="ship")).then(
        CardPlayed(0, ALCHEMIST), DiceRolled(6, 6, Face.SHIP, chosen=True), ShipMoved(1), ActionBegan()
    )


def test_an_alchemist_sets_the_dice_and_replaces_the_roll() -> None:
    """R5.2, C-62, R14.3: the red value counts for gates; only one Alchemist is played per roll."""
    both = (ALCHEMIST, card("alchemist", 2))
    seat = SeatState(levels=(1, 0, 0), progress=both, settlements=at(28))
    moment = given(roll_position(seat, SeatState())).when(0, PlayAlchemist(ALCHEMIST, 2, 1), load_dice(event="trade"))
    moment.then(
        CardPlayed(0, ALCHEMIST),
        DiceRolled(2, 1, Face.TRADE, chosen=True),
        ProgressDrawn(0, Track.TRADE, FACTS.decks[0][0]),
        Produced((cards(lumber=1), ())),
        ActionBegan(),
    )
    moment.when(0, PlayAlchemist(both[1], 2, 1)).then_rejected("another-question")


def test_a_played_alchemist_can_be_drawn_again_in_the_same_roll() -> None:
    """C-58: the card goes under its deck before the dice are rolled."""
    seat = SeatState(levels=(0, 0, 1), progress=(ALCHEMIST,))
    state = roll_position(seat, SeatState(shown=tuple(one for one in FACTS.decks[2] if one != ALCHEMIST)))
    assert state.decks[2] == ()
    moment = given(state).when(0, PlayAlchemist(ALCHEMIST, 1, 1), load_dice(event="science"))
    moment.then(..., ProgressDrawn(0, Track.SCIENCE, ALCHEMIST), ActionBegan())
    moment.then_seat(0, progress=(ALCHEMIST,))


def test_an_alchemist_must_be_in_the_players_hand() -> None:
    """R13.4: the refusal is the same for any other card, and wherever the Alchemist is."""
    moment = given(roll_position(SeatState(progress=(card("smith"),)), SeatState(progress=(ALCHEMIST,))))
    for held in (ALCHEMIST, card("alchemist", 2), card("smith")):
        moment.when(0, PlayAlchemist(held, 1, 1)).then_rejected("progress-card")


def test_all_36_rolls_of_an_alchemist_are_offered_before_the_roll() -> None:
    """R5.2: the options are a normal roll and all 36 set ones; only one of equal cards is offered."""
    seat = SeatState(progress=(card("alchemist", 2), ALCHEMIST))
    moment = given(roll_position(seat, SeatState()))
    assert moment.options(0) == [Roll(), *(PlayAlchemist(ALCHEMIST, r, y) for r in range(1, 7) for y in range(1, 7))]
    assert given(roll_position(SeatState(), seat)).options(0) == [Roll()]
    assert GAME.default(moment.state, 0) == Roll()


def test_an_alchemist_can_set_a_seven() -> None:
    """R14: the dice may be set to a total of 7."""
    seat = SeatState(progress=(ALCHEMIST,))
    moment = given(roll_position(seat, SeatState(), awake=True, attacks=1))
    moment = moment.when(0, PlayAlchemist(ALCHEMIST, 3, 4), load_dice(event="ship"))
    moment.then_asked(RobberPrompt(0))


# sevens_before_first_attack = reroll


def test_before_the_first_attack_a_seven_is_rolled_again() -> None:
    """C-77: until the total is not 7; the last red value and the event die count. sevens_before_first_attack=reroll."""
    able = SeatState(levels=(1, 0, 0))
    state = roll_position(able, SeatState(), options=REROLL)
    moment = given(state).when(0, Roll(), load_dice((1, 6), (6, 1), (4, 2), event="trade"))
    moment.then(DiceRolled(4, 2, Face.TRADE), ActionBegan())


def test_a_seven_that_starts_the_first_attack_is_not_rolled_again() -> None:
    """C-77, R8.6."""
    state = roll_position(SeatState(), SeatState(), options=REROLL, ship=6)
    moment = given(state).when(0, Roll(), load_dice((1, 6), event="ship"))
    moment.then(DiceRolled(1, 6, Face.SHIP), ShipMoved(7), ..., BarbariansLeft(), ...)
    moment.then_asked(RobberPrompt(0))
    moment = given(state).when(0, Roll(), load_dice((1, 6), (1, 1), event="trade"))
    moment.then(DiceRolled(1, 1, Face.TRADE), ActionBegan())


def test_after_the_first_attack_a_seven_counts() -> None:
    """C-77."""
    state = roll_position(SeatState(), SeatState(), options=REROLL, attacks=1, awake=True)
    given(state).when(0, Roll(), load_dice((1, 6), event="trade")).then_asked(RobberPrompt(0))


def test_an_alchemist_cannot_set_a_seven_that_would_be_rolled_again() -> None:
    """C-77."""
    seat = SeatState(progress=(ALCHEMIST,))
    moment = given(roll_position(seat, SeatState(), options=REROLL))
    moment.when(0, PlayAlchemist(ALCHEMIST, 3, 4)).then_rejected("no-seven", "C-77")
    assert len(moment.options(0, PlayAlchemist)) == 30
    later = given(roll_position(seat, SeatState(), options=REROLL, attacks=1, awake=True))
    assert len(later.options(0, PlayAlchemist)) == 36


# grace_rounds


@pytest.mark.parametrize(("turn", "spared"), [(1, True), (6, True), (7, False)])
def test_the_event_die_has_no_effect_during_grace_rounds(turn: int, spared: bool) -> None:
    """C-78: it has none in the first N turns of every player. grace_rounds=2."""
    options = replace(BEGINNER, grace_rounds=2)
    seats = (SeatState(levels=(5, 0, 0)), SeatState(), SeatState())
    state = roll_position(*seats, options=options, turn=turn, ship=6)
    ship = given(state).when(0, Roll(), load_dice((1, 1), event="ship"))
    gate = given(state).when(0, Roll(), load_dice((1, 1), event="trade"))
    assert bool(ship.all(ShipMoved)) is bool(ship.all(BarbariansLanded)) is not spared
    assert bool(gate.all(ProgressDrawn)) is not spared
    ship.then(DiceRolled(1, 1, Face.SHIP), ...)


def test_without_grace_rounds_the_ship_moves_from_the_first_turn_on() -> None:
    """C-78: grace_rounds = 0."""
    given(roll_position(*NOBODY, turn=1)).when(0, Roll(), load_dice((1, 1))).then(..., ShipMoved(1), ...)


def test_in_grace_rounds_with_rerolls_a_seven_is_never_kept() -> None:
    """C-77, C-78: a ship that does not move starts no attack, so the seven is rolled again."""
    options = replace(REROLL, grace_rounds=3)
    state = roll_position(*NOBODY, options=options, ship=6)
    given(state).when(0, Roll(), load_dice((3, 4), (1, 1))).then(DiceRolled(1, 1, Face.SHIP), ActionBegan())


# Ready knights


def test_knights_that_were_active_before_the_roll_are_ready_after_it() -> None:
    """R1.7: the knights of the active seat; an attack makes all knights inactive first (R9.5)."""
    seats = (SeatState(knights=(knight(5, active=True), knight(9))), SeatState(knights=(knight(40, 2, active=True),)))
    moment = given(roll_position(*seats)).when(0, Roll(), load_dice((1, 1), event="trade"))
    moment.then_seat(0, knights=(knight(5, ready=True), knight(9)))
    moment.then_seat(1, knights=(knight(40, 2, active=True),))
    attacked = given(roll_position(*seats, ship=6)).when(0, Roll(), load_dice((1, 1), event="ship"))
    attacked.then_seat(0, knights=(knight(5), knight(9)))


def test_the_next_seat_is_asked_to_roll() -> None:
    """R5.1, R5.5."""
    moment = given(roll_position(*NOBODY)).when(0, Roll(), load_dice((1, 1))).when(0, EndTurn())
    moment.then(TurnBegan(1)).then_asked(RollPrompt(1, 8))
