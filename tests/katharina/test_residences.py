"""Building residences (rule book, B): where, with which effect, and the empty supply."""

from __future__ import annotations

import pytest

from chronik.domain.katharina.commands import DECLINE, BuildOrPass
from chronik.domain.katharina.events import BookResidence, ResidencesScored
from chronik.domain.katharina.rules.residences import supply
from tests.katharina.table import (
    FACTS,
    NO_RESIDENCE,
    OTHER,
    PERFORMED,
    TWELVE,
    activates,
    cities_of,
    ending,
    given,
    owns,
    perform,
    resolving,
    seat,
)
from tests.support.cases import for_each

ELEVEN = TWELVE.removesuffix(" tomsk")


def test_each_seat_has_twelve_residences_and_can_build_the_last() -> None:
    """B1, S3: each seat has twelve; the last can still be built."""
    assert [supply(seat(residences=built)) for built in ("", ELEVEN, TWELVE)] == [12, 1, 0]
    moment = given(resolving(activates("P101", residences=ELEVEN))).when(0, perform(city="tomsk"))
    moment.then_resolved(0, PERFORMED, city="tomsk").then_seat(0, residences=tuple(TWELVE.split()))


def test_a_seat_cannot_build_twice_in_the_same_city() -> None:
    """B1: one residence per seat and city."""
    moment = given(resolving(activates("P023", residences="riga")))
    refused = moment.when(0, perform(city="riga")).then_rejected("city", "B2")
    assert refused.facts == {"allowed": ("saint_petersburg", "novgorod")}


def test_a_seat_can_build_in_a_city_where_all_others_have_built() -> None:
    """B1, P3, Q5: it still finds its tile there."""
    others = [activates(card, matches=False, residences="riga") for card in ("P002", "P036", "P070")]
    given(resolving(activates("P023"), *others)).when(0, perform(city="riga")).then_resolved(
        0, PERFORMED, city="riga", tile="food"
    )


def test_a_city_card_builds_only_in_its_three_cities() -> None:
    """B2: one of the three cities of the card."""
    moment = given(resolving(activates("P034", hand="P101")))
    allowed = {city for city in FACTS.cities if moment.when(0, perform(city=city)).refused is None}
    assert allowed == {"riga", "reval", "novgorod"}


@for_each("city", FACTS.cities)
def test_the_seat_with_the_most_books_may_build_in_any_city(city: str) -> None:
    """B2, B3, I2: the seat gets everything that the city gives."""
    feature = FACTS.cities[city].feature
    moment = given(ending(owns(books=1), owns())).when(0, DECLINE).when(0, BuildOrPass(city))
    tile, crown = (feature if feature in FACTS.goods else None), int(feature == "favour")
    moment.then(..., BookResidence(0, city, tile, crown), ...).then_seat(0, residences=(city,), favour=crown)


@for_each("good", FACTS.goods)
def test_a_new_residence_takes_its_tile_at_once(good: str) -> None:
    """B3: one tile of the city's good; it is owned from then on."""
    for city in cities_of(good):
        moment = given(ending(owns(books=1), owns())).when(0, DECLINE).when(0, BuildOrPass(city))
        moment.then_seat(0, tiles=tuple(int(one == good) for one in FACTS.goods))


@pytest.mark.parametrize(("favour", "rises", "lost"), [(0, 1, 0), (9, 1, 0), (10, 0, 1)])
def test_a_residence_with_a_crown_raises_favour_at_once(favour: int, rises: int, lost: int) -> None:
    """B3, V1: one step up, or a point at the top; the action is performed in both cases."""
    state = resolving(activates("P023", favour=favour))
    given(state).when(0, perform(city="saint_petersburg")).then_resolved(
        0, PERFORMED, city="saint_petersburg", favour=rises, lost_steps=lost
    )


def test_a_one_city_gives_its_extra_point_only_at_interim_scorings() -> None:
    """B3, I3: a "1" city gives nothing at once, and one more point at each interim scoring."""
    given(resolving(activates("P024"))).when(0, perform(city="pskov")).then_resolved(
        0, PERFORMED, city="pskov"
    ).then_seat(0, points=0)
    moment = given(ending(owns(books=1), owns())).when(0, DECLINE).when(0, BuildOrPass("pskov"))
    moment.then(..., ResidencesScored((2, 0)), ...)


@pytest.mark.parametrize(("hand", "drawn", "lost"), [("", 1, 0), ("P005 P006 P013", 0, 1)])
def test_building_with_an_empty_supply_draws_a_card_instead(hand: str, drawn: int, lost: int) -> None:
    """B4, C4, Q7, Q8: the seat builds nothing, draws one card under the hand limit, and gets no automatic bonus."""
    state = resolving(activates("P028", hand=hand, row="P022", residences=TWELVE))  # two books: the condition holds
    given(state).when(0, perform(city="saint_petersburg")).then_resolved(
        0, NO_RESIDENCE, drawn=state.stock[:drawn], lost_cards=lost
    )


def test_a_leader_with_an_empty_supply_is_not_asked() -> None:
    """B4, Q8, Q30: with the most books it draws a card when its turn comes, after the lower seats."""
    state = ending(owns(books=2), owns(books=2, residences=TWELVE), owns(books=0))
    moment = given(state).when(0, DECLINE)
    assert [prompt.seat for prompt in moment.state.prompts] == [0]
    card = moment.state.stock[:1]
    moment.when(1, BuildOrPass("riga")).then_rejected("not-asked", "E6")
    moment.when(0, BuildOrPass("moscow")).then(
        ..., BookResidence(0, "moscow", favour=1), BookResidence(1, drawn=card), ResidencesScored((1, 15, 0)), ...
    )


def test_the_interim_scoring_continues_if_every_leader_has_an_empty_supply() -> None:
    """E6, Q30: if no seat is left to ask, the interim scoring continues at once."""
    state = ending(owns(books=2, residences=TWELVE, hand="P005 P006"), owns(books=0))
    given(state).when(0, DECLINE).then(..., BookResidence(0, lost_cards=1), ResidencesScored((15, 0)), ...)
    roomy = ending(owns(books=2, residences=TWELVE, favour=8), owns(books=0))
    card = roomy.stock[2:3]  # each seat has drawn one card in phase D
    given(roomy).when(0, DECLINE).then(..., BookResidence(0, drawn=card), ...)


def test_residences_in_other_regions_do_not_count_for_the_bonus() -> None:
    """A14, Q25: only residences in the region of the card's colour count, wherever the others are."""
    state = resolving(activates("P033", hand="P101 P102", residences="moscow kiev reval"), OTHER)
    given(state).when(0, perform(city="riga", bonus="P101 P102")).then_resolved(
        0, PERFORMED, city="riga", tile="food", bonus=True, bonus_paid=("P101", "P102"), bonus_points=2
    )
