"""Public Feeling, three stars, Common Land and the Hospital (K4, K10, K11, K20, K25, R34, R37, R48, R49, R88)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import (
    Demolish,
    FetchAction,
    MoveFeeling,
    PlaceFeeling,
    UseCommonLand,
    UseHospital,
)
from chronik.domain.catan_cards.events import FeelingMoved, FeelingPlaced, Fetched, HospitalUsed, LandUsed, TurnBegan
from chronik.domain.catan_cards.principality.totals import star_room
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.state import Built, Feeling, Phase, SeatState
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BASE,
    BELOW,
    EXTENDED,
    FACTS,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
    with_feeling,
)

FEELING, HIS_FEELING = card("public_feeling"), card("public_feeling", 2)
FIRST, SECOND = (card("public_feeling", copy, owner=0) for copy in (1, 2))
COMMON_LAND, HOSPITAL = card("common_land"), card("hospital")
REGIONS = ["fields_1_a", "forest_4_a", "mountains_2_a", "hills_5_a", "pasture_3_a", "goldfield_6_a"]
SCOUT, BISHOP, SPY, ABBEY = (card(name) for name in ("scout", "bishop", "spy", "abbey"))


def at(*seats: SeatState, **changes: Any) -> Moment:
    return given(position(*seats, **changes))


# Laid down and moved


def test_public_feeling_is_placed_for_free() -> None:
    """K5, K11, R33, R34: from the hand in the action phase, also under the lock; it starts with one star."""
    moment = at(principality(stored=0, hand=(FIRST, SECOND)), options=TOURNAMENT, unlocked=False)
    assert moment.options(0, PlaceFeeling) == [PlaceFeeling(name, one) for name in (FIRST, SECOND) for one in REGIONS]
    moment = moment.when(0, PlaceFeeling(FIRST, "hills_5_a")).then(FeelingPlaced(0, FIRST, "hills_5_a"))
    moment.then_seat(0, hand=(SECOND,), stars=1, feelings=(Feeling(FIRST, "hills_5_a"),))
    moment = moment.when(0, PlaceFeeling(SECOND, "hills_5_a")).then_seat(0, hand=(), stars=2)
    assert star_room(FACTS, moment.state.seats[0]) == 4


def test_public_feeling_is_placed_beside_a_region_of_its_player() -> None:
    """K4, R88."""
    moment = at(principality(hand=(FIRST, card("spy", owner=0))), options=TOURNAMENT)
    moment.when(0, PlaceFeeling(FIRST, "hills_6_b")).then_rejected("region")
    moment.when(0, PlaceFeeling(card("spy", owner=0), "hills_5_a")).then_rejected("card")
    moment.when(0, PlaceFeeling(SECOND, "hills_5_a")).then_rejected("card")


def test_public_feeling_is_placed_only_in_the_action_phase() -> None:
    """R34: it cannot be placed in the hand step."""
    moment = at(principality(hand=(FIRST,)), options=TOURNAMENT, phase=Phase.HAND)
    moment.when(0, PlaceFeeling(FIRST, "hills_5_a")).then_rejected("another-question")


def test_public_feeling_moves_once_per_turn() -> None:
    """K4, R88: each card may move once to another region of its player, and again in the next turn."""
    moment = at(principality())
    assert moment.options(0, MoveFeeling) == [MoveFeeling(FEELING, one) for one in REGIONS[1:]]
    for region in ("fields_1_a", "hills_6_b"):
        moment.when(0, MoveFeeling(FEELING, region)).then_rejected("region")
    moment.when(0, MoveFeeling(HIS_FEELING, "hills_5_a")).then_rejected("card")
    moment = moment.when(0, MoveFeeling(FEELING, "hills_5_a")).then(FeelingMoved(0, FEELING, "hills_5_a"))
    moment.then_seat(0, feelings=(Feeling(FEELING, "hills_5_a"),), stars=1)
    moment.when(0, MoveFeeling(FEELING, "fields_1_a")).then_rejected("used", "R48")
    assert not moment.options(0, MoveFeeling)
    later = moment.after(TurnBegan(1), TurnBegan(0)).state
    assert not later.seats[0].used


def test_the_public_feelings_of_both_players_move_separately() -> None:
    """R88."""
    seat = replace(
        principality(), feelings=(Feeling(FIRST, "fields_1_a"), Feeling(SECOND, "hills_5_a")), used=(FIRST,), stars=1
    )
    moment = at(seat, options=TOURNAMENT)
    assert {one.card for one in moment.options(0, MoveFeeling)} == {SECOND}


# Three stars


def fetcher(stars: int = 3, **changes: Any) -> Moment:
    pile = (SCOUT, ABBEY, SPY, BISHOP)
    return at(with_feeling(principality(), stars=stars), discards=(pile,), **changes)


def test_three_stars_fetch_a_card_from_the_discard_pile() -> None:
    """K10, R37, R18: the player chooses a neutral or protection card; the pile keeps its order."""
    moment = fetcher()
    assert moment.options(0, FetchAction) == [FetchAction(SCOUT), FetchAction(BISHOP)]
    moment = moment.when(0, FetchAction(BISHOP)).then(Fetched(0, BISHOP, Why.FEELING, stars=3))
    moment.then_seat(0, stars=0, hand=(BISHOP,))
    assert moment.state.discards == ((SCOUT, ABBEY, SPY),)


@pytest.mark.parametrize("name", [ABBEY, SPY, card("herb_woman")])
def test_only_neutral_and_protection_cards_are_fetched(name: str) -> None:
    """K10, R16: attack cards, buildings and cards that are not in the pile are refused."""
    fetcher().when(0, FetchAction(name)).then_rejected("pile", "K10")


def test_two_stars_are_too_few_to_fetch_a_card() -> None:
    """K10, R89: so fetching is impossible in the base game."""
    for moment in (fetcher(2), at(principality(), options=BASE, discards=((SCOUT,),))):
        moment.when(0, FetchAction(SCOUT)).then_rejected("stars", "K5")
        assert not moment.options(0, FetchAction)


def test_a_fetched_card_may_exceed_the_hand_limit() -> None:
    """R37, B41: it may do so until the hand step."""
    hand = tuple(card("black_knight", copy) for copy in (1, 2, 3))
    moment = at(with_feeling(principality(hand=hand), stars=3), discards=((SCOUT,),))
    moment.when(0, FetchAction(SCOUT)).then_seat(0, hand=(*hand, SCOUT)).then_asked(ActionPrompt(0))


def test_players_fetch_from_separate_piles_in_the_tournament_game() -> None:
    """K10, T8, R60: cards of the opponent in the pile count."""
    mine, his = card("scout", owner=1), card("bishop", owner=1)
    moment = at(with_feeling(principality(), stars=3, owner=0), options=TOURNAMENT, discards=((mine,), (his,)))
    assert moment.options(0, FetchAction) == [FetchAction(mine)]
    moment.when(0, FetchAction(his)).then_rejected("pile", "K10")
    moment = moment.when(0, FetchAction(mine)).then(Fetched(0, mine, Why.FEELING, 0, 3))
    assert moment.state.discards == ((), (his,))


# Common Land


def commoner(stars: int = 1, **changes: Any) -> Moment:
    laid: dict[str, Any] = {"stored": {"ore": 1, "wool": 3}, "built": (Built(COMMON_LAND, 1, ABOVE),), **changes}
    return at(with_feeling(principality(**laid), stars=stars))


def test_common_land_exchanges_a_resource_for_a_star() -> None:
    """K20, R48: any resource can be exchanged for any other, once per turn."""
    moment = commoner()
    assert moment.options(0, UseCommonLand) == [
        UseCommonLand(COMMON_LAND, give, into)
        for give in ("mountains_2_a", "pasture_3_a")
        for into in REGIONS
        if into not in ("pasture_3_a", give)
    ]
    moment = moment.when(0, UseCommonLand(COMMON_LAND, "mountains_2_a", "goldfield_6_a")).then(
        LandUsed(0, COMMON_LAND, "mountains_2_a", "goldfield_6_a")
    )
    moment.then_seat(0, stars=0, used=(COMMON_LAND,)).then_stored(0, ore=0, gold=1)
    used = commoner(used=(COMMON_LAND,))
    used.when(0, UseCommonLand(COMMON_LAND, "mountains_2_a", "hills_5_a")).then_rejected("used", "R48")
    assert not used.options(0, UseCommonLand)


@for_each(
    ("changes", "give", "into", "code"),
    [
        ({"stars": 0}, "mountains_2_a", "hills_5_a", "stars"),
        ({}, "hills_5_a", "mountains_2_a", "stored"),
        ({}, "mountains_2_a", "pasture_3_a", "room"),
        ({}, "mountains_2_a", "hills_6_b", "room"),
        ({}, "mountains_2_a", "mountains_2_a", "same-kind"),
        ({"built": ()}, "mountains_2_a", "hills_5_a", "card"),
    ],
)
def test_common_land_is_refused_if_a_condition_is_missing(
    changes: dict[str, Any], give: str, into: str, code: str
) -> None:
    """K20, K7, B14: it needs a star, the resource, room, a different kind, and the card itself."""
    command = UseCommonLand(COMMON_LAND, give, into)
    moment = commoner(**changes)
    moment.when(0, command).then_rejected(code)
    assert command not in moment.options(0)


# The Hospital


def patient(stars: int = 1, **changes: Any) -> Moment:
    laid: dict[str, Any] = {"stored": 2, "cities": (1,), "built": (Built(HOSPITAL, 1, ABOVE),), **changes}
    return at(with_feeling(principality(**laid), stars=stars))


def test_a_hospital_gives_a_star_or_a_resource() -> None:
    """K25: its owner gets one of them, once per turn (R48)."""
    moment = patient()
    assert moment.options(0, UseHospital) == [UseHospital(HOSPITAL), *(UseHospital(HOSPITAL, one) for one in REGIONS)]
    starry = moment.when(0, UseHospital(HOSPITAL)).then(HospitalUsed(0, HOSPITAL)).then_seat(0, stars=2)
    starry.when(0, UseHospital(HOSPITAL, "hills_5_a")).then_rejected("used", "R48")
    assert not starry.options(0, UseHospital)
    rich = moment.when(0, UseHospital(HOSPITAL, "hills_5_a")).then(HospitalUsed(0, HOSPITAL, "hills_5_a"))
    rich.then_seat(0, stars=0, used=(HOSPITAL,)).then_stored(0, brick=3)


@for_each(
    ("changes", "into", "code"),
    [
        ({"stars": 3}, None, "stars"),
        ({"stars": 0}, "hills_5_a", "stars"),
        ({"stored": 3}, "hills_5_a", "room"),
        ({}, "hills_6_b", "room"),
        ({"built": ()}, None, "card"),
        ({"built": (Built(COMMON_LAND, 1, ABOVE),)}, None, "card"),
    ],
)
def test_a_hospital_cannot_be_used_without_a_star_or_room_for_the_gain(
    changes: dict[str, Any], into: str | None, code: str
) -> None:
    """R49: the star needs room; the resource needs a star and room."""
    moment = patient(**changes)
    moment.when(0, UseHospital(HOSPITAL, into)).then_rejected(code)
    assert UseHospital(HOSPITAL, into) not in moment.options(0)


def test_a_rebuilt_card_may_be_used_again() -> None:
    """R48: a card that left play this turn has not been used."""
    moment = patient(used=(HOSPITAL, FEELING)).when(0, Demolish(HOSPITAL)).then_seat(0, used=(FEELING,))
    assert moment.state.discards == ((HOSPITAL,),)


def test_stars_are_spent_only_in_the_action_phase() -> None:
    """R26."""
    seat = with_feeling(principality(1, cities=(1,), built=(Built(HOSPITAL, 1, BELOW),)), 1, stars=3)
    moment = at(principality(), seat, discards=((SCOUT,),), options=EXTENDED)
    moment.when(1, UseHospital(HOSPITAL)).then_rejected("not-asked")
    moment.when(1, FetchAction(SCOUT)).then_rejected("not-asked")
