"""Feeding the Poor, the Artworks, Guido and Courage (K12 to K15, R43 to R45, R59)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from chronik.domain.catan_cards.commands import Decline, Demand, PlayCard, PlayCourage, PlayJoust, Shed
from chronik.domain.catan_cards.events import (
    CardDone,
    CardPlayed,
    CardsShed,
    Fetched,
    QuestionsAsked,
    Resumed,
    StarsGained,
    StarsLost,
)
from chronik.domain.catan_cards.principality.totals import points
from chronik.domain.catan_cards.prompts import ActionPrompt, ShedPrompt, Why
from chronik.domain.catan_cards.state import Built, Continuation, SeatState, State
from tests.support.cases import for_each
from tests.support.catan_cards.table import (
    ABOVE,
    BELOW,
    FACTS,
    TOURNAMENT,
    Moment,
    card,
    given,
    position,
    principality,
    region,
    rig_chance,
    with_feeling,
)

FEEDING, COURAGE, GUIDO, RELIEF = card("feeding_the_poor"), card("courage"), card("guido"), card("artwork_relief")
PATRON = Built(card("patrons_house"), 1, ABOVE)


def mine(*hand: str, stars: int = 1, built: tuple[Built, ...] = (), stored: dict[str, int] | int = 1) -> SeatState:
    """Returns seat 0 with these cards and stars; its settlement at 1 is a city."""
    return with_feeling(principality(0, hand=hand, built=built, cities=(1,), stored=stored), stars=stars)


# Feeding the Poor (K12, R45)


@pytest.mark.parametrize(("stars", "gained"), [(0, 2), (1, 2), (2, 1)])
def test_feeding_the_poor_costs_gold_and_gives_stars(stars: int, gained: int) -> None:
    """K12: one star if there is room for one only."""
    moment = given(position(mine(FEEDING, stars=stars))).when(0, PlayCard(FEEDING))
    gold = region(moment.state, 0, "gold")
    moment.then(CardPlayed(0, FEEDING, (gold,)), StarsGained(0, gained, Why.FEEDING), CardDone(0, FEEDING))
    moment.then_stored(0, gold=0).then_seat(0, stars=stars + gained).then_asked(ActionPrompt(0))


def test_feeding_the_poor_needs_room_for_a_star() -> None:
    """R45, B34."""
    moment = given(position(mine(FEEDING, stars=3)))
    moment.when(0, PlayCard(FEEDING)).then_rejected("no-effect", "B34")
    assert moment.options(0, PlayCard) == []


def test_feeding_the_poor_needs_gold() -> None:
    """R45."""
    moment = given(position(mine(FEEDING, stored={"ore": 3})))
    moment.when(0, PlayCard(FEEDING)).then_rejected("cost", "B27")
    assert moment.options(0, PlayCard) == []


def test_feeding_the_poor_may_name_the_region_that_pays() -> None:
    """R91: the region must pay exactly one gold."""
    state = position(mine(FEEDING, stored=2))
    gold, ore = region(state, 0, "gold"), region(state, 0, "ore")
    for pay in ((), (ore,), (gold, gold)):
        given(state).when(0, PlayCard(FEEDING, pay)).then_rejected("payment", "R91")
    given(state).when(0, PlayCard(FEEDING, (gold,))).then_stored(0, gold=1)


def test_without_public_feeling_there_is_no_room_for_stars() -> None:
    """R67, B34."""
    feeding = card("feeding_the_poor", owner=0)
    state = position(principality(0, hand=(feeding,)), options=TOURNAMENT, discards=((), ()))
    given(state).when(0, PlayCard(feeding)).then_rejected("no-effect", "B34")


# Artworks (K15)


@for_each(
    ("artwork", "target"),
    [
        ("artwork_sculpture", "mint"),
        ("artwork_epic", "library"),
        ("artwork_relief", "town_hall"),
        ("artwork_fountain", "aqueduct"),
    ],
)
def test_if_several_numbers_of_stars_apply_an_artwork_gives_the_highest(artwork: str, target: str) -> None:
    """K15: one, two with the Patron's House, three with its building, and not more with both."""
    building = Built(card(target), 1, BELOW)
    for built, stars in (((), 1), ((PATRON,), 2), ((building,), 3), ((PATRON, building), 3)):
        moment = given(position(mine(card(artwork), stars=0, built=built))).when(0, PlayCard(card(artwork)))
        moment.then(CardPlayed(0, card(artwork)), StarsGained(0, stars, Why.ARTWORK), CardDone(0, card(artwork)))


def test_stars_from_an_artwork_that_exceed_the_limit_are_lost() -> None:
    """K15, K6."""
    moment = given(position(mine(RELIEF, stars=2, built=(PATRON,)))).when(0, PlayCard(RELIEF))
    moment.then(CardPlayed(0, RELIEF), StarsGained(0, 1, Why.ARTWORK), CardDone(0, RELIEF)).then_seat(0, stars=3)


def test_an_artwork_ignores_the_opponents_buildings() -> None:
    """K15."""
    his = principality(1, built=(PATRON, Built(card("town_hall"), 1, BELOW)), cities=(1,))
    given(position(mine(RELIEF), his)).when(0, PlayCard(RELIEF)).then_seat(0, stars=2)


def test_an_artwork_needs_room_for_a_star() -> None:
    """K15, B34."""
    moment = given(position(mine(RELIEF, stars=3)))
    moment.when(0, PlayCard(RELIEF)).then_rejected("no-effect", "B34")
    assert moment.options(0, PlayCard) == []


# Guido (K14, R59)


def position_behind(*pile: str, hand: tuple[str, ...] = (GUIDO,)) -> State:
    """Returns a position in which seat 0 has fewer VP, with these cards on the common discard pile."""
    return position(principality(0, hand=hand), principality(1, cities=(1,)), discards=(pile,))


def test_guido_takes_the_uppermost_attack_card() -> None:
    """K14: the other cards keep their order; then Guido goes to the pile (R17)."""
    spy, joust, scout, bishop = card("spy"), card("joust"), card("scout"), card("bishop")
    moment = given(position_behind(spy, bishop, joust, scout)).when(0, PlayCard(GUIDO))
    moment.then(CardPlayed(0, GUIDO), Fetched(0, joust, Why.GUIDO), CardDone(0, GUIDO))
    moment.then_seat(0, hand=(joust,)).then_asked(ActionPrompt(0))
    assert moment.state.discards == ((spy, bishop, scout, GUIDO),)
    assert moment.state.seats[1].hand_sight.cards == (joust,)  # R18: nothing there was hidden


def test_the_card_that_guido_took_may_be_used_at_once() -> None:
    """K14."""
    merchant = card("merchant")
    moment = given(position_behind(merchant)).when(0, PlayCard(GUIDO))
    assert PlayCard(merchant) in moment.options(0)


@pytest.mark.parametrize("pile", [(), ("scout", "bishop", "garrison", "artwork_epic")])
def test_guido_needs_an_attack_card(pile: tuple[str, ...]) -> None:
    """R16, B34: neutral cards, protection cards and buildings cannot be fetched."""
    moment = given(position_behind(*(card(title) for title in pile)))
    moment.when(0, PlayCard(GUIDO)).then_rejected("no-effect", "B34")
    assert moment.options(0, PlayCard) == []


@pytest.mark.parametrize("city", [(), (1,)])
def test_guido_can_be_played_only_by_the_player_with_fewer_points(city: tuple[int, ...]) -> None:
    """K14: equal points are not enough."""
    seats = (principality(0, hand=(GUIDO,), cities=city), principality(1))
    given(position(*seats, discards=((card("spy"),),))).when(0, PlayCard(GUIDO)).then_rejected("no-effect", "B34")


def test_guido_cannot_fetch_himself() -> None:
    """R17: he is not on the pile yet; another Guido there could be fetched."""
    given(position_behind(card("scout"))).when(0, PlayCard(GUIDO)).then_rejected("no-effect", "B34")


def test_guido_takes_any_players_card_from_the_common_pile() -> None:
    """R59, X11: also a card that his player has just played; points count at the moment he is played."""
    joust, knight = card("joust"), Built(card("knight_otto"), 1, BELOW)
    seats = principality(0, hand=(joust, GUIDO), built=(knight,)), principality(1, cities=(-1, 1))
    moment = given(position(*seats)).when(0, PlayJoust(joust, knight.card, None), rig_chance(joust=(5, 0)))
    while any(not isinstance(prompt, ActionPrompt) for prompt in moment.state.prompts):
        moment = moment.when(moment.state.prompts[0].seat, moment.default(moment.state.prompts[0].seat))
    assert moment.state.discards == ((joust,),)
    moment.when(0, PlayCard(GUIDO)).then(CardPlayed(0, GUIDO), Fetched(0, joust, Why.GUIDO), CardDone(0, GUIDO))


def test_guido_takes_from_the_opponents_pile_in_the_tournament_game() -> None:
    """K14, T8: the card keeps its owner (T9, R60)."""
    guido, spy = card("guido", owner=0), card("spy", owner=1)
    seats = (principality(0, hand=(guido,)), principality(1, cities=(1,)))
    own = given(position(*seats, options=TOURNAMENT, discards=((spy,), ())))
    own.when(0, PlayCard(guido)).then_rejected("no-effect", "B34")
    moment = given(position(*seats, options=TOURNAMENT, discards=((), (spy,)))).when(0, PlayCard(guido))
    moment.then(CardPlayed(0, guido), Fetched(0, spy, Why.GUIDO, 1), CardDone(0, guido))
    assert moment.state.discards == ((guido,), ())
    moment.then_seat(0, hand=(spy,))


# Courage (K13, R43, R44)


def play_courage(state: State, demand: Demand) -> Moment:
    return given(state).when(0, PlayCourage(COURAGE, demand))


def position_with_courage(
    stars: int = 2, hand: tuple[str, ...] = (), built: tuple[Built, ...] = (), own: int = 1
) -> State:
    """Returns a position: seat 0 has Courage, the Patron's House and four VP; seat 1 has two VP and `built`.

    Both seats have `stars` stars.
    """
    his = with_feeling(principality(1, hand=hand, built=built, cities=(-1, 1) if built else ()), 1, stars)
    return position(mine(COURAGE, built=(PATRON,), stars=own), his)


LEADING = tuple(Built(card(title), slot, ABOVE) for title, slot in (("colossus", -1), ("church", 1)))
"""With two cities seven VP, three more than seat 0."""
HAND = (card("scout"), card("spy"), card("bishop"), card("abbey"))


@pytest.mark.parametrize(("stars", "own", "lost", "gained"), [(3, 1, 2, 2), (1, 1, 1, 1), (2, 2, 2, 1)])
def test_courage_can_take_stars_from_the_opponent(stars: int, own: int, lost: int, gained: int) -> None:
    """K13 (a), (1), (2): it takes as many as the opponent has and as fit."""
    moment = play_courage(position_with_courage(stars, own=own), Demand.STARS)
    moment.then(
        CardPlayed(0, COURAGE, demand=Demand.STARS),
        StarsLost(1, lost),
        StarsGained(0, gained, Why.COURAGE),
        CardDone(0, COURAGE),
    )
    moment.then_seat(0, stars=own + gained).then_seat(1, stars=stars - lost).then_asked(ActionPrompt(0))


def test_a_player_without_room_for_stars_may_still_demand_them() -> None:
    """K13 (1): the opponent still loses them."""
    moment = play_courage(position_with_courage(3, own=3), Demand.STARS)
    moment.then(CardPlayed(0, COURAGE, demand=Demand.STARS), StarsLost(1, 2), CardDone(0, COURAGE))


def test_a_player_without_public_feeling_may_still_demand_stars() -> None:
    """K13 (1), R67."""
    own, house = card("courage", owner=0), Built(card("patrons_house", owner=0), 1, ABOVE)
    seats = (
        principality(0, hand=(own,), built=(house,), cities=(1,)),
        with_feeling(principality(1), 0, 2, owner=1),
    )
    state = position(*seats, options=TOURNAMENT, discards=((), ()))
    moment = given(state).when(0, PlayCourage(own, Demand.STARS))
    moment.then(CardPlayed(0, own, demand=Demand.STARS), StarsLost(1, 2), CardDone(0, own))
    assert moment.state.discards == ((own,), ())


def test_courage_makes_the_opponent_shed_one_card_for_each_point_of_the_lead() -> None:
    """K13 (b), R43: the opponent chooses the cards and the stacks, which may differ (4)."""
    moment = play_courage(position_with_courage(hand=HAND, built=LEADING), Demand.CARDS)
    more = points_ahead(moment)
    moment.then(
        CardPlayed(0, COURAGE, demand=Demand.CARDS),
        QuestionsAsked((), Continuation.CARD_DONE),
        QuestionsAsked((ShedPrompt(1, more, Why.COURAGE),), Continuation.SHEDDING),
    )
    assert more == 3
    assert moment.default(1) == Shed(HAND[1:], (1, 1, 1))  # R90
    moment.when(1, Decline()).then_rejected("another-question", "E4")
    moment.when(1, Shed(HAND[:2], (1, 2))).then_rejected("shed-count", "B37")
    shed = Shed(HAND[:3], (1, 2, 6))
    moment.when(1, shed).then(CardsShed(1, shed.cards, shed.stacks, Why.COURAGE), Resumed(), CardDone(0, COURAGE))


def points_ahead(moment: Moment) -> int:
    """Returns how many VP seat 1 is ahead."""
    own, other = points(FACTS, moment.state)
    return other - own


def test_courage_takes_at_most_the_whole_hand() -> None:
    """K13 (3): the opponent still chooses the stacks."""
    moment = play_courage(position_with_courage(hand=HAND[:2], built=LEADING), Demand.CARDS)
    moment.then_asked(ShedPrompt(1, 2, Why.COURAGE))


def test_courage_against_an_empty_hand_has_no_effect() -> None:
    """R43: it may be played if the opponent has more VP."""
    moment = play_courage(position_with_courage(built=LEADING), Demand.CARDS)
    moment.then(
        CardPlayed(0, COURAGE, demand=Demand.CARDS),
        QuestionsAsked((), Continuation.CARD_DONE),
        Resumed(),
        CardDone(0, COURAGE),
    )


def test_courage_uses_the_losers_stacks_in_the_tournament_game() -> None:
    """T8, R62."""
    own, house = card("courage", owner=0), Built(card("patrons_house", owner=0), 1, ABOVE)
    spy = card("spy", owner=1)
    his = tuple(replace(one, card=f"1:{one.card}") for one in LEADING)
    seats = (
        principality(0, hand=(own,), built=(house,), cities=(1,)),
        principality(1, hand=(spy,), built=his, cities=(-1, 1)),
    )
    moment = given(position(*seats, options=TOURNAMENT, discards=((), ()))).when(0, PlayCourage(own, Demand.CARDS))
    assert moment.options(1) == [Shed((spy,), (number,)) for number in (1, 2, 3, 4)]
    moment = moment.when(1, Shed((spy,), (2,)))
    moment.then(CardsShed(1, (spy,), (2,), Why.COURAGE, 1), Resumed(), CardDone(0, own))
    assert moment.state.stacks[5][-1] == spy


@for_each(
    ("stars", "built", "allowed"),
    [(1, (), [Demand.STARS]), (0, LEADING, [Demand.CARDS]), (2, LEADING, [Demand.STARS, Demand.CARDS]), (0, (), [])],
)
def test_courage_offers_only_possible_demands(stars: int, built: tuple[Built, ...], allowed: list[Demand]) -> None:
    """K13 (5), R44, B34."""
    moment = given(position_with_courage(stars, built=built))
    assert [one.demand for one in moment.options(0, PlayCourage)] == allowed
    for demand in set(Demand) - set(allowed):
        moment.when(0, PlayCourage(COURAGE, demand)).then_rejected("no-effect", "B34")


def test_no_protection_card_answers_guido_or_courage() -> None:
    """R22."""
    state = position_with_courage(hand=(card("bishop"), card("herb_woman")))
    play_courage(state, Demand.STARS).then_asked(ActionPrompt(0))
