"""Hands of progress cards: the limit, giving up, playing instead (R13.1 to R13.5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import Cards
from chronik.domain.cities_knights.commands import (
    BuildFreeRoad,
    ChooseDeck,
    Discard,
    DiscardProgress,
    EndTurn,
    PlayAlchemist,
    PlayIrrigation,
    PlayMerchant,
    PlayMining,
    PlayRoadBuilding,
    PlaySaboteur,
    PlaySpy,
    PlayWarlord,
    Roll,
    TakeProgress,
    Track,
)
from chronik.domain.cities_knights.events import (
    ActionBegan,
    BarbariansLeft,
    CardPlayed,
    CardsGained,
    Produced,
    ProgressDiscarded,
    ProgressDrawn,
    QuestionsAsked,
    Resumed,
    TurnBegan,
)
from chronik.domain.cities_knights.facts.rulesets import ProgressOverflow, Ruleset
from chronik.domain.cities_knights.prompts import ActionPrompt, DiscardPrompt, FreeRoadPrompt, OverflowPrompt
from chronik.domain.cities_knights.state import Continuation, Phase, SeatState
from tests.cities_knights.loaded import load_dice
from tests.support.cities_knights.table import (
    BEGINNER,
    FACTS,
    GAME,
    Moment,
    at,
    card,
    cards,
    given,
    knight,
    path,
    position,
)

FOUR = (card("irrigation"), card("smith"), card("warlord"), card("merchant"))
FULL = SeatState(levels=(0, 0, 2), progress=FOUR)
"""A seat that draws at the gate of science, with as many cards as it may hold."""
DRAWN = FACTS.decks[2][0]

AT_ONCE = replace(BEGINNER, progress_overflow=ProgressOverflow.DISCARD_AT_ONCE)
OR_PLAY = replace(BEGINNER, progress_overflow=ProgressOverflow.DISCARD_OR_PLAY_AT_ONCE)


def roll_science_gate(*seats: SeatState, options: Ruleset = BEGINNER, **changes: Any) -> Moment:
    """Rolls as the active seat: the gate of science opens, and the hexes with a 4 produce."""
    state = position(*seats, phase=Phase.PRE_ROLL, options=options, **changes)
    return given(state).when(state.active, Roll(), load_dice((1, 3), event="science"))


def test_the_science_deck_has_the_order_that_these_tests_assume() -> None:
    assert card("alchemist") == DRAWN


def test_drawing_a_card_lowers_the_number_of_unseen_cards() -> None:
    """R13.2: one unseen card fewer is on top of the deck, down to zero."""
    for fresh, left in ((2, 1), (1, 0), (0, 0)):
        moment = roll_science_gate(SeatState(), replace(FULL, progress=()), SeatState(), fresh=(18, 18, fresh))
        assert moment.state.fresh == (18, 18, left)


def test_a_seat_over_the_limit_in_another_seats_turn_gives_up_a_card_at_once() -> None:
    """R13.2: it chooses from all of its cards, after all draws of the event and before production."""
    hungry = replace(FULL, settlements=at(17))
    moment = roll_science_gate(SeatState(settlements=at(26)), hungry, replace(FULL, progress=()))
    moment.then(
        ...,
        ProgressDrawn(1, Track.SCIENCE, DRAWN),
        ProgressDrawn(2, Track.SCIENCE, card("alchemist", 2)),
        QuestionsAsked((OverflowPrompt(1, 1),), Continuation.PRODUCTION),
    )
    assert moment.options(1) == [DiscardProgress((held,)) for held in (*FOUR, DRAWN)]
    moment.when(0, EndTurn()).then_rejected("not-asked")
    moment = moment.when(1, DiscardProgress((card("smith"),)))
    moment.then(ProgressDiscarded(1, (card("smith"),)), Produced((cards(wool=1), cards(wool=1), ())), ActionBegan())
    assert moment.state.decks[2][-1] == card("smith")


def test_all_seats_over_the_limit_answer_in_any_order() -> None:
    """R13.2."""
    other = (card("mining"), card("medicine"), card("crane"), card("engineer"))
    moment = roll_science_gate(SeatState(), FULL, replace(FULL, progress=other))
    moment.then_asked(OverflowPrompt(1, 1), OverflowPrompt(2, 1))
    moment = moment.when(2, DiscardProgress((card("crane"),))).then(ProgressDiscarded(2, (card("crane"),)))
    moment.when(2, DiscardProgress((card("mining"),))).then_rejected("not-asked")
    moment.when(1, DiscardProgress((DRAWN,))).then(ProgressDiscarded(1, (DRAWN,)), ..., ActionBegan())


def test_a_seat_gives_up_exactly_the_cards_beyond_the_limit() -> None:
    """R13.2, R13.3."""
    moment = roll_science_gate(SeatState(progress=(card("mining"),)), FULL)
    moment.when(1, DiscardProgress((card("smith"), card("irrigation")))).then_rejected("overflow", "R13.3")
    for wrong in (card("mining"), card("spy"), "no-such-card"):
        moment.when(1, DiscardProgress((wrong,))).then_rejected("progress-card")


def test_discarded_cards_go_under_their_decks_in_the_order_named() -> None:
    """C-58, R13.5: each under its own deck; every order is an answer of its own."""
    six = (*FOUR, card("mining"), card("spy"))
    state = position(SeatState(progress=six), SeatState())
    moment = given(state)
    chosen = (card("mining"), card("irrigation"))
    moment.when(0, DiscardProgress((card("mining"), card("mining")))).then_rejected("progress-card")
    assert DiscardProgress(chosen) in moment.options(0)
    assert DiscardProgress(chosen[::-1]) in moment.options(0)
    after = moment.when(0, DiscardProgress(chosen)).then(ProgressDiscarded(0, chosen))
    assert after.state.decks[2][-2:] == chosen
    after.then_seat(0, progress=(card("smith"), card("warlord"), card("merchant"), card("spy")))


def test_a_best_defender_over_the_limit_gives_up_cards_after_the_attack() -> None:
    """R13.2, C-39: the limit is checked when all have drawn and the barbarians are gone."""
    seats = (
        SeatState(knights=(knight(20, active=True),)),
        SeatState(knights=(knight(5, active=True),), progress=FOUR),
    )
    state = position(*seats, phase=Phase.PRE_ROLL, ship=6)
    moment = given(state).when(0, Roll(), load_dice((1, 1), event="ship"))
    moment = moment.when(0, ChooseDeck(Track.TRADE)).when(1, ChooseDeck(Track.TRADE))
    moment.then(..., BarbariansLeft(), QuestionsAsked((OverflowPrompt(1, 1),), Continuation.PRODUCTION))
    moment.when(1, DiscardProgress((card("smith"),))).then(..., ActionBegan())


def test_face_up_cards_do_not_count_towards_the_progress_limit() -> None:
    """R13.1."""
    state = position(SeatState(), FULL, phase=Phase.PRE_ROLL)
    printer = card("printer")
    deck = (printer, *[one for one in state.decks[2] if one != printer])
    moment = given(replace(state, decks=(*state.decks[:2], deck)))
    moment.when(0, Roll(), load_dice((1, 3), event="science")).then(..., ActionBegan())


def test_the_default_gives_up_the_card_drawn_last() -> None:
    """1.19."""
    assert GAME.default(roll_science_gate(SeatState(), FULL).state, 1) == DiscardProgress((DRAWN,))


# The active seat


def test_the_active_seat_may_hold_more_until_its_turn_ends() -> None:
    """R13.2, R5.5, C-20, C-79 (until_end_of_own_turn): it may give up a card at any time in its action phase.

    progress_overflow=until_end_of_own_turn.
    """
    moment = roll_science_gate(FULL, SeatState()).then(..., ActionBegan())
    moment.then_asked(ActionPrompt(0))
    moment.when(0, EndTurn()).then_rejected("progress-limit", "R5.5")
    assert EndTurn() not in moment.options(0)
    assert moment.options(0, DiscardProgress) == [DiscardProgress((held,)) for held in (*FOUR, DRAWN)]
    moment.when(0, DiscardProgress((*FOUR[:2],))).then_rejected("overflow")
    moment = moment.when(0, DiscardProgress((FOUR[0],))).then(ProgressDiscarded(0, (FOUR[0],)))
    assert EndTurn() in moment.options(0)
    moment.when(0, EndTurn()).then(TurnBegan(1))


def test_a_seat_within_the_limit_gives_up_no_card() -> None:
    """R13.3."""
    moment = given(position(FULL, SeatState(progress=(card("mining"),))))
    moment.when(0, DiscardProgress((FOUR[0],))).then_rejected("overflow", "R13.3")
    moment.when(1, DiscardProgress((card("mining"),))).then_rejected("not-asked")
    assert not moment.options(0, DiscardProgress)


def test_no_card_is_given_up_before_the_roll() -> None:
    """R5.2, C-79: cards can be given up only in the action phase."""
    state = position(replace(FULL, progress=(*FOUR, card("spy"))), SeatState(), phase=Phase.PRE_ROLL)
    given(state).when(0, DiscardProgress((card("spy"),))).then_rejected("another-question")


def test_the_default_gives_up_the_last_cards_before_it_ends_the_turn() -> None:
    """1.19."""
    moment = roll_science_gate(FULL, SeatState())
    assert GAME.default(moment.state, 0) == DiscardProgress((DRAWN,))
    assert GAME.default(moment.when(0, DiscardProgress((DRAWN,))).state, 0) == EndTurn()


def test_an_option_makes_the_active_seat_give_up_cards_at_once() -> None:
    """C-20 (discard_at_once): it does so together with the other seats. progress_overflow=discard_at_once."""
    other = (card("mining"), card("medicine"), card("crane"), card("engineer"))
    moment = roll_science_gate(FULL, replace(FULL, progress=other), options=AT_ONCE)
    moment.then_asked(OverflowPrompt(0, 1), OverflowPrompt(1, 1))
    moment.when(0, PlayWarlord(card("warlord"))).then_rejected("another-question")
    moment = moment.when(0, DiscardProgress((FOUR[0],))).when(1, DiscardProgress((other[0],)))
    moment.then(ProgressDiscarded(1, (other[0],)), ..., ActionBegan())


# discard_or_play_at_once


def overfull_seat(**changes: Any) -> Moment:
    """Returns a moment in which seat 0 has drawn one card too many and may play one instead."""
    seat = replace(FULL, settlements=at(17), **changes)
    return roll_science_gate(seat, SeatState(), options=OR_PLAY)


def test_a_card_can_be_played_instead_of_giving_one_up() -> None:
    """C-70: its effect is resolved before the roll continues."""
    moment = overfull_seat(cities=at(46))
    moment.then(
        ...,
        ProgressDrawn(0, Track.SCIENCE, DRAWN),
        QuestionsAsked((OverflowPrompt(0, 1, play=True),), Continuation.PRODUCTION),
    )
    moment.when(0, PlayIrrigation(FOUR[0])).then(
        CardPlayed(0, FOUR[0]),
        CardsGained(0, cards(grain=2)),
        Resumed(),
        Produced((cards(wool=1), ())),
        ActionBegan(),
    )


def test_only_a_card_with_an_effect_can_be_played_instead_of_giving_one_up() -> None:
    """C-70, R13.6: not Irrigation without fields, nor Smith and Warlord without knights."""
    moment = overfull_seat()
    moment.when(0, PlayIrrigation(FOUR[0])).then_rejected("no-effect")
    played = [type(command) for command in moment.options(0) if not isinstance(command, DiscardProgress)]
    assert set(played) == {PlayMerchant}


def test_a_seat_that_may_play_a_card_can_still_give_one_up() -> None:
    """C-70."""
    overfull_seat().when(0, DiscardProgress((DRAWN,))).then(ProgressDiscarded(0, (DRAWN,)), ..., ActionBegan())


def test_options_during_the_roll_are_exactly_the_accepted_commands() -> None:
    """C-70, R13.6: giving up, and each card that could be played in the action phase, but no Alchemist.

    progress_overflow=discard_or_play_at_once.
    """
    moment = overfull_seat(cities=at(46), roads=path(17, 10), knights=(knight(10),))
    offered = moment.options(0)
    assert {type(command) for command in offered} >= {DiscardProgress, PlayIrrigation, PlayWarlord}
    assert not [command for command in offered if isinstance(command, PlayAlchemist)]
    for command in offered:
        assert moment.when(0, command).refused is None, command
    moment.when(0, PlayAlchemist(DRAWN, 1, 1)).then_rejected("another-question")
    moment.when(0, PlayMining(card("mining"))).then_rejected("progress-card")
    moment.when(0, EndTurn()).then_rejected("another-question")


def test_the_other_seats_give_up_cards_before_the_active_seat() -> None:
    """C-70: the active seat is asked alone."""
    other = (card("mining"), card("medicine"), card("crane"), card("engineer"))
    moment = roll_science_gate(FULL, replace(FULL, progress=other), options=OR_PLAY)
    moment.then_asked(OverflowPrompt(1, 1))
    moment = moment.when(1, DiscardProgress((other[0],)))
    moment.then(
        ProgressDiscarded(1, (other[0],)), QuestionsAsked((OverflowPrompt(0, 1, play=True),), Continuation.PRODUCTION)
    )


def test_the_roll_waits_for_the_questions_of_the_played_card() -> None:
    """C-70: Road Building asks twice, Saboteur the others; then production."""
    builder = card("road_building")
    progress = (builder, card("saboteur"), *FOUR[:2])
    seats = (
        replace(FULL, progress=progress, roads=path(17, 10), settlements=at(17)),
        SeatState(settlements=at(52, 40, 0), hand=cards(ore=4)),
    )
    moment = roll_science_gate(*seats, options=OR_PLAY)
    built = moment.when(0, PlayRoadBuilding(builder))
    built.then_asked(FreeRoadPrompt(0, second=False))
    built = built.when(0, built.options(0, BuildFreeRoad)[0])
    built.then_asked(FreeRoadPrompt(0, second=True))
    built.when(0, BuildFreeRoad()).then(..., Resumed(), Produced((cards(wool=1), ())), ActionBegan())
    sabotaged = moment.when(0, PlaySaboteur(card("saboteur")))
    (asked,) = sabotaged.state.prompts
    assert isinstance(asked, DiscardPrompt)
    sabotaged.when(1, Discard(Cards(ore=2))).then(..., Resumed(), Produced((cards(wool=1), ())), ActionBegan())


def test_a_card_played_during_the_roll_does_not_make_a_knight_ready() -> None:
    """C-70, R1.7: a knight is never ready in the turn of its activation."""
    moment = overfull_seat(roads=path(17, 10), knights=(knight(10),)).when(0, PlayWarlord(card("warlord")))
    moment.then(..., ActionBegan()).then_seat(0, knights=(knight(10, active=True),))


@pytest.mark.parametrize("rule", ProgressOverflow)
def test_under_every_option_a_seat_within_the_limit_is_not_asked(rule: ProgressOverflow) -> None:
    """R13.2."""
    seat = replace(FULL, progress=FOUR[:3])
    other = replace(FULL, progress=(card("mining"), card("medicine"), card("crane")))
    roll_science_gate(seat, other, options=replace(BEGINNER, progress_overflow=rule)).then(..., ActionBegan())


@pytest.mark.parametrize("options", [AT_ONCE, OR_PLAY])
def test_an_option_makes_a_spy_over_the_limit_give_up_a_card_at_once(options: Ruleset) -> None:
    """C-20, C-70: the option also applies after a Spy."""
    seats = (SeatState(progress=(*FOUR, card("spy"))), SeatState(progress=(card("mining"),)))
    moment = given(position(*seats, options=options)).when(0, PlaySpy(card("spy"), 1))
    moment = moment.when(0, TakeProgress(card("mining")))
    moment.then_asked(OverflowPrompt(0, 1, play=options is OR_PLAY))
    moment = moment.when(0, DiscardProgress((card("mining"),))).then(ProgressDiscarded(0, (card("mining"),)))
    moment.then_asked(ActionPrompt(0))
    later = given(position(*seats)).when(0, PlaySpy(card("spy"), 1)).when(0, TakeProgress(card("mining")))
    later.then_asked(ActionPrompt(0))


def test_a_seat_that_plays_a_spy_during_the_roll_can_exceed_the_limit_again() -> None:
    """C-70: the seat is asked once more, and then the roll continues."""
    seats = (
        SeatState(levels=(0, 0, 2), progress=(*FOUR[:3], card("spy")), settlements=at(17)),
        SeatState(progress=(card("mining"),)),
    )
    moment = roll_science_gate(*seats, options=OR_PLAY).when(0, PlaySpy(card("spy"), 1))
    moment = moment.when(0, TakeProgress(card("mining"))).then_asked(OverflowPrompt(0, 1, play=True))
    moment.when(0, DiscardProgress((card("mining"),))).then(
        ProgressDiscarded(0, (card("mining"),)), Resumed(), Produced((cards(wool=1), ())), ActionBegan()
    )
