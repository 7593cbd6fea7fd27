"""Rules that all action cards share: in hand, the lock, requirements, discard piles (B32 to B34, R17)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import Decline, Demand, PlayCaravan, PlayCard, PlayCourage, PlayJoust
from chronik.domain.catan_cards.events import CardDone, CardPlayed, Finished
from chronik.domain.catan_cards.facts.load import CardKind, Effect
from chronik.domain.catan_cards.prompts import ProtectPrompt, RollPrompt
from chronik.domain.catan_cards.rules.action_cards import PLAYS
from chronik.domain.catan_cards.rules.playing import play_refusal
from chronik.domain.catan_cards.state import Built, Phase, State
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    EXTENDED,
    FACTS,
    card,
    given,
    position,
    principality,
    rig_chance,
    wide_principality,
)

TITLES = {
    *("arsonist", "black_knight", "brigands", "merchant", "spy", "caravan", "guido", "courage", "joust"),
    *("feeding_the_poor", "artwork_sculpture", "artwork_epic", "artwork_relief", "artwork_fountain"),
}
"""The cards with a separate command in the action phase, except for building with Scout and Growth."""
BUILDINGS = (
    Built(card("patrons_house"), 1, ABOVE),
    Built(card("garrison"), -1, ABOVE),
    Built(card("knight_karl"), -1, BELOW),
)
THEIRS = (
    Built(card("abbey"), -1, ABOVE),
    Built(card("knight_otto"), -1, BELOW),
    Built(card("library"), 1, ABOVE),
    Built(card("colossus"), 1, BELOW),
)


def position_with_all_cards(without: str = "", built: tuple[Built, ...] = BUILDINGS) -> State:
    """Returns a position in which seat 0 may play every action card of the action phase.

    Seat 0 is behind, and the discard pile has an attack card.
    """
    hand = tuple(card(title) for title in sorted(TITLES) if title != without)
    mine = principality(0, built=built, cities=(1,), hand=hand)
    his = principality(1, built=THEIRS, cities=(-1, 1), hand=(card("scout"),))
    return position(mine, his, discards=((card("arsonist", 2),),))


def first_play(state: State, title: str) -> PlayCard | PlayCaravan | PlayCourage | PlayJoust:
    """Returns the first command that plays a title."""
    return next(
        command
        for command in given(state).options(0)
        if isinstance(command, PlayCard | PlayCaravan | PlayCourage | PlayJoust) and command.card == card(title)
    )


def test_every_action_card_has_a_command() -> None:
    """Section 10: every effect is carried out by some rule."""
    elsewhere = {Effect.FIX_PRODUCTION_DIE, Effect.CHOOSE_NEW_REGIONS, Effect.BUILD_CITY_AT, Effect.COUNTER}
    own = {Effect.SWAP_UP_TO_TWO_WITH_BANK, Effect.COURAGE, Effect.JOUST}
    actions = {one.effect for one in FACTS.cards.values() if one.kind is CardKind.ACTION}
    assert actions == {*PLAYS, *own, *elsewhere}


@for_each("title", sorted(TITLES))
def test_a_played_card_leaves_the_hand(title: str) -> None:
    """B32: it stays open until it is resolved, and then goes to the discard pile (R17)."""
    state = position_with_all_cards()
    moment = given(state).when(0, first_play(state, title), rig_chance(joust=(5, 0)))
    assert moment.the(CardPlayed).card == card(title)
    assert card(title) not in moment.state.seats[0].hand
    open_ = [one.card for one in moment.state.playing]
    assert (open_ == [card(title)]) != (card(title) in moment.state.discards[0])


@for_each("title", sorted(TITLES))
def test_a_card_must_be_in_hand(title: str) -> None:
    """B27."""
    given(position_with_all_cards(without=title)).when(0, first_play(position_with_all_cards(), title)).then_rejected(
        "card", "B27"
    )


@for_each("title", sorted(TITLES - {"feeding_the_poor"}))
def test_attack_and_neutral_cards_wait_for_seven_points(title: str) -> None:
    """B33, R10: they are refused and not offered until the flag is set."""
    command = first_play(position_with_all_cards(), title)
    locked = replace(position_with_all_cards(), unlocked=False)
    moment = given(locked)
    moment.when(0, command).then_rejected("locked", "B33")
    assert command not in moment.options(0)


def test_protection_cards_do_not_wait_for_seven_points() -> None:
    """B33: Feeding the Poor is a protection card."""
    card_ = card("feeding_the_poor")
    moment = given(position(principality(0, hand=(card_,)), unlocked=False))
    assert moment.options(0, PlayCard) == [PlayCard(card_)]
    moment.when(0, PlayCard(card_)).then(..., CardDone(0, card_))


@pytest.mark.parametrize(("exempt", "why"), [(True, None), (False, "locked")])
def test_a_scout_waits_for_seven_points_only_if_the_option_says_so(exempt: bool, why: str | None) -> None:
    """R20, B33."""
    state = position(options=replace(EXTENDED, scout_exempt=exempt), unlocked=False)
    assert play_refusal(FACTS, state, 0, FACTS.cards["scout"]) == why
    assert play_refusal(FACTS, replace(state, unlocked=True), 0, FACTS.cards["scout"]) is None


def test_a_lock_that_has_opened_stays_open() -> None:
    """B33, R10: even if the sum falls below seven."""
    arsonist = card("arsonist")
    seats = (principality(0, hand=(arsonist,)), principality(1, built=THEIRS[:1]))
    assert PlayCard(arsonist) in given(position(*seats)).options(0)  # four points together


def test_the_requirements_of_a_card_are_checked_when_it_is_played() -> None:
    """B28, R15: Courage needs a Patron's House of its player."""
    moment = given(position_with_all_cards(built=BUILDINGS[1:]))
    moment.when(0, PlayCourage(card("courage"), Demand.CARDS)).then_rejected("requires", "B28")
    assert moment.options(0, PlayCourage) == []


@for_each("title", ["bishop", "herb_woman", "scout", "alchemist", "growth", "caravan", "joust", "abbey"])
def test_a_card_that_needs_a_choice_cannot_be_played_by_its_id_alone(title: str) -> None:
    """B27, B58: nor are protection cards and buildings."""
    moment = given(position(principality(0, hand=(card(title),))))
    moment.when(0, PlayCard(card(title))).then_rejected("card", "B27")


def test_a_card_is_played_only_in_its_players_action_phase() -> None:
    """B32: it is refused before the dice, in the other player's turn and in the hand step (B40)."""
    guido = card("guido")
    seats = (principality(0, hand=(guido,)), principality(1, hand=(card("spy"),)))
    before = given(position(*seats, phase=Phase.ROLL))
    before.then_asked(RollPrompt(0, 7)).when(0, PlayCard(guido)).then_rejected("another-question", "E4")
    given(position(*seats)).when(1, PlayCard(card("spy"))).then_rejected("not-asked", "E3")
    given(position(*seats, phase=Phase.HAND)).when(0, PlayCard(guido)).then_rejected("another-question", "E4")


def test_only_feeding_the_poor_has_a_price() -> None:
    """B32, R91: all other action cards are free."""
    state = position_with_all_cards()
    gold = state.seats[0].lands[-1].region
    given(state).when(0, PlayCard(card("artwork_epic"), (gold,))).then_rejected("payment", "R91")
    given(state).when(0, PlayCard(card("artwork_epic"), ())).then(
        CardPlayed(0, card("artwork_epic")), ..., CardDone(0, card("artwork_epic"))
    )


def test_every_listed_action_card_is_accepted() -> None:
    """E9."""
    state = position_with_all_cards()
    listed = given(state).options(0)
    ours = [one for one in listed if isinstance(one, PlayCard | PlayCourage | PlayJoust | PlayCaravan)]
    assert {one.card for one in ours} == {card(title) for title in TITLES}
    assert len(set(ours)) == len(ours)
    for command in ours:
        assert given(state).when(0, command).the(CardPlayed).card == command.card


def test_the_match_ends_only_after_the_card_is_resolved() -> None:
    """R9: not while the defender decides; a passive player with enough points wins at the end of the action."""
    arsonist = card("arsonist")
    built = [Built(card(title, copy), slot, side) for title, copy, slot, side in RICH]
    seats = (principality(0, hand=(arsonist,)), wide_principality(1, built=built))
    moment = given(position(*seats)).when(0, PlayCard(arsonist))
    assert moment.all(Finished) == []
    moment.then_asked(ProtectPrompt(1, arsonist))
    moment = moment.when(1, Decline(), rig_chance(duel=(5,)))
    assert moment.the(Finished).places == (2, 1)


RICH = [
    ("colossus", 1, -3, ABOVE),
    ("church", 1, -3, ABOVE),
    ("church", 2, -3, BELOW),
    ("bath_house", 1, -3, BELOW),
    ("bath_house", 2, -1, ABOVE),
]
"""Six points on top of four cities."""
