"""The seven: discards, the move of the robber, and the theft (R8)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import AROUND_HEX
from chronik.domain.cities_knights.cards.kinds import KINDS, Cards, Kind
from chronik.domain.cities_knights.commands import ChooseVictim, Discard, MoveRobber, Roll
from chronik.domain.cities_knights.events import (
    ActionBegan,
    CardsDiscarded,
    CardStolen,
    QuestionsAsked,
    RobberMoved,
    ShipMoved,
)
from chronik.domain.cities_knights.facts.rulesets import RobberBeforeFirstAttack, RobberStart, SevensBeforeFirstAttack
from chronik.domain.cities_knights.prompts import Cause, DiscardPrompt, RobberPrompt, VictimPrompt
from chronik.domain.cities_knights.rules.robber import (
    hand_limit,
    robber_destinations,
    robber_victims,
    steal_card,
    steal_or_ask,
)
from chronik.domain.cities_knights.state import OFF_BOARD, Continuation, Phase, Question, SeatState
from chronik.domain.engine.chance import Chance
from tests.cities_knights.loaded import load_dice
from tests.support.cases import for_each
from tests.support.cities_knights.table import (
    BEGINNER,
    CHANCE,
    FACTS,
    GAME,
    Moment,
    at,
    cards,
    deal_match,
    given,
    knight,
    position,
)


def roll_seven(*seats: SeatState, awake: bool = True, attacks: int = 1, **changes: Any) -> Moment:
    """Rolls a seven as the active seat, by default after an attack."""
    state = position(*seats, phase=Phase.PRE_ROLL, awake=awake, attacks=attacks, **changes)
    return given(state).when(state.active, Roll(), load_dice((3, 4), event="ship"))


def robber_prompt_position(*seats: SeatState, **changes: Any) -> Moment:
    """Returns a moment in which seat 0 moves the robber after a seven."""
    stack = (Question((RobberPrompt(0),), Continuation.ROBBERY),)
    return given(position(*seats, phase=Phase.ROLL, stack=stack, awake=True, **changes))


# Discards


def test_a_hand_over_the_limit_is_halved_on_a_seven() -> None:
    """R8.1: eight cards or more, rounded down; resources and commodities alike; nothing produces."""
    seats = (
        SeatState(hand=cards(brick=4, paper=4), settlements=at(30)),
        SeatState(hand=cards(ore=7)),
        SeatState(hand=cards(ore=5, coin=4, cloth=2)),
    )
    moment = roll_seven(*seats)
    moment.then(
        ...,
        ShipMoved(1),
        QuestionsAsked((DiscardPrompt(0, 4, Cause.SEVEN), DiscardPrompt(2, 5, Cause.SEVEN)), Continuation.SEVEN),
    )


@for_each("walls", range(4))
def test_each_wall_raises_the_hand_limit_by_two(walls: int) -> None:
    """R8.1, R10.5: the limit is at most 13."""
    built = (26, 40, 52)[:walls]
    limit = 7 + 2 * walls
    full = SeatState(hand=(5, 5, limit - 10, 0, 0, 0, 0, 0) if limit > 10 else (5, limit - 5, 0, 0, 0, 0, 0, 0))
    seat = replace(full, cities=at(*built), walls=at(*built))
    assert sum(seat.hand) == limit == hand_limit(FACTS, seat)
    assert not [prompt for prompt in roll_seven(seat, SeatState()).state.prompts if isinstance(prompt, DiscardPrompt)]
    over = replace(seat, hand=(*seat.hand[:3], 1, *seat.hand[4:]))
    roll_seven(over, SeatState()).then_asked(DiscardPrompt(0, (limit + 1) // 2, Cause.SEVEN))


def test_all_seats_discard_in_any_order_before_the_robber_moves() -> None:
    """R8.1: a seat that has discarded waits for the others."""
    seats = (SeatState(hand=cards(brick=8)), SeatState(hand=cards(ore=8)), SeatState())
    moment = roll_seven(*seats)
    moment = moment.when(1, Discard(Cards(ore=4))).then(CardsDiscarded(1, cards(ore=4), Cause.SEVEN))
    moment.when(1, Discard(Cards(ore=4))).then_rejected("not-asked")
    moment.when(0, MoveRobber(0)).then_rejected("another-question")
    moment = moment.when(0, Discard(Cards(brick=4)))
    moment.then(
        CardsDiscarded(0, cards(brick=4), Cause.SEVEN), QuestionsAsked((RobberPrompt(0),), Continuation.ROBBERY)
    )
    moment.then_seat(0, hand=cards(brick=4)).then_seat(1, hand=cards(ore=4))


def test_a_discard_must_have_the_exact_number_of_cards_from_the_hand() -> None:
    """R8.1."""
    moment = roll_seven(SeatState(hand=cards(brick=5, coin=3)), SeatState())
    for wrong in (Cards(brick=3), Cards(brick=5), Cards(coin=4), Cards(ore=4), Cards()):
        moment.when(0, Discard(wrong)).then_rejected("cards")
    assert moment.options(0) == [
        Discard(Cards(brick=4)),
        Discard(Cards(brick=3, coin=1)),
        Discard(Cards(brick=2, coin=2)),
        Discard(Cards(brick=1, coin=3)),
    ]
    for right in moment.options(0):
        moment.when(0, right).then(..., QuestionsAsked((RobberPrompt(0),), Continuation.ROBBERY))


def test_by_default_the_most_plentiful_kinds_are_discarded() -> None:
    """1.19, C-57."""
    moment = roll_seven(SeatState(hand=cards(lumber=2, wool=2, coin=5)), SeatState())
    assert GAME.default(moment.state, 0) == Discard(Cards(coin=4))


def test_a_discard_for_a_saboteur_does_not_move_the_robber() -> None:
    """The prompt states the reason; none of the other effects of a seven follow."""
    stack = (Question((DiscardPrompt(1, 2, Cause.SABOTEUR),)),)
    moment = given(position(SeatState(), SeatState(hand=cards(ore=5)), stack=stack, awake=True))
    moment.when(1, Discard(Cards(ore=2))).then(CardsDiscarded(1, cards(ore=2), Cause.SABOTEUR))


# The sleeping robber


def test_a_sleeping_robber_stays_but_cards_are_discarded() -> None:
    """R8.5, C-08, sevens_before_first_attack=discard: until the first attack has resolved."""
    moment = roll_seven(SeatState(hand=cards(brick=8)), SeatState(), awake=False, attacks=0)
    moment.when(0, Discard(Cards(brick=4))).then(CardsDiscarded(0, cards(brick=4), Cause.SEVEN), ActionBegan())
    roll_seven(SeatState(), SeatState(), awake=False, attacks=0).then(..., ShipMoved(1), ActionBegan())


@pytest.mark.parametrize("rule", RobberBeforeFirstAttack)
def test_the_robber_starts_awake_only_if_an_option_says_so(rule: RobberBeforeFirstAttack) -> None:
    """C-08: robber_before_first_attack=locked, robber_before_first_attack=active."""
    moment = deal_match(2, replace(BEGINNER, robber_before_first_attack=rule))
    assert moment.state.awake is (rule is RobberBeforeFirstAttack.ACTIVE)


@pytest.mark.parametrize("awake", [False, True])
def test_an_option_makes_a_seven_before_the_first_attack_harmless(awake: bool) -> None:
    """C-77, sevens_before_first_attack=no_discard: no seat discards, and even an awake robber does not move."""
    options = replace(BEGINNER, sevens_before_first_attack=SevensBeforeFirstAttack.NO_DISCARD)
    full = SeatState(hand=cards(brick=9))
    roll_seven(full, SeatState(), awake=awake, attacks=0, options=options).then(..., ShipMoved(1), ActionBegan())
    roll_seven(full, SeatState(), options=options).then_asked(DiscardPrompt(0, 4, Cause.SEVEN))
    first = roll_seven(full, SeatState(), awake=awake, attacks=0, ship=6, options=options)
    first.then_asked(DiscardPrompt(0, 4, Cause.SEVEN))


# Moving


def test_the_robber_must_move_to_another_hex() -> None:
    """R8.2: it can also move to the desert."""
    moment = robber_prompt_position(SeatState(), SeatState(), robber=4)
    moment.when(0, MoveRobber(4)).then_rejected("hex", "R8.2")
    moment.when(1, MoveRobber(5)).then_rejected("not-asked")
    assert moment.options(0) == [MoveRobber(hex_) for hex_ in range(19) if hex_ != 4]
    moment.when(0, MoveRobber(9)).then(RobberMoved(0, 9), ActionBegan())


def test_a_robber_off_the_board_can_move_to_any_hex() -> None:
    """C-44, C-73 (robber_start = off_board)."""
    assert deal_match(2, replace(BEGINNER, robber_start=RobberStart.OFF_BOARD)).state.robber == OFF_BOARD
    assert deal_match(2).state.robber == 9
    assert len(robber_prompt_position(SeatState(), SeatState(), robber=OFF_BOARD).options(0)) == 19


def test_by_default_the_robber_moves_to_the_first_hex_without_a_building_of_the_seat() -> None:
    """1.19."""
    moment = robber_prompt_position(SeatState(settlements=at(0, 2)), SeatState(), robber=2)
    assert GAME.default(moment.state, 0) == MoveRobber(3)


def test_an_option_limits_a_chase_to_numbered_hexes() -> None:
    """R11.8, C-18 (chase_destination = numbered_hex_only): `numbered` excludes the desert."""
    state = position(SeatState(), SeatState(), robber=4)
    assert 9 in robber_destinations(FACTS, state, 0)
    assert robber_destinations(FACTS, state, 0, numbered=True) == tuple(h for h in range(19) if h not in (4, 9))


def test_a_friendly_robber_on_a_seven_avoids_hexes_of_seats_with_few_points() -> None:
    """C-68: no hex at a building of an opponent with three points or fewer; own buildings do not matter.

    friendly_robber=true, friendly_robber=false.
    """
    options = replace(BEGINNER, friendly_robber=True)
    poor = SeatState(settlements=at(26), cities=at(0))
    rich = SeatState(settlements=at(52, 40), cities=at(20))
    moment = robber_prompt_position(SeatState(settlements=at(33)), poor, rich, options=options, robber=9)
    spared = {h for h in range(19) if AROUND_HEX[h] & at(26, 0)}
    allowed = [MoveRobber(h) for h in range(19) if h not in spared and h != 9]
    assert moment.options(0) == allowed
    moment.when(0, MoveRobber(min(spared))).then_rejected("hex")
    assert len(given(replace(moment.state, options=BEGINNER)).options(0)) == 18


def test_a_friendly_robber_without_an_allowed_hex_can_move_to_any_hex() -> None:
    """C-68: if no hex is left, the option is ignored for that move."""
    options = replace(BEGINNER, friendly_robber=True)
    poor = [SeatState(settlements=at(*corners)) for corners in ((1, 19, 14), (26, 39, 43), (38,))]
    state = position(SeatState(), *poor, options=options, robber=9)
    assert len(robber_destinations(FACTS, state, 0)) == 18


# Stealing


def test_the_only_victim_is_robbed_at_once() -> None:
    """R8.3, C-57: the stolen card is counted off in the hand, which is sorted by kind."""
    hand = cards(brick=2, ore=1, paper=2)
    for index, kind in enumerate((Kind.BRICK, Kind.BRICK, Kind.ORE, Kind.PAPER, Kind.PAPER)):
        moment = robber_prompt_position(SeatState(), SeatState(settlements=at(0), hand=hand), SeatState(hand=hand))
        moment = moment.when(0, MoveRobber(0), load_dice(steal=index))
        moment.then(RobberMoved(0, 0), CardStolen(0, 1, index, 5, kind), ActionBegan())
        assert moment.state.seats[0].hand[KINDS.index(kind)] == 1
        assert moment.state.steals == 1


def test_seats_without_a_building_or_a_card_are_not_robbed() -> None:
    """R8.3: the thief itself, an empty hand, or a seat with only a knight or nothing there."""
    seats = (
        SeatState(settlements=at(0), hand=cards(ore=3)),
        SeatState(settlements=at(5)),
        SeatState(knights=(knight(13),), hand=cards(ore=3)),
    )
    robber_prompt_position(*seats).when(0, MoveRobber(0)).then(RobberMoved(0, 0), ActionBegan())


def test_the_active_seat_chooses_among_several_victims() -> None:
    """R8.3: seats with a settlement, a city or a sideways city there, and a card."""
    seats = (
        SeatState(settlements=at(1)),
        SeatState(cities=at(5), hand=cards(ore=3)),
        SeatState(sideways=at(13), hand=cards(coin=1)),
        SeatState(settlements=at(0), hand=cards(wool=1)),
    )
    moment = robber_prompt_position(*seats).when(0, MoveRobber(0))
    moment.then(RobberMoved(0, 0), QuestionsAsked((VictimPrompt(0, (1, 2, 3)),), Continuation.ACTION))
    assert moment.options(0) == [ChooseVictim(1), ChooseVictim(2), ChooseVictim(3)]
    moment.when(0, ChooseVictim(0)).then_rejected("victim", "R8.3")
    assert GAME.default(moment.state, 0) == ChooseVictim(1)
    moment.when(0, ChooseVictim(2)).then(CardStolen(0, 2, 0, 1, Kind.COIN), ActionBegan())


def test_victims_are_listed_clockwise_from_the_thief() -> None:
    """C-54, C-60."""
    seat = SeatState(hand=cards(ore=1))
    state = position(*[replace(seat, settlements=at(corner)) for corner in (5, 15, 13, 0)], robber=0)
    assert robber_victims(state, 2) == (3, 0, 1)


def test_a_theft_outside_a_roll_does_not_continue_a_roll() -> None:
    """R11.8: in a chase, `steal_or_ask` asks only if there are several victims."""
    seats = [SeatState(settlements=at(corner), hand=cards(ore=1)) for corner in (5, 15, 13)]
    batch = Batch(FACTS, position(SeatState(), *seats[1:], robber=0), CHANCE)
    assert steal_or_ask(batch, 0)
    assert batch.events == [QuestionsAsked((VictimPrompt(0, (1, 2)),))]
    batch = Batch(FACTS, position(SeatState(), seats[0], robber=0), CHANCE)
    assert not steal_or_ask(batch, 0)
    assert batch.events == [CardStolen(0, 1, 0, 1, Kind.ORE)]


def test_all_cards_of_a_hand_are_equally_likely_to_be_stolen() -> None:
    """R8.3, 1.19: every card has the same probability, and each theft has a random stream of its own."""
    state = position(SeatState(), SeatState(hand=cards(brick=1, grain=2, coin=1)))
    found: Counter[Kind] = Counter()
    for n in range(400):
        batch = Batch(FACTS, state, Chance(n.to_bytes(32, "big")))
        steal_card(batch, 0, 1)
        (stolen,) = batch.events
        assert isinstance(stolen, CardStolen)
        found[stolen.kind] += 1
    assert 150 < found[Kind.GRAIN] < 250
    assert all(60 < found[kind] < 140 for kind in (Kind.BRICK, Kind.COIN))


def test_each_theft_draws_from_its_own_random_stream() -> None:
    """1.19."""
    state = position(SeatState(), SeatState(hand=cards(brick=9)), steals=3)
    batch = Batch(FACTS, state, CHANCE)
    steal_card(batch, 0, 1)
    assert batch.events == [CardStolen(0, 1, CHANCE.stream("steal", 3).below(9), 9, Kind.BRICK)]
